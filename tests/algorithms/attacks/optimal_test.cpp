#include "algorithms/attacks/optimal.hpp"

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"

namespace fedltr::optimal_test {
namespace {

std::function<std::unique_ptr<RobustRule>()> rule_of(const std::string& name,
                                                     std::uint32_t malicious) {
  return [=] {
    RuleOptions options;
    options.malicious = malicious;
    return make_robust_rule(name, "none", options);
  };
}

/// Model of the first of five clients, which knows all others.
double sent_by(const AttackMethod& method, const Matrix& honest,
               const AttackOptions& options) {
  const Vector global{{0}};
  return method.make(options)->craft(
      {global, honest, 1, 5, 1, Rng(1, Purpose::kAttack)})(0, 0);
}

}  // namespace

TEST_CASE("a line search finds the peak near which it doubles its steps") {
  // 0, 1, 3, then 7 is too far.
  const double best = farthest([](double x) { return -(x - 4) * (x - 4); });
  CHECK(best == doctest::Approx(4).epsilon(0.01));
  CHECK(farthest([](double x) { return -x; }) == 0);
  CHECK(farthest([](double x) { return x < 0.3 ? x : 0; }) ==
        doctest::Approx(0.3).epsilon(0.05));
}

TEST_CASE("a line search goes as far as its 16 trials where nothing stops it") {
  CHECK(farthest([](double x) { return x; }) == 32767);
}

TEST_CASE("the strength is that of which Krum picks the attacker's model") {
  // Among five, the attacker's is picked if, with two others, it is nearest:
  // the honest ones are 0, 1, 2 and 3, around their mean with the own
  // model 1.5.
  const Matrix honest{{1.5}, {0}, {1}, {2}, {3}};
  const double sent =
      sent_by(optimal_lie_attack(), honest, {.rule = rule_of("krum", 1)});
  // At x below 1 its scores: (1 - x)^2 + x^2 of 1 and 0; that of 1: (1 - x)^2
  // + 1, of 0 the same as the attacker's with x^2 + 1. It is picked down to 0.
  CHECK(sent == doctest::Approx(0).scale(1).epsilon(0.02));
  CHECK(sent >= 0);
}

TEST_CASE("against the mean the strength has no bound") {
  const Matrix honest{{1}, {1}, {2}, {2}, {4}};
  // Mean update 2, the strongest x 32767.
  CHECK(sent_by(optimal_ipm_attack(), honest, {}) == 2 - 32767 * 2.0);
}

TEST_CASE("against a median the others bound what can be reached") {
  const Matrix honest{{5}, {1}, {2}, {8}, {9}};
  const double sent =
      sent_by(optimal_ipm_attack(), honest, {.rule = rule_of("median", 1)});
  CHECK(sent <= 2);  // from there on the median is 2, its least
}

}  // namespace fedltr::optimal_test
