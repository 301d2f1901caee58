#include "algorithms/silo/combination.hpp"

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/silo/party_trainer.hpp"

namespace fedltr::combination_test {
namespace {

PartyRule rule_of(const std::string& name, std::uint32_t malicious,
                  std::size_t least = 3) {
  return {[=] {
            return make_robust_rule(
                name, "none",
                {.malicious = malicious, .seed = 7, .clients = 5});
          },
          least};
}

/// Rules that need nothing from parties except their answers.
std::vector<std::string> rules_for_parties() {
  std::vector<std::string> names;
  for (const RuleMethod& rule : aggregation_rules())
    if (rule.make && !rule.traits.needs_root_data &&
        !rule.traits.follows_clients)
      names.push_back(rule.name);
  return names;
}

/// Answers of four parties that nearly agree, after a fifth one.
std::vector<Vector> told(const Vector& first) {
  std::vector<Vector> all = {first};
  for (int i = 0; i < 4; ++i)
    all.push_back(Vector{{1 + 0.01 * i, -2 + 0.02 * i, 0.5 - 0.01 * i}});
  return all;
}

}  // namespace

TEST_CASE("without a rule parties are combined by their mean, to the bit") {
  const auto all = told(Vector{{0.1, 0.2, 0.3}});
  CHECK(Combination({})(all) == mean_of(all));
  CHECK_THROWS_AS(Combination({})({}), std::invalid_argument);
}

TEST_CASE("every rule but one keeps one of five parties from moving the rest") {
  const Vector typical{{1, -2, 0.5}};
  const auto rules = rules_for_parties();
  CHECK(rules.size() == 13);
  for (const std::string& name : rules)
    for (const double strength : {-1e3, 1e3, 1e6}) {
      CAPTURE(name);
      CAPTURE(strength);
      Combination combine(rule_of(name, 1));
      const auto all = told(strength * typical);
      for (int step = 0; step < 3; ++step) {
        const Vector result = combine(all);
        REQUIRE(result.allFinite());
        const bool near = (result - typical).norm() < typical.norm();
        // With so small a number the lone party passes for the least extreme
        // one.
        CHECK(near == (name != "foundation"));
      }
      CHECK((mean_of(all) - typical).norm() > 100 * typical.norm());
    }
}

TEST_CASE("every rule for parties that agree gives what they agree on") {
  const std::vector<Vector> same(5, Vector{{1, -2, 0.5}});
  for (const std::string& name : rules_for_parties()) {
    CAPTURE(name);
    CHECK((Combination(rule_of(name, 1))(same) - same[0]).norm() < 1e-9);
  }
}

TEST_CASE("fewer parties than a rule needs are no basis of a step") {
  Combination combine(rule_of("median", 1, 4));
  const auto all = told(Vector{{0, 0, 0}});
  CHECK_NOTHROW(combine(std::span(all).first(4)));
  CHECK_THROWS_WITH_AS(combine(std::span(all).first(3)),
                       "has 3 parties left to combine: aggregation.rule needs "
                       "4 or more",
                       TrainingError);
  CHECK_THROWS_AS(combine({}), TrainingError);
}

TEST_CASE("one word moves the mean quality, and not the median of a rule") {
  const std::vector<double> said = {0, 0.5, 0.5, 1, 0.5};
  double mean = 1;
  Combination({}).add_quality(said, mean);
  CHECK(mean == doctest::Approx(1.5));
  double median = 1;
  Combination(rule_of("krum", 1)).add_quality(said, median);
  CHECK(median == 1.5);
  const std::vector<double> liar = {1, 0.25, 0.5, 0.5};
  Combination({}).add_quality(liar, mean);
  CHECK(mean == doctest::Approx(2.0625));
  Combination(rule_of("krum", 1)).add_quality(liar, median);
  CHECK(median == 2);
}

TEST_CASE("the mean of models is worked by hand, and needs one") {
  const std::vector<Vector> models = {Vector{{1, 2}}, Vector{{2, 6}}};
  CHECK(mean_of(models) == Vector{{1.5, 4}});
  CHECK_THROWS_AS(mean_of({}), std::invalid_argument);
}

}  // namespace fedltr::combination_test
