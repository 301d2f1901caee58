#include "algorithms/privacy/accountant.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/privacy/gaussian.hpp"

namespace fedltr {
namespace {

/// log(e^a + e^b)
double log_add(double a, double b) {
  const double most = std::max(a, b);
  return most + portable_log(1 + portable_exp(std::min(a, b) - most));
}

template <class RenyiOf>
Guarantee guarantee_of(double pure, RenyiOf&& renyi_of) {
  Guarantee guarantee{pure, {}};
  for (const double order : renyi_orders())
    guarantee.renyi.push_back(renyi_of(order));
  return guarantee;
}

}  // namespace

const std::vector<double>& renyi_orders() {
  static const std::vector<double> orders = {
      1.25, 1.5, 1.75, 2,  2.25, 2.5, 3,   3.5, 4,  4.5, 5,
      6,    7,   8,    9,  10,   12,  14,  16,  18, 20,  24,
      28,   32,  40,   48, 64,   96,  128, 256, 512};
  return orders;
}

Guarantee randomized_response_guarantee(double truth, std::size_t values) {
  const double count = values;
  require(truth * count > 1 && truth <= 1,
          "randomised response needs 1 / values < p <= 1");
  if (truth == 1) return {};
  const double p = portable_log(truth);
  const double q = portable_log((1 - truth) / (count - 1));
  Guarantee guarantee = guarantee_of(p - q, [&](double order) {
    double sum =
        log_add(order * p + (1 - order) * q, order * q + (1 - order) * p);
    if (values > 2) sum = log_add(sum, portable_log(count - 2) + q);
    return sum / (order - 1);
  });
  guarantee.loss = randomized_response_loss(truth, values);
  return guarantee;
}

Guarantee laplace_guarantee(double epsilon, double step) {
  require(epsilon > 0 && step >= 0, "Laplace noise needs epsilon > 0");
  Guarantee guarantee = guarantee_of(epsilon, [&](double order) {
    // Sums the mass on the far side as geometric series.
    const double far = step == 0
                           ? order / (2 * order - 1)
                           : (1 + std::tanh(step / 2) /
                                      std::tanh((2 * order - 1) * step / 2)) /
                                 2;
    const double first = portable_log(far) + (order - 1) * epsilon;
    const double second = portable_log(1 - far) - order * epsilon;
    return log_add(first, second) / (order - 1);
  });
  guarantee.loss = laplace_loss(epsilon, step);
  return guarantee;
}

Guarantee gaussian_guarantee(double multiplier) {
  require(multiplier > 0, "Gaussian noise needs a deviation above 0");
  Guarantee guarantee = guarantee_of(kNoBound, [&](double order) {
    return order / (2 * multiplier * multiplier);
  });
  guarantee.multiplier = multiplier;
  return guarantee;
}

Guarantee repeated(Guarantee guarantee, std::uint64_t times) {
  const double count = times;
  guarantee.pure *= count;
  for (double& order : guarantee.renyi) order *= count;
  guarantee.multiplier /= std::sqrt(count);
  guarantee.draws *= times;
  return guarantee;
}

double Composition::best() const {
  return std::min({basic, advanced, renyi, pld});
}

Composition compose(const Guarantee& guarantee, std::uint64_t releases,
                    double delta) {
  require(delta > 0 && delta < 1, "delta is between 0 and 1");
  if (releases == 0) return {0, 0, 0, 0};
  const double count = releases;
  const double pure = guarantee.pure;
  Composition composition;
  composition.basic = count * pure;
  composition.advanced =
      pure < 700 ? pure * std::sqrt(-2 * count * portable_log(delta)) +
                       count * pure * (portable_exp(pure) - 1)
                 : kNoBound;
  composition.pld =
      guarantee.multiplier > 0
          ? gaussian_epsilon(guarantee.multiplier / std::sqrt(count), delta)
          : composed_epsilon(guarantee.loss, releases * guarantee.draws, delta);
  composition.renyi = kNoBound;
  for (std::size_t i = 0; i < guarantee.renyi.size(); ++i) {
    const double order = renyi_orders()[i];
    const double converted =
        count * guarantee.renyi[i] + portable_log((order - 1) / order) -
        (portable_log(delta) + portable_log(order)) / (order - 1);
    composition.renyi = std::min(composition.renyi, std::max(0.0, converted));
  }
  return composition;
}

}  // namespace fedltr
