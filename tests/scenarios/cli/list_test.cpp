#include "scenarios/cli/list.hpp"

#include <doctest/doctest.h>

#include "scenarios/schema/method_tables.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::list_test {
using test::fedltr_command;
using test::read_text;

TEST_CASE(
    "docs/methods.md and docs/keys.md are current: make docs-lists renews "
    "them") {
  CHECK(read_text("docs/methods.md") ==
        fedltr_command({"list", "--format", "markdown"}).out);
  CHECK(read_text("docs/keys.md") ==
        fedltr_command({"list", "keys", "--format", "markdown"}).out);
}

TEST_CASE("a list holds every method and every parameter's key") {
  const std::string all = fedltr_command({"list"}).out;
  const std::string keys = fedltr_command({"list", "keys"}).out;
  for (const MethodTable& table : method_tables())
    for (const MethodInfo& method : table.methods) {
      CAPTURE(method.name);
      CHECK(all.find("\n  " + method.name + " ") != std::string::npos);
      for (const Parameter& parameter : method.parameters) {
        const std::string key = table.section() + parameter.name + " = ";
        CHECK(all.find(key) != std::string::npos);
        CHECK(keys.find("\n  " + key) != std::string::npos);
      }
    }
}

TEST_CASE("a kind may be given by its old name, a wrong one is corrected") {
  CHECK(fedltr_command({"list", "preparations"}).out ==
        fedltr_command({"list", "pre-aggregation"}).out);
  CHECK(fedltr_command({"list", "rule"}).err.find("nearest is 'rules'") !=
        std::string::npos);
  CHECK(fedltr_command({"list", "rules", "--format", "html"}).code == 2);
}

TEST_CASE("check tells the new name of a key, on stderr only") {
  const test::TemporaryFolder folder;
  const auto outcome = fedltr_command(
      {"check", folder.write("s.ini", "[synthetic]\ntwin = yahoo\n")});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find("like = yahoo\n") != std::string::npos);
  CHECK(outcome.out.find("twin") == std::string::npos);
}

}  // namespace fedltr::list_test
