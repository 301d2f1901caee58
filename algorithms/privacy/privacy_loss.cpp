#include "algorithms/privacy/privacy_loss.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <complex>
#include <limits>

#include "algorithms/core/fourier.hpp"
#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

using Complex = std::complex<double>;

constexpr double kNone = std::numeric_limits<double>::infinity();
constexpr std::uint64_t kMostReleases = std::uint64_t{1} << 32;

/// Deviations on either side of the mean that the window of a sum covers.
constexpr double kDeviations = 9;
/// Maximum points of a window before the lattice is made coarser, and in total;
/// minimum steps per deviation of one release on a coarser lattice.
constexpr double kFewPoints = 1 << 14;
constexpr double kMostPoints = 1 << 16;
constexpr double kFewSteps = 8;
constexpr double kMostTilt = 0x1p40;
/// Share of delta reserved for rounding outside of the transform, which is
/// about 1e-9 for 3 million releases.
constexpr double kSlack = 1e-7;
/// Continuous Laplace loss: minimum number of steps, and their maximum length.
constexpr std::size_t kLaplaceSteps = 512;
constexpr double kLaplaceStep = 0.0625;

/// The masses times e^{tilt (x - top)}, normalised to a distribution.
struct Tilted {
  std::vector<double> mass;
  double log_total = 0;  ///< log of the total they were divided by
  double mean = 0;       ///< in steps below the top, like the deviation
  double deviation = 0;
};

Tilted tilted(const LossDistribution& loss, double tilt) {
  Tilted result{loss.mass};
  double total = 0;
  double first = 0;
  const double fall = portable_exp(std::max(-700.0, -tilt * loss.step));
  double weight = 1;
  for (std::size_t i = 0; i < loss.mass.size(); ++i, weight *= fall) {
    const double steps = i;
    double& mass = result.mass[i];
    mass *= weight;
    total += mass;
    first += mass * steps;
  }
  result.log_total = portable_log(total);
  result.mean = first / total;
  double variance = 0;
  for (std::size_t i = 0; i < result.mass.size(); ++i) {
    result.mass[i] /= total;
    const double away = static_cast<double>(i) - result.mean;
    variance += result.mass[i] * away * away;
  }
  result.deviation = std::sqrt(variance);
  return result;
}

/// The power of two that minimises the bound on epsilon by moments: delta <= E
/// e^{tilt (x - epsilon)} times the maximum of e^{-tilt y} (1 - e^-y).
double best_tilt(const LossDistribution& loss, std::uint64_t releases,
                 double delta) {
  double best = 0;
  double least = kNone;
  for (double tilt = 0x1p-16; tilt <= kMostTilt; tilt *= 2) {
    const double most =
        -tilt * portable_log(1 + 1 / tilt) - portable_log(1 + tilt);
    const double bound =
        (static_cast<double>(releases) * tilted(loss, tilt).log_total + most -
         portable_log(delta)) /
        tilt;
    // Small total losses need steep tilts; past a minimum the bound only grows.
    if (bound >= least && tilt > 512) break;
    if (bound >= least) continue;
    least = bound;
    best = tilt;
  }
  return best;
}

/// base^exponent
Complex power(Complex base, std::uint64_t exponent) {
  Complex result = 1;
  for (; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = product(result, base);
    base = product(base, base);
  }
  return result;
}

/// The masses of a sum of releases; place i holds all those at i steps modulo
/// their number. Each is an upper bound: the possible rounding error of the
/// transform is added.
std::vector<double> convolved(const std::vector<double>& mass,
                              std::uint64_t releases, std::size_t points) {
  std::vector<Complex> values(points);
  for (std::size_t i = 0; i < mass.size(); ++i) values[i % points] += mass[i];
  fourier(values);
  // For real numbers, one half of the transform mirrors the other.
  double slope = 0;
  for (std::size_t i = 0; i <= points / 2; ++i) {
    const Complex before = power(values[i], releases - 1);
    const std::size_t mirrored = (points - i) % points;
    slope += std::abs(before) * (mirrored == i ? 1 : 2);
    values[i] = product(values[i], before);
    if (mirrored != i) values[mirrored] = std::conj(values[i]);
  }
  inverse_fourier(values);
  const double size = points;
  // A transform errs by less than log2(points) 2^-51 <= 2^-46 of its input, an
  // n-th power by n times as much.
  const double rounding = (releases + 1.0) * 0x1p-46 * slope / size;
  std::vector<double> sums(points);
  for (std::size_t i = 0; i < points; ++i)
    sums[i] = std::max(0.0, values[i].real() / size) + rounding;
  return sums;
}

