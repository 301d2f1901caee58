#include "scenarios/base/folders.hpp"

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::folders_test {
using fedltr::test::TemporaryFolder;
namespace fs = std::filesystem;

TEST_CASE("folders are made with those above them, or there already") {
  const TemporaryFolder folder;
  create_folders(folder / "a/b/c");
  CHECK(fs::is_directory(folder / "a/b/c"));
  create_folders(folder / "a/b/c");
  const std::string file = folder.write("f", "a file");
  CHECK_THROWS_AS(create_folders(file), fs::filesystem_error);
  CHECK_THROWS_AS(create_folders(folder / "f/g"), fs::filesystem_error);
}

}  // namespace fedltr::folders_test
