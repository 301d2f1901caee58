// Every attack, on models at the limit of what the check of an update accepts.
#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "tests/support/extreme_models.hpp"

namespace fedltr::extreme_attacks_test {
namespace {
using test::Honest;

constexpr Index kSize = 4;

/// Crafts for three rounds from known models, one of them huge.
void check(const AttackMethod& method, const std::string& rule, Honest kind,
           Index known, Index attackers, double magnitude) {
  AttackOptions options;
  options.rounds = 3;
  options.rule = [&] {
    RuleOptions made;
    made.malicious = static_cast<std::uint32_t>(attackers);
    made.trusted = [](const Vector& global, std::uint32_t) -> Vector {
      return global + Vector::Ones(global.size());
    };
    return make_robust_rule(rule, "none", made);
  };
  const auto attack = method.make(options);
  const Vector global = Vector::Zero(kSize);
  for (std::uint32_t round = 1; round <= 3; ++round)
    for (const Index huge : {Index{0}, known - 1}) {
      Matrix honest = test::honest_models(kind, known, kSize, round);
      if (magnitude > 0) honest.row(huge).setConstant(magnitude);
      const Matrix sent = attack->craft(
          {global, honest, attackers, 34, static_cast<std::uint32_t>(attackers),
           Rng(1, Purpose::kAttack, 0, round), round});
      REQUIRE(sent.rows() == attackers);
      REQUIRE(sent.cols() == kSize);
      REQUIRE(sent.allFinite());
    }
}

}  // namespace

TEST_CASE("every attack answers whatever passes the check of an update") {
  for (const auto& method : attacks())
    for (const char* rule : {"krum", "vigilant", "fltrust", "dnc"})
      for (const Honest kind : test::kEveryHonest)
        for (const double magnitude : {0.0, 1e10, 1e24, 1e100, kLargestSent})
          for (const auto& [known, attackers] :
               {std::pair<Index, Index>{1, 1}, {3, 3}, {34, 3}}) {
            if (!method.traits.on_models) continue;
            CAPTURE(method.name);
            CAPTURE(rule);
            CAPTURE(kind);
            CAPTURE(magnitude);
            CAPTURE(known);
            check(method, rule, kind, known, attackers, magnitude);
          }
}

}  // namespace fedltr::extreme_attacks_test