double rounded_up(double epsilon) {
  return std::ceil(epsilon * 1e9) / 1e9;
}

LossDistribution fitting(LossDistribution loss, std::uint64_t releases) {
  const double root = std::sqrt(releases);
  for (double steps = tilted(loss, 0).deviation;
       steps >= kFewSteps && 2 * kDeviations * steps * root > kFewPoints &&
       loss.mass.size() % 2 == 1;
       steps /= 2)
    loss = coarser(loss);
  return loss;
}

/// The loss of all releases together.
class Sum {
 public:
  /// @param loss  of one release; must outlive this
  Sum(const LossDistribution& loss, std::uint64_t releases, double delta)
      : loss_(loss),
        releases_(releases),
        delta_(delta),
        tilt_(best_tilt(loss, releases, delta)),
        own_(tilted(loss, tilt_)),
        mean_(own_.mean * static_cast<double>(releases)),
        steps_(static_cast<double>(loss.mass.size() - 1) *
               static_cast<double>(releases)) {}

  /// Number of points of a window with `deviations` deviations on either side.
  double points(double deviations) const {
    return std::min(end(deviations), steps_) - begin(deviations) + 1;
  }

  /// Goes down from the largest loss until it reaches delta.
  /// @return infinity if delta is not reached in the window
  double epsilon(double deviations) const;

 private:
  double side(double deviations) const {
    return deviations * own_.deviation * std::sqrt(releases_) + 16;
  }
  /// Near the largest possible loss, the tail above a window may be heavy.
  double begin(double deviations) const {
    return mean_ < 2 * side(deviations) ? 0
                                        : std::floor(mean_ - side(deviations));
  }
  double end(double deviations) const { return mean_ + side(deviations); }

  /// Factor from a tilted mass, `steps` steps below the top, to the mass of P.
  double weight(double steps) const {
    return portable_exp(
        std::clamp(static_cast<double>(releases_) * own_.log_total +
                       tilt_ * loss_.step * steps,
                   -700.0, 700.0));
  }

  const LossDistribution& loss_;
  std::uint64_t releases_;
  double delta_;
  double tilt_;
  Tilted own_;
  double mean_;
  double steps_;
};

double Sum::epsilon(double deviations) const {
  const auto first = static_cast<std::uint64_t>(begin(deviations));
  const auto wanted = static_cast<std::size_t>(std::ceil(points(deviations)));
  const std::vector<double> masses =
      convolved(own_.mass, releases_, std::bit_ceil(wanted));
  const double fall = portable_exp(-loss_.step);
  // Mass of the losses above x, under P and, times e^x, under Q: at first all
  // above the window, by Chernoff's bound.
  double above = first > 0 ? weight(static_cast<double>(first)) : 0;
  double of_other = 0;
  for (std::uint64_t steps = first; steps < first + wanted; ++steps) {
    const double below = static_cast<double>(steps) * loss_.step;
    const double x = static_cast<double>(releases_) * loss_.top - below;
    if (above - of_other * fall > delta_) {
      const double back = portable_log(of_other / (above - delta_));
      // x is the difference of two numbers that may be much larger.
      const double rounding =
          0x1p-50 * static_cast<double>(releases_) * std::abs(loss_.top);
      return rounded_up(std::max(0.0, x + loss_.step - back + rounding));
    }
    if (x <= 0) return 0;
    const double mass =
        masses[steps % masses.size()] * weight(static_cast<double>(steps));
    of_other = of_other * fall + mass;
    above += mass;
  }
  return kNone;
}

}  // namespace

