#include "scenarios/base/whole_file.hpp"

#include "tests/support/scenario.hpp"

using namespace fedltr;
using namespace fedltr::test;

TEST_CASE("a file appears by commit, without it the old one stays") {
  const TemporaryFolder folder;
  const std::string name = folder.write("f", "old");
  {
    WholeFile file(name);
    file.write("new");
    CHECK(read_text(name) == "old");
  }
  CHECK(read_text(name) == "old");
  CHECK_FALSE(std::filesystem::exists(name + ".tmp"));
  WholeFile file(name);
  file.write("new ");
  file.write("text");
  file.commit();
  CHECK(read_text(name) == "new text");
  CHECK_FALSE(std::filesystem::exists(name + ".tmp"));
}

TEST_CASE("what can't be written is told with the file") {
  CHECK_THROWS_WITH(WholeFile("/no/such/folder/f"),
                    "/no/such/folder/f: can't be created: No such file or "
                    "directory");
}
