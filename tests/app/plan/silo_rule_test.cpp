#include "app/plan/silo_rule.hpp"

#include <doctest/doctest.h>

#include "app/schema/reader.hpp"

namespace fedltr::silo_rule_test {
namespace {

Scenario silo(std::vector<std::string> settings) {
  settings.insert(settings.begin(), {"silo.parties=5", "silo.order=parallel"});
  return default_scenario(settings);
}

PartyRule rule_of(const std::vector<std::string>& settings) {
  return party_rule_of(silo(settings), 1);
}

}  // namespace

TEST_CASE("the mean is no rule, and one party is enough for it") {
  CHECK_FALSE(rule_of({}).make);
  CHECK(rule_of({}).least == 1);
  CHECK(party_rule_text(silo({}))->starts_with("mean, "));
}

TEST_CASE("where no method trains jointly nothing is combined") {
  CHECK_FALSE(
      party_rule_text(default_scenario({"silo.parties=5", "silo.method=local"}))
          .has_value());
}

TEST_CASE("a rule needs the number of parties in its condition") {
  CHECK(rule_of({"aggregation.rule=median"}).least == 3);
  CHECK(rule_of({"aggregation.rule=krum"}).least == 5);
  CHECK(rule_of({"aggregation.rule=trimmed-mean", "aggregation.malicious=2"})
            .least == 5);
  CHECK(rule_of({"aggregation.rule=median",
                 "aggregation.pre-aggregation=bucketing"})
            .least == 5);
}

TEST_CASE("a rule outside its condition needs all parties, with a warning") {
  const std::vector<std::string> bulyan = {"aggregation.rule=bulyan",
                                           "aggregation.condition=warn"};
  CHECK(rule_of(bulyan).least == 5);
  CHECK(party_rule_text(silo(bulyan))->find("bulyan needs n >= 4m + 3") !=
        std::string::npos);
}

TEST_CASE("a rule gets its assumptions and its parameters") {
  CHECK(party_rule_text(silo({"aggregation.rule=trimmed-mean"})) ==
        "trimmed-mean, taking 1 of 5 parties for hostile");
  CHECK(party_rule_text(
            silo({"aggregation.rule=trimmed-mean", "aggregation.malicious=2",
                  "aggregation.pre-aggregation=nnm"})) ==
        "nnm and trimmed-mean, taking 2 of 5 parties for hostile");
  const auto clip =
      rule_of({"aggregation.rule=norm-bound", "aggregation.bound=1"}).make();
  const Matrix rows{{3, 4}, {0, 0.5}, {0, 0}};
  const std::vector<std::uint32_t> places = {0, 1, 2};
  std::vector<double> shares(3);
  const Vector start = Vector::Zero(2);
  CHECK(clip->aggregate({rows, places, start, 1}, shares)
            .isApprox(Vector{{0.2, 1.3 / 3}}));
}

TEST_CASE("hostile parties are the first ones, of a share or a number") {
  CHECK_FALSE(party_attack_of(silo({}), 1).make);
  const auto attack = [](const std::string& clients) {
    return party_attack_of(silo({"attack.kind=lie", "attack.knowledge=full",
                                 "attack.clients=" + clients}),
                           3);
  };
  CHECK(attack("0.2").parties == 1);
  CHECK(attack("2").parties == 2);
  CHECK(attack("2").assumed == 2);
  CHECK(attack("2").full);
  CHECK(attack("2").seed == 3);
  CHECK(attack("2").make() != nullptr);
}

}  // namespace fedltr::silo_rule_test