LossDistribution randomized_response_loss(double truth, std::size_t values) {
  const double others = (1 - truth) / (static_cast<double>(values) - 1);
  require(truth < 1 && truth > others,
          "randomised response needs 1 / values < p < 1");
  const double top = portable_log(truth / others);
  if (values == 2) return {top, 2 * top, {truth, others}};
  return {top, top, {truth, std::max(0.0, 1 - truth - others), others}};
}

// The continuous loss has delta(x) = 1 - e^{(x - epsilon) / 2} between -epsilon
// and epsilon. Discrete noise of scale t, moved by k steps, has the same delta
// at its losses (k - 2 i) / t; between them delta is linear in e^x, which lies
// above. So the discrete loss of any k and t = k / epsilon is a lattice that is
// never below the continuous loss; and discrete noise that does not fit the
// lattice leaks no more than continuous noise of epsilon + 2 / t.
//
// A move by a and b in two coordinates leaks no more than one by a + b: with
// m = 1 - delta_b, 1 - delta of the two is the sum over losses x >= 0 of a, a
// <= b, of p(x) (m(y - x) + e^-x m(y + x)), since p(-x) = e^-x p(x). Each term
// is at least p(x) (1 + e^-x) e^{(y - a - b) / 2}, for each of the shapes 1,
// e^{(t - b) / 2} and e^t of m. So one coordinate is the worst case.
LossDistribution laplace_loss(double epsilon, double step) {
  require(epsilon > 0 && step >= 0, "Laplace noise needs an epsilon above 0");
  if (epsilon > 1000) return {};
  std::size_t steps = kLaplaceSteps;
  const double own = step > 0 ? epsilon / step : 0;
  if (own > 0 && own < 1024 && std::abs(own - std::round(own)) < 1e-9) {
    steps = static_cast<std::size_t>(std::round(own));
  } else {
    epsilon += 2 * step;
    const double fine = std::ceil(2 * epsilon / kLaplaceStep);
    steps = std::max(steps, std::bit_ceil(static_cast<std::size_t>(fine)));
  }
  const double ratio = portable_exp(-epsilon / static_cast<double>(steps));
  LossDistribution loss{epsilon, 2 * epsilon / static_cast<double>(steps), {}};
  double fall = 1 / (1 + ratio);
  for (std::size_t i = 0; i <= steps; ++i, fall *= ratio)
    loss.mass.push_back(i == 0 || i == steps ? fall : fall * (1 - ratio));
  return loss;
}

LossDistribution coarser(const LossDistribution& loss) {
  if (loss.mass.size() % 2 == 0) return loss;
  const double fall = portable_exp(-loss.step);
  LossDistribution result{loss.top, 2 * loss.step,
                          std::vector<double>((loss.mass.size() + 1) / 2)};
  for (std::size_t i = 0; i < loss.mass.size(); ++i) {
    const double mass = loss.mass[i];
    if (i % 2 == 0) {
      result.mass[i / 2] += mass;
    } else {
      result.mass[i / 2] += mass / (1 + fall);
      result.mass[i / 2 + 1] += mass * fall / (1 + fall);
    }
  }
  return result;
}

double composed_epsilon(const LossDistribution& loss, std::uint64_t releases,
                        double delta) {
  require(delta > 0 && delta < 1, "delta is between 0 and 1");
  if (releases == 0) return 0;
  if (loss.mass.empty() || releases > kMostReleases) return kNone;
  const LossDistribution fits = fitting(loss, releases);
  const Sum sum(fits, releases, delta * (1 - kSlack));
  double epsilon = kNone;
  for (double deviations = kDeviations;
       epsilon == kNone && sum.points(deviations) <= kMostPoints;
       deviations *= 2)
    epsilon = sum.epsilon(deviations);
  return epsilon;
}

}  // namespace fedltr
