#include "algorithms/attacks/optimal.hpp"

#include "algorithms/attacks/shadow_rule.hpp"

namespace fedltr {
namespace {

constexpr int kTrials = 16;

/// Direction subtracted from the honest mean, x times.
using Ray = std::function<Vector(const AttackInput&, const Moments&)>;

class OptimalAttack final : public Attack {
 public:
  OptimalAttack(Ray ray, const ShadowRule::Make& rule)
      : ray_(std::move(ray)), rule_(rule) {}

  Matrix craft(const AttackInput& input) override {
    const Moments moments = moments_of(input.honest);
    const Vector ray = ray_(input, moments);
    ExpectedRound round(input);
    const double x = farthest([&](double tried) {
      const Vector outcome =
          rule_.outcome(round.with(moments.mean - tried * ray));
      return (outcome - round.honest_mean()).norm();
    });
    const Vector sent = moments.mean - x * ray;
    rule_.take(round.with(sent));
    return for_all(sent, input.attackers);
  }
  void exchange(Archive& archive) override { rule_.exchange(archive); }

 private:
  Ray ray_;
  ShadowRule rule_;
};

AttackMethod optimal(std::string name, std::string summary, std::string source,
                     const Ray& ray) {
  return {std::move(name),
          std::move(summary),
          std::move(source),
          {},
          [ray](const AttackOptions& options) {
            return std::make_unique<OptimalAttack>(ray, options.rule);
          },
          kOnModels};
}

}  // namespace

double farthest(const std::function<double(double)>& reach) {
  double best = 0;
  double most = reach(best);
  double step = 1;
  bool grows = true;
  for (int trial = 1; trial < kTrials; ++trial) {
    const double reached = reach(best + step);
    if (reached > most) {
      most = reached;
      best += step;
      if (grows) step *= 2;
      continue;
    }
    grows = false;
    step /= -2;
    if (best + step < 0) step = -step;
  }
  return best;
}

AttackMethod optimal_lie_attack() {
  return optimal("lie-optimal",
                 "lie with the z that moves the rule farthest, by line search",
                 "Baruch et al. (NeurIPS 2019); after ByzFL",
                 [](const AttackInput&, const Moments& moments) {
                   return moments.deviation;
                 });
}

AttackMethod optimal_ipm_attack() {
  return optimal(
      "ipm-optimal",
      "ipm with the length that moves the rule farthest, by line search",
      "Xie et al. (UAI 2019); after ByzFL",
      [](const AttackInput& input, const Moments& moments) -> Vector {
        return moments.mean - input.global;
      });
}

}  // namespace fedltr
