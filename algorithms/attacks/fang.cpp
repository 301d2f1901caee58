#include "algorithms/attacks/fang.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/aggregation/krum.hpp"

namespace fedltr {
namespace {

constexpr double kMinLambda = 1e-5;
constexpr double kBeyond = 2;  // b

bool knows_all(const AttackInput& input) {
  return input.honest.rows() > input.attackers;
}

/// Signs opposite to the honest mean's move.
Vector reverse_signs(const AttackInput& input) {
  const Vector move = input.honest.colwise().mean().transpose() - input.global;
  // Where it does not move, either direction will do.
  return move.unaryExpr([](double x) { return x < 0 ? 1.0 : -1.0; });
}

/// The honest models that Krum will see, or their stand-ins.
Matrix seen_honest(const AttackInput& input) {
  const Index unseen = knows_all(input) ? input.attackers : 0;
  return input.honest.bottomRows(input.honest.rows() - unseen);
}

double first_lambda(const AttackInput& input, const RowsView& honest) {
  const double n = input.clients;
  const double m = input.attackers;
  // With these, n - m - 2 nearest honest models count for each honest one.
  const std::uint32_t left_out = std::max<Index>(
      honest.rows() -
          std::max<Index>(Index{input.clients} - input.attackers - 2, 1) - 2,
      0);
  const Vector scores = krum_scores(squared_distances(honest), left_out,
                                    std::vector<bool>(honest.rows(), true));
  const double near =
      std::sqrt(scores.minCoeff()) / std::sqrt(std::max(1.0, n - 2 * m - 1));
  return (near + distances_to(honest, input.global).maxCoeff()) /
         std::sqrt(input.global.size());
}

/// The largest lambda, by halving, with which Krum picks one of `copies` copies
/// among these honest models; 0 if there is none.
double picked_lambda(const AttackInput& input, const RowsView& honest,
                     const Vector& signs, Index copies) {
  Matrix candidates(honest.rows() + copies, honest.cols());
  candidates.topRows(honest.rows()) = honest;
  double lambda = first_lambda(input, honest);
  // Halving would not end if models are farther apart than numbers hold.
  if (!std::isfinite(lambda)) return 0;
  while (lambda > kMinLambda) {
    candidates.bottomRows(copies) =
        for_all(input.global + lambda * signs, copies);
    if (krum_choice(candidates, input.assumed) >= honest.rows()) return lambda;
    lambda /= 2;
  }
  return 0;
}

Matrix fang_krum(const AttackInput& input) {
  const Vector signs = reverse_signs(input);
  const Matrix honest = seen_honest(input);
  // With partial knowledge all copies would outvote the few models known.
  double lambda = 0;
  for (Index copies = knows_all(input) ? input.attackers : 1;
       lambda == 0 && copies <= input.attackers; ++copies)
    lambda = picked_lambda(input, honest, signs, copies);
  return for_all(input.global + std::max(lambda, kMinLambda) * signs,
                 input.attackers);
}

/// Range of a coordinate's poisoned values.
struct Range {
  double low = 0;
  double high = 0;
};

Range beyond(double extreme, bool up) {
  // Away from zero or towards it, whichever is farther out on that side.
  const double other =
      (extreme > 0) == up ? extreme * kBeyond : extreme / kBeyond;
  return {std::min(extreme, other), std::max(extreme, other)};
}

Matrix fang_trim(const AttackInput& input) {
  const Vector signs = reverse_signs(input);
  const auto [mean, deviation] = moments_of(input.honest);
  const Matrix honest = seen_honest(input);
  Rng rng = input.rng;
  Matrix poisoned(input.attackers, input.global.size());
  for (Index j = 0; j < poisoned.cols(); ++j) {
    const bool up = signs(j) > 0;
    Range range;
    if (knows_all(input)) {
      range =
          beyond(up ? honest.col(j).maxCoeff() : honest.col(j).minCoeff(), up);
    } else {
      const double near = mean(j) + signs(j) * 3 * deviation(j);
      const double far = mean(j) + signs(j) * 4 * deviation(j);
      range = {std::min(near, far), std::max(near, far)};
    }
    for (Index i = 0; i < poisoned.rows(); ++i)
      poisoned(i, j) = range.low + rng.uniform() * (range.high - range.low);
  }
  return poisoned;
}

}  // namespace

AttackMethod fang_krum_attack() {
  return {"fang-krum",
          "the longest step back that Krum still selects",
          "Fang et al. (USENIX Security 2020); Wang (2025), section 5.2.3",
          {},
          [](const AttackOptions&) { return memoryless(fang_krum); },
          kOnModels};
}

AttackMethod fang_trim_attack() {
  return {
      "fang-trim",
      "values just beyond the honest ones in each coordinate, against trimming",
      "Fang et al. (USENIX Security 2020); Wang (2025), section 5.2.3",
      {},
      [](const AttackOptions&) { return memoryless(fang_trim); },
      kOnModels};
}

}  // namespace fedltr
