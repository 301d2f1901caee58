#include "app/base/folders.hpp"

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
  CHECK_THROWS_WITH(
      create_folders(file),
      (file + ": this folder can't be made: File exists").c_str());
  CHECK_THROWS_WITH(
      create_folders(folder / "f/g"),
      (file + ": this folder can't be made: File exists").c_str());
  CHECK_THROWS_WITH(create_folders("/proc/x"),
                    "/proc/x: this folder can't be made: No such file or "
                    "directory");
}

}  // namespace fedltr::folders_test
