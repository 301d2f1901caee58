#include "app/base/held_folder.hpp"

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::held_folder_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("files and folders are distinguished, and links are files") {
  const TemporaryFolder folder;
  folder.write("b.txt", "x");
  folder.write("a.txt", "x");
  folder.write("sub/c.txt", "x");
  fs::create_directory_symlink(folder / "sub", folder / "link");
  fs::create_symlink(folder / "none", folder / "dangling");
  const auto held = HeldFolder::open(folder.text());
  REQUIRE(held);
  CHECK(held->files() ==
        std::vector<std::string>{"a.txt", "b.txt", "dangling", "link"});
  CHECK(held->folders() == std::vector<std::string>{"sub"});
  CHECK(held->holds("dangling"));
  CHECK(held->holds_folder("sub"));
  CHECK_FALSE(held->holds_folder("link"));
  CHECK_FALSE(held->holds("none"));
}

TEST_CASE("no link below a folder is followed, one to itself is") {
  const TemporaryFolder folder;
  folder.write("real/sub/f", "x");
  fs::create_directory_symlink(folder / "real", folder / "link");
  fs::create_directory_symlink(folder / "real/sub", folder / "real/other");
  const auto held = HeldFolder::open(folder / "link");
  REQUIRE(held);
  CHECK(held->enter("sub"));
  CHECK_FALSE(held->enter("other"));
  CHECK_FALSE(held->enter("none"));
  CHECK(held->enter_all("sub/.")->holds("f"));
  CHECK_FALSE(held->enter_all("other/sub"));
  CHECK_THROWS_WITH_AS(held->make("other"),
                       doctest::Contains("can't be opened"),
                       std::runtime_error);
  CHECK_FALSE(HeldFolder::open(folder / "none"));
}

TEST_CASE("changes in a folder stay in it, wherever its name leads") {
  const TemporaryFolder folder;
  folder.write("ours/f", "ours");
  folder.write("others/f", "others'");
  const auto held = HeldFolder::open(folder / "ours");
  fs::rename(folder / "ours", folder / "moved");
  fs::create_directory_symlink(folder / "others", folder / "ours");
  held->remove("f");
  CHECK(fs::exists(folder / "others/f"));
  CHECK_FALSE(fs::exists(folder / "moved/f"));
}

TEST_CASE("a link is removed itself, a folder only if it is empty") {
  const TemporaryFolder folder;
  folder.write("full/f", "x");
  fs::create_directory(folder / "empty");
  fs::create_directory_symlink(folder / "full", folder / "link");
  const auto held = HeldFolder::open(folder.text());
  held->remove("link");
  held->remove("none");
  CHECK_FALSE(held->holds("link"));
  CHECK(fs::exists(folder / "full/f"));
  CHECK_THROWS_AS(held->remove("full"), std::runtime_error);
  CHECK_FALSE(held->remove_folder("full"));
  CHECK(held->remove_folder("empty"));
  held->enter("full")->move("f", held->make("made"), "g");
  CHECK(fs::exists(folder / "made/g"));
  CHECK_THROWS_WITH_AS(held->move("none", *held, "h"),
                       doctest::Contains("h: can't be renamed"),
                       std::runtime_error);
}

}  // namespace fedltr::held_folder_test
