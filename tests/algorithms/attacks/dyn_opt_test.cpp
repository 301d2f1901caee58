#include "algorithms/attacks/dyn_opt.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/attacks/min_max.hpp"

namespace fedltr::dyn_opt_test {
namespace {

constexpr Index kClients = 10;
constexpr Index kAttackers = 2;

std::unique_ptr<RobustRule> made(const std::string& rule) {
  RuleOptions options;
  options.malicious = kAttackers;
  return make_robust_rule(rule, "none", options);
}

/// A round of ten clients; with full knowledge the attackers see all of it.
struct Round {
  explicit Round(std::uint32_t stream) {
    Rng rng(1, Purpose::kTest, stream);
    for (double& value : honest.reshaped<Eigen::RowMajor>())
      value = 3 + rng.normal();
  }
  AttackInput input() const {
    return {global,   honest,     kAttackers,
            kClients, kAttackers, Rng(1, Purpose::kAttack)};
  }
  Vector sent(const AttackMethod& method, const std::string& rule) const {
    AttackOptions options;
    options.rule = [rule] { return made(rule); };
    return method.make(options)->craft(input()).row(0).transpose();
  }
  Vector honest_mean() const {
    return honest.bottomRows(kClients - kAttackers)
        .colwise()
        .mean()
        .transpose();
  }
  /// Distance of the rule's result from the honest mean.
  double moved(const std::string& rule, const Vector& sent,
               std::span<double> selection) const {
    Matrix models = honest;
    models.topRows(kAttackers) = for_all(sent, kAttackers);
    const std::vector<std::uint32_t> numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    const Vector result =
        made(rule)->aggregate({models, numbers, global}, selection);
    return (result - honest_mean()).norm();
  }
  double moved(const std::string& rule, const Vector& sent) const {
    std::vector<double> selection(kClients);
    return moved(rule, sent, selection);
  }
  bool keeps_all(const std::string& rule, const Vector& sent) const {
    std::vector<double> selection(kClients);
    moved(rule, sent, selection);
    if (rule == "krum") return selection[0] == kClients;
    return selection[0] > 0 && selection[1] > 0;
  }

  Vector global = Vector::Constant(20, 2);
  Matrix honest = Matrix(kClients, 20);
};

}  // namespace

TEST_CASE("dyn-opt: the longest step with which Krum keeps the attackers") {
  for (const std::string rule : {"krum", "multi-krum"}) {
    int kept = 0;
    for (std::uint32_t stream = 0; stream < 20; ++stream) {
      CAPTURE(rule);
      CAPTURE(stream);
      const Round round(stream);
      const Vector mean = moments_of(round.honest).mean;
      const Vector step = round.sent(dyn_opt_attack(), rule) - mean;
      if (step.norm() == 0) continue;  // no step is kept
      ++kept;
      CHECK(round.keeps_all(rule, mean + step));
      // 1e-3 farther it is not, nor anywhere beyond.
      for (double longer = 1.001; longer < 64; longer *= 1.1)
        CHECK_FALSE(round.keeps_all(rule, mean + longer * step));
      const Vector rival = round.sent(min_max_attack(), rule);
      if (rule == "krum" && round.keeps_all(rule, rival))
        CHECK(round.moved(rule, mean + step) >= round.moved(rule, rival));
    }
    CHECK(kept >= 15);
  }
}

TEST_CASE("dyn-opt moves other rules farther than any step that is tried") {
  for (const std::string rule : {"trimmed-mean", "median", "bulyan"})
    for (std::uint32_t stream = 0; stream < 10; ++stream) {
      CAPTURE(rule);
      CAPTURE(stream);
      const Round round(stream);
      const Moments moments = moments_of(round.honest);
      const double reached =
          round.moved(rule, round.sent(dyn_opt_attack(), rule));
      CHECK(reached >=
            round.moved(rule, round.sent(min_max_attack(), rule)) - 1e-12);
      const AttackInput input = round.input();
      for (const Vector& direction : harmful_directions(input, moments))
        for (double step = 1.0 / 64; step < 64; step *= 1.3)
          CHECK(reached >=
                0.99 * round.moved(rule, moments.mean + step * direction));
    }
}

TEST_CASE("dyn-opt keeps one objective where weights are sometimes equal") {
  const Vector global{{2, 2}};
  const Matrix honest{
      {5.1, 4.3}, {4.0, 4.3}, {3.9, 1.6}, {2.7, 3.9}, {2.5, 0.4}};
  const AttackInput input{global, honest, 1, 5, 1, Rng(1, Purpose::kAttack)};
  const Vector mean = honest.bottomRows(4).colwise().mean().transpose();
  const auto moved = [&](const Vector& sent) {
    RuleOptions options;
    options.malicious = 1;
    Matrix models = honest;
    models.row(0) = sent.transpose();
    const std::vector<std::uint32_t> numbers = {0, 1, 2, 3, 4};
    std::vector<double> selection(5);
    return (make_robust_rule("trimmed-mean", "none", options)
                ->aggregate({models, numbers, global}, selection) -
            mean)
        .norm();
  };
  AttackOptions options;
  options.rule = [] {
    RuleOptions one;
    one.malicious = 1;
    return make_robust_rule("trimmed-mean", "none", one);
  };
  const double reached =
      moved(dyn_opt_attack().make(options)->craft(input).row(0).transpose());
  const Moments moments = moments_of(honest);
  for (const Vector& direction : harmful_directions(input, moments))
    for (double step = 1.0 / 64; step < 64; step *= 1.3)
      CHECK(reached >= 0.99 * moved(moments.mean + step * direction));
}

TEST_CASE("dyn-opt without a rule goes 320 times the honest spread") {
  const Vector global{{0}};
  const Matrix honest{{1}, {1}, {2}, {2}, {4}};  // mean 2, widest 3
  const Matrix sent = dyn_opt_attack().make({})->craft(
      {global, honest, 1, 5, 1, Rng(1, Purpose::kAttack)});
  CHECK(sent(0, 0) == doctest::Approx(2 - 320 * 3).epsilon(1e-3));
}

TEST_CASE("dyn-opt sends the honest mean where nothing moves") {
  const Round round(1);
  const Matrix still = Matrix(for_all(round.global, kAttackers));
  AttackOptions options;
  options.rule = [] { return made("krum"); };
  CHECK(dyn_opt_attack().make(options)->craft(
            {round.global, still, kAttackers, kClients, kAttackers,
             Rng(1, Purpose::kAttack)}) == still);
}

}  // namespace fedltr::dyn_opt_test
