// Invalid scenario files.
#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/base/errors.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::settings_test {
using fedltr::test::TemporaryFolder;

namespace {

std::string complaint_about(const std::string& file) {
  return test::error_of<UsageError>([&] { read_scenario(file, {}); });
}

}  // namespace

TEST_CASE("neither devices nor pipes are waited for, also where included") {
  const TemporaryFolder folder;
  REQUIRE(mkfifo((folder / "pipe").c_str(), 0600) == 0);
  for (const std::string& name :
       {(folder / "pipe").string(), std::string("/dev/zero"), folder.text()}) {
    const std::string refusal =
        name + ": can't read this scenario file: expected a regular file";
    CHECK(complaint_about(name) == refusal);
    const std::string file =
        folder.write("s.ini", "include = " + name + "\n[run]\nseed = 1\n");
    CHECK(complaint_about(file) == refusal + " (included from " + file + ":1)");
  }
}

TEST_CASE("a scenario file has 1 MiB at most") {
  const TemporaryFolder folder;
  const std::string comment = "# " + std::string((1 << 20) - 3, '-') + "\n";
  CHECK(complaint_about(folder.write("s.ini", comment)) == "");
  CHECK(complaint_about(folder.write("s.ini", comment + "\n"))
            .ends_with("is larger than 1 MiB: not a scenario"));
}

TEST_CASE("a grid's key that was overridden in between begins anew") {
  const TemporaryFolder folder;
  const ReadScenario read = read_scenario(
      folder.write("s.ini",
                   "[grid]\nfederation.clients = 10, 20\n"
                   "[federation]\nclients = 30\n"
                   "[grid]\nlearner.rate = 0.1, 0.2\n"
                   "federation.interactions = 4, 8\n"
                   "federation.clients = 40, 50\nfederation.clients = 60\n"),
      {});
  REQUIRE(read.points.size() == 12);
  CHECK(read.points[0].scenario.federation.clients == 40);
  CHECK(read.points[11].scenario.federation.clients == 60);
}

TEST_CASE("a grid's key may be on lines of its old and its present name") {
  const TemporaryFolder folder;
  const ReadScenario read =
      read_scenario(folder.write("s.ini",
                                 "[grid]\nsynthetic.twin = yahoo\n"
                                 "synthetic.like = mslr, mq2008\n"),
                    {});
  REQUIRE(read.points.size() == 3);
  CHECK(read.points[0].scenario.synthetic.like == "yahoo");
  CHECK(read.renamed.size() == 1);
}

}  // namespace fedltr::settings_test
