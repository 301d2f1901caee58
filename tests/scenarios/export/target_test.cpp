// The table of targets, and what is refused.
#include "scenarios/export/target.hpp"

#include <set>

#include "tests/support/exports.hpp"

namespace fedltr::target_test {
using namespace fedltr::test;

TEST_CASE("every target has a name of its own and says what differs") {
  std::set<std::string> names;
  for (const ExportTarget& target : export_targets()) {
    CHECK(names.insert(target.name).second);
    CHECK_FALSE(target.summary.empty());
    CHECK_FALSE(target.source.empty());
    CHECK_FALSE(target.traits.differs.empty());
  }
}

TEST_CASE(
    "every target takes a linear ranker of plain features, in files "
    "named after it") {
  const ExportedModel model =
      exported(random_model("linear", 3, Normalize::kNone), std::nullopt);
  for (const ExportTarget& target : export_targets()) {
    CAPTURE(target.name);
    const Exported made = export_to(target, model);
    CHECK_FALSE(made.files.empty());
    for (const ExportedFile& file : made.files) {
      CHECK(file.name.starts_with("my_run"));
      CHECK_FALSE(file.text.empty());
    }
    CHECK(made.install.ends_with("\n"));
  }
}

TEST_CASE("what computes in single precision refuses what it can't hold") {
  ModelFile file = random_model("linear", 1, Normalize::kNone);
  file.parameters = Vector{{1e300}};
  for (const ExportTarget& target : export_targets()) {
    CAPTURE(target.name);
    const ExportedModel model = exported(file, std::nullopt);
    if (target.traits.in_float)
      CHECK_THROWS_AS(export_to(target, model), DataError);
    else
      CHECK_NOTHROW(export_to(target, model));
  }
}

TEST_CASE("literals are read as doubles by every language") {
  CHECK(literal(1) == "1.0");
  CHECK(literal(-2.5) == "-2.5");
  CHECK(literal(1e300) == "1e+300");
  CHECK(literal(12345678901234567890.0) == "12345678901234567168.0");
  CHECK(literals(Vector{{1, 0.5}}, ", ") == "1.0, 0.5");
}

TEST_CASE("replaced() replaces all, and not what it put there") {
  CHECK(replaced("$ + $_1", "$", "a$") == "a$ + a$_1");
  CHECK(replaced("none", "$", "x") == "none");
}

}  // namespace fedltr::target_test
