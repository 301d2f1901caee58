#include "algorithms/attacks/dyn_opt.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/attacks/min_max.hpp"
#include "algorithms/attacks/shadow_rule.hpp"

namespace fedltr {
namespace {

constexpr double kFirst = 64;  ///< gamma, in units of the honest spread
constexpr int kFalls = 7;      ///< of a factor of 4
constexpr int kHalvings = 14;

/// True for weights of a mean of whole models.
bool keeps_whole(std::span<const double> selection) {
  const double most = std::ranges::max(selection);
  return std::ranges::all_of(
      selection, [&](double kept) { return kept == 0 || kept == most; });
}

/// True if a rule keeps all of the attackers' models, or nothing else.
bool accepts(std::span<const double> selection,
             const std::vector<Index>& attackers) {
  double theirs = 0;
  bool all = true;
  for (const Index row : attackers) {
    theirs += selection[row];
    all &= selection[row] > 0;
  }
  double sum = 0;
  for (const double kept : selection) sum += kept;
  return theirs > 0 && (all || theirs == sum);
}

/// Result of a gamma.
struct Trial {
  double gamma = 0;
  double moved = -1;  ///< distance of the rule's result from the honest mean
  bool whole = true;  ///< the result is a mean of whole models,
  bool kept = false;  ///< and the attackers' are among them
};

class DynOpt final : public Attack {
 public:
  explicit DynOpt(const ShadowRule::Make& rule) : rule_(rule) {}

  Matrix craft(const AttackInput& input) override {
    const Moments moments = moments_of(input.honest);
    ExpectedRound round(input);
    Vector sent = moments.mean;
    double farthest = -1;
    for (const Vector& harmful : harmful_directions(input, moments)) {
      const double length = harmful.norm();
      if (!(length > 0)) continue;
      const Vector direction = harmful / length;
      const Trial best = search(input, moments.mean, direction, round);
      if (best.moved <= farthest) continue;
      farthest = best.moved;
      sent = moments.mean + best.gamma * direction;
    }
    rule_.take(round.with(sent));
    return for_all(sent, input.attackers);
  }
  void exchange(Archive& archive) override { rule_.exchange(archive); }

 private:
  Trial search(const AttackInput& input, const Vector& mean,
               const Vector& direction, ExpectedRound& round) {
    const auto tried = [&](double gamma) {
      return gamma > 0 ? trial(gamma, mean + gamma * direction, round)
                       : Trial{};
    };
    std::vector<Trial> first{tried(room_among(input.honest, mean, direction))};
    double gamma = kFirst * spread_of(input, mean);
    for (int fall = 0; fall < kFalls; ++fall, gamma /= 4)
      first.push_back(tried(gamma));
    // Gammas and distances don't compare: one objective for the whole search.
    const bool selects = std::ranges::all_of(first, &Trial::whole);
    const auto value_of = [&](const Trial& each) {
      if (!selects) return each.moved;
      return each.kept ? each.gamma : -1;
    };
    Trial best = *std::ranges::max_element(first, {}, value_of);
    if (value_of(best) < 0) return {};
    const auto improves = [&](const Trial& next) {
      const bool better = value_of(next) > value_of(best);
      if (better) best = next;
      return better;
    };
    double step = 2 * best.gamma;
    for (int i = 0; i < kHalvings; ++i, step /= 2)
      if (!improves(tried(best.gamma + step)))
        improves(tried(best.gamma - step));
    return best;
  }

  Trial trial(double gamma, const Vector& sent, ExpectedRound& round) {
    const LocalModels local = round.with(sent);
    std::vector<double> selection(local.clients.size());
    const Vector result = rule_.outcome(local, selection);
    const bool whole = keeps_whole(selection);
    return {gamma, (result - round.honest_mean()).norm(), whole,
            whole && accepts(selection, round.attackers())};
  }

  /// Largest distance between two honest models; if they are equal, from the
  /// model before.
  static double spread_of(const AttackInput& input, const Vector& mean) {
    const double widest = std::sqrt(squared_distances(input.honest).maxCoeff());
    return widest > 0 ? widest : (mean - input.global).norm();
  }

  ShadowRule rule_;
};

}  // namespace

AttackMethod dyn_opt_attack() {
  return {"dyn-opt",
          "min-max's directions as far as the rule at hand is moved most, or "
          "still keeps the attackers' models (AGR-tailored)",
          "Shejwalkar and Houmansadr (NDSS 2021), section IV-B",
          {},
          [](const AttackOptions& options) {
            return std::make_unique<DynOpt>(options.rule);
          },
          kOnModels};
}

}  // namespace fedltr
