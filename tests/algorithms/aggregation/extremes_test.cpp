// Every rule and every pre-aggregation at the limit of what the check of an
// update accepts.
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "tests/support/extreme_models.hpp"

namespace fedltr::extremes_test {
namespace {
using test::Honest;
using test::Sent;

constexpr Index kSize = 4;
const Vector kGlobal = Vector::Zero(kSize);

/// A rule with a pre-aggregation for `clients` clients.
struct Setting {
  const RuleMethod& rule;
  const PreAggregationMethod& before;
  Index clients;

  /// The largest number of malicious clients that the rule tolerates.
  Index malicious() const {
    return std::min<Index>(
        rule.traits.max_malicious(before.traits.models_of(clients)), clients);
  }
  std::unique_ptr<RobustRule> make() const {
    RuleOptions options;
    options.malicious = static_cast<std::uint32_t>(malicious());
    options.seed = 1;
    options.parameters = {{"window", std::uint64_t{2}}};
    options.trusted = [](const Vector& global, std::uint32_t) -> Vector {
      return global + Vector::Ones(global.size());
    };
    return make_robust_rule(rule.name, before.name, options);
  }
};

/// All rows, with the attackers' first or last.
Matrix together(const Matrix& sent, const Matrix& honest, bool first) {
  Matrix all(sent.rows() + honest.rows(), kSize);
  if (first)
    all << sent, honest;
  else
    all << honest, sent;
  return all;
}

/// Three rounds: all results are finite, and the first is within its bound.
void check(const Setting& setting, Honest kind, const Matrix& sent,
           bool first) {
  const auto rule = setting.make();
  const Index n = setting.clients;
  std::vector<std::uint32_t> clients(static_cast<std::size_t>(n));
  std::iota(clients.begin(), clients.end(), 0U);
  std::vector<double> selection(clients.size());
  for (std::uint32_t round = 1; round <= 3; ++round) {
    const Matrix honest =
        test::honest_models(kind, n - sent.rows(), kSize, round);
    const Matrix models = together(sent, honest, first);
    const Vector result =
        rule->aggregate({models, clients, kGlobal, round}, selection);
    REQUIRE(result.allFinite());
    for (const double each : selection) REQUIRE(std::isfinite(each));
    if (round > 1 || !setting.rule.traits.bounded) continue;
    double farthest = setting.rule.traits.needs_root_data
                          ? std::sqrt(static_cast<double>(kSize))
                          : 0;
    for (Index i = 0; i < honest.rows(); ++i)
      farthest = std::max(farthest, honest.row(i).norm());
    REQUIRE(result.norm() <=
            10 * std::sqrt(static_cast<double>(n)) * farthest + 1e-140);
  }
}

/// Cases of check_all().
enum class Cases { kAll, kHardest };

void check_all(const Setting& setting, Cases cases) {
  const Index attackers = setting.malicious();
  if (attackers < 0) return;  // fewer clients than the rule takes
  for (const Honest kind : test::kEveryHonest)
    for (const Sent sent : test::kEverySent)
      for (const double magnitude : test::kMagnitudes) {
        // All cases with normal clients; otherwise those that are hardest to
        // detect.
        const bool hardest = sent == Sent::kDecoy && magnitude >= 1e24;
        const bool all = cases == Cases::kAll && kind == Honest::kNormal;
        if (!all && !hardest) continue;
        CAPTURE(setting.rule.name);
        CAPTURE(setting.before.name);
        CAPTURE(setting.clients);
        CAPTURE(kind);
        CAPTURE(sent);
        CAPTURE(magnitude);
        const Matrix poison =
            test::sent_models(sent, attackers, kSize, magnitude);
        for (const bool first : {true, false})
          check(setting, kind, poison, first);
      }
}

}  // namespace

TEST_CASE("the largest number of a message is the largest that is accepted") {
  for (const auto& method : learners()) {
    if (!method.traits.sends_models) continue;
    CAPTURE(method.name);
    const RankerShape shape(2, {});
    const auto learner = method.make({}, find(rankers(), "linear").make(shape));
    CHECK(learner->accepts(Vector::Constant(2, kLargestSent)));
    CHECK(learner->accepts(Vector::Constant(2, -kLargestSent)));
    CHECK_FALSE(learner->accepts(Vector::Constant(2, 1.01 * kLargestSent)));
  }
}

TEST_CASE("every rule withstands what passes the check of an update") {
  for (const auto& rule : aggregation_rules())
    for (const Index clients : {1, 2, 3, 4, 5, 8, 11, 32, 33, 64})
      if (rule.make)
        check_all({rule, pre_aggregations()[0], clients}, Cases::kAll);
}

TEST_CASE("any number of clients withstands what is hardest to detect") {
  for (const auto& rule : aggregation_rules())
    for (Index clients = 1; clients <= 64; ++clients)
      if (rule.make)
        check_all({rule, pre_aggregations()[0], clients}, Cases::kHardest);
}

TEST_CASE("so does every rule behind every pre-aggregation") {
  for (const auto& before : pre_aggregations())
    for (const auto& rule : aggregation_rules())
      for (const Index clients : {2, 5, 34})
        if (rule.make && before.make)
          check_all({rule, before, clients}, Cases::kAll);
}

TEST_CASE("an unbounded rule is moved by what the others withstand") {
  // Guards against rules that have the trait only by default.
  for (const auto& rule : aggregation_rules()) {
    if (!rule.make) continue;
    CAPTURE(rule.name);
    const Setting setting{rule, pre_aggregations()[0], 40};
    double farthest = 0;
    for (const Sent sent : test::kEverySent)
      for (const Index attackers : {1, 2, 9}) {
        std::vector<std::uint32_t> clients(40);
        std::iota(clients.begin(), clients.end(), 0U);
        std::vector<double> selection(40);
        Matrix poison = test::sent_models(sent, attackers, kSize, 1e24);
        if (sent == Sent::kDecoy) poison.bottomRows(attackers - 1) *= -1;
        const Matrix models = together(
            poison,
            test::honest_models(Honest::kNormal, 40 - attackers, kSize, 1),
            false);
        farthest = std::max(
            farthest, setting.make()
                          ->aggregate({models, clients, kGlobal, 1}, selection)
                          .norm());
      }
    CHECK((farthest > 1e4) == !rule.traits.bounded);
  }
}

}  // namespace fedltr::extremes_test
