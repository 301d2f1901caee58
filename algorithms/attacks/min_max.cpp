#include "algorithms/attacks/min_max.hpp"

#include "algorithms/aggregation/robust.hpp"

namespace fedltr {
namespace {

/// True if a model is near enough to the honest ones.
using Fits = std::function<bool(const Vector& distances)>;

double largest_step(const RowsView& honest, const Vector& mean,
                    const Vector& direction, const Fits& fits) {
  const auto holds = [&](double step) {
    return fits(distances_to(honest, mean + step * direction));
  };
  if (direction.norm() == 0 || !holds(0)) return 0;
  double low = 0;
  double high = 1e-6;
  while (holds(high) && high < 1e6) {
    low = high;
    high *= 2;
  }
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

Matrix among_the_honest(const AttackInput& input, const Fits& fits) {
  const Moments moments = moments_of(input.honest);
  const Vector& mean = moments.mean;
  Vector best = mean;
  double farthest = 0;
  for (const Vector& direction : harmful_directions(input, moments)) {
    const double step = largest_step(input.honest, mean, direction, fits);
    const double moved = step * direction.norm();
    if (moved <= farthest) continue;
    farthest = moved;
    best = mean + step * direction;
  }
  return for_all(best, input.attackers);
}

Fits no_farther_than_two(const RowsView& honest) {
  return
      [limit = squared_distances(honest).maxCoeff()](const Vector& distances) {
        return distances.squaredNorm() == 0 ||
               distances.maxCoeff() * distances.maxCoeff() <= limit;
      };
}

Matrix min_max(const AttackInput& input) {
  return among_the_honest(input, no_farther_than_two(input.honest));
}

Matrix min_sum(const AttackInput& input) {
  const double limit =
      squared_distances(input.honest).rowwise().sum().maxCoeff();
  return among_the_honest(input, [&](const Vector& distances) {
    return distances.squaredNorm() <= limit;
  });
}

}  // namespace

std::array<Vector, 3> harmful_directions(const AttackInput& input,
                                         const Moments& honest) {
  const Vector move = honest.mean - input.global;
  const double length = move.norm();
  return {length > 0 ? Vector(-move / length) : Vector(-move),
          -move.cwiseSign(), -honest.deviation};
}

double room_among(const RowsView& honest, const Vector& mean,
                  const Vector& direction) {
  return largest_step(honest, mean, direction, no_farther_than_two(honest));
}

AttackMethod min_max_attack() {
  return {"min-max",
          "no farther from any honest update than the two farthest apart",
          "Shejwalkar and Houmansadr (NDSS 2021)",
          {},
          [](const AttackOptions&) { return memoryless(min_max); },
          kOnModels};
}

AttackMethod min_sum_attack() {
  return {
      "min-sum",
      "no farther in sum from the honest updates than the farthest of these",
      "Shejwalkar and Houmansadr (NDSS 2021)",
      {},
      [](const AttackOptions&) { return memoryless(min_sum); },
      kOnModels};
}

}  // namespace fedltr
