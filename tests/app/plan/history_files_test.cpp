#include "app/plan/history_files.hpp"

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::history_files_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

TEST_CASE("pieces come back byte for byte, by owner and number") {
  const TemporaryFolder folder;
  HistoryFiles files(folder / "history");
  std::string all_bytes;
  for (int byte = 0; byte < 256; ++byte)
    all_bytes.push_back(static_cast<char>(byte));
  files.write(3, 0, all_bytes);
  files.write(3, 1, "");
  files.write(4, 0, "another's");
  CHECK(files.read(3, 0) == all_bytes);
  CHECK(files.read(3, 1) == "");
  CHECK(files.read(4, 0) == "another's");
}

TEST_CASE("a piece written again takes the place of the first") {
  const TemporaryFolder folder;
  HistoryFiles files(folder / "history");
  files.write(1, 0, "a long first one");
  files.write(1, 0, "short");
  CHECK(files.read(1, 0) == "short");
}

TEST_CASE("a piece of a history that was changed is found out") {
  const TemporaryFolder folder;
  HistoryFiles files(folder / "history");
  files.write(1234, 0, "what was learned");
  const std::string name = "history/1/1234/0.bin";
  const std::string whole = read_text(folder / name);
  std::string changed = whole;
  changed.back() ^= 1;
  std::string other_digest = whole;
  other_digest[5] ^= 1;
  for (const std::string& damaged :
       {whole + "x", whole.substr(0, whole.size() - 1), changed, other_digest,
        whole.substr(0, 10), std::string()}) {
    folder.write(name, damaged);
    CHECK_THROWS_WITH_AS(files.read(1234, 0), doctest::Contains("is damaged"),
                         std::runtime_error);
  }
  folder.write(name, whole);
  CHECK(files.read(1234, 0) == "what was learned");
}

TEST_CASE("a missing piece is reported with its file") {
  const TemporaryFolder folder;
  HistoryFiles files(folder / "history");
  files.write(1234, 0, "x");
  CHECK_THROWS_WITH_AS(files.read(1234, 1),
                       doctest::Contains("1234/1.bin: a history of updates"),
                       std::runtime_error);
  CHECK_THROWS_AS(files.read(5, 0), std::runtime_error);
}

TEST_CASE("a folder that can't be written to is reported with the file") {
  const TemporaryFolder folder;
  HistoryFiles files(folder / "history");
  // A folder at the file's path stops even root.
  fs::create_directories(folder / "history/0/7/0.bin");
  CHECK_THROWS_WITH_AS(files.write(7, 0, "x"),
                       doctest::Contains("7/0.bin: a history of updates can't"),
                       std::runtime_error);
}

TEST_CASE("an owner's pieces are removed, others' stay") {
  const TemporaryFolder folder;
  HistoryFiles files(folder / "history");
  for (const std::uint32_t owner : {8U, 9U})
    for (const std::uint32_t piece : {0U, 1U}) files.write(owner, piece, "x");
  files.remove(8);
  CHECK_FALSE(fs::exists(folder / "history/0/8"));
  CHECK(files.read(9, 1) == "x");
  CHECK_NOTHROW(files.remove(8));
  CHECK_NOTHROW(files.remove(77));
}

TEST_CASE("no folder holds more than a thousand owners") {
  const TemporaryFolder folder;
  HistoryFiles files(folder / "history");
  for (const std::uint32_t owner : {0U, 999U, 1000U})
    files.write(owner, 0, "x");
  CHECK(fs::exists(folder / "history/0/999/0.bin"));
  CHECK(fs::exists(folder / "history/1/1000/0.bin"));
}

TEST_CASE("a store of histories leaves nothing behind") {
  const TemporaryFolder folder;
  folder.write("history/f1-r1/0/1/0.bin", "of a run that was killed");
  {
    HistoryFiles files(folder / "history/f1-r1");
    CHECK_FALSE(fs::exists(folder / "history/f1-r1"));
    files.write(1, 0, "new");
  }
  CHECK_FALSE(fs::exists(folder / "history/f1-r1"));
}

TEST_CASE("histories of killed runs go, a user's files stay") {
  const TemporaryFolder folder;
  const auto clean = [&] { remove_histories(*HeldFolder::open(folder / "r")); };
  folder.write("r/history/f2-r1/0/0/0.bin", "of a run that was killed");
  clean();
  CHECK_FALSE(fs::exists(folder / "r/history"));
  clean();
  folder.write("r/history/f2-r1/0/0/0.bin", "of a run that was killed");
  folder.write("r/history/notes/0/0/0.bin", "a user's");
  clean();
  CHECK_FALSE(fs::exists(folder / "r/history/f2-r1"));
  CHECK(fs::exists(folder / "r/history/notes/0/0/0.bin"));
}

}  // namespace fedltr::history_files_test
