// The table of targets, and its refusals.
#include "app/models/export/target.hpp"

#include <set>

#include "tests/support/exports.hpp"

namespace fedltr::target_test {
using namespace fedltr::test;

TEST_CASE("every target has a name of its own") {
  std::set<std::string> names;
  for (const ExportTarget& target : export_targets()) {
    CHECK(names.insert(target.name).second);
    CHECK_FALSE(target.summary.empty());
    CHECK_FALSE(target.source.empty());
  }
}

TEST_CASE("only those differences are listed that apply to the model") {
  const auto differs = [](const char* target, const char* kind, Normalize how) {
    return score_differences(
        find(export_targets(), target),
        exported(random_model(kind, 3, how), std::nullopt));
  };
  CHECK(differs("c", "linear", Normalize::kNone) == "nothing");
  CHECK(differs("c", "neural", Normalize::kNone) ==
        "another order of addition, at about the 15th digit; exp() of the C "
        "library, as little");
  CHECK(differs("json", "neural", Normalize::kNone) == "nothing");
  CHECK(differs("ranklib", "linear", Normalize::kNone) ==
        "features are in single precision");
  CHECK(differs("ranklib", "neural", Normalize::kNone) ==
        "features are in single precision; RankNet's score is the sigmoid of "
        "ours times a power of 2");
  CHECK(differs("vespa", "linear", Normalize::kNone) == "rounding");
  CHECK(differs("vespa", "linear", Normalize::kQueryMinmax)
            .starts_with("rounding; normalize_linear compares"));
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

TEST_CASE("targets in single precision refuse what they can't hold") {
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

TEST_CASE("weights that single precision has as 0 are counted") {
  ModelFile file = random_model("linear", 3, Normalize::kNone);
  file.parameters = Vector{{1e-60, 0, 1}};
  const ExportedModel model = exported(file, std::nullopt);
  for (const ExportTarget& target : export_targets()) {
    CAPTURE(target.name);
    CHECK((score_differences(target, model)
               .find("1 weight is too small for single precision and 0 "
                     "there") != std::string::npos) == target.traits.in_float);
  }
}

TEST_CASE("a deviation that can't be part of a weight names its feature") {
  ModelFile file = random_model("linear", 2, Normalize::kZscore);
  file.scale = std::make_shared<const FeatureScale>(
      FeatureScale{Vector{{1, 1}}, Vector{{1, 1e-310}}});
  try {
    exported(file, std::nullopt);
    FAIL("exported");
  } catch (const DataError& error) {
    const std::string what = error.what();
    CHECK(what.find("the deviation of feature '") == 0);
    CHECK(what.find("1e-310") != std::string::npos);
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
