#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/privacy/privacy_loss.hpp"

namespace fedltr {

/// Orders of Rényi differential privacy that are looked at, 1.25 ... 512.
const std::vector<double>& renyi_orders();

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// What one release of a mechanism guarantees, in nats.
struct Guarantee {
  double pure = kNoBound;     ///< epsilon of pure differential privacy
  std::vector<double> renyi;  ///< epsilon at each of renyi_orders(); or none
  /// Deviation of Gaussian noise over the L2 sensitivity; 0: other noise.
  double multiplier = 0;
  LossDistribution loss = {};  ///< of one draw of other noise; or none
  std::uint64_t draws = 1;     ///< of independent noise in a release
};

/// The true one of `values` answers with probability `truth`, else one of the
/// others, uniformly. @param truth  in (1 / values, 1]; 1 has no bound
Guarantee randomized_response_guarantee(double truth, std::size_t values);

/// Laplace noise of scale 1 / epsilon on a quantity of sensitivity 1.
/// Mironov (CSF 2017), proposition 6.
/// @param step  1 / scale of discrete Laplace noise in its steps, whose
///              divergence is a little larger; 0 = continuous
Guarantee laplace_guarantee(double epsilon, double step = 0);

/// Gaussian noise of standard deviation `multiplier` times the L2 sensitivity.
/// Mironov (CSF 2017), proposition 7.
Guarantee gaussian_guarantee(double multiplier);

/// A release that is so many independent ones.
Guarantee repeated(Guarantee guarantee, std::uint64_t times);

/// epsilon of so many releases of equal guarantee, four ways.
struct Composition {
  double basic = 0;     ///< sum of pure epsilons, delta = 0
  double advanced = 0;  ///< Dwork, Rothblum and Vadhan (FOCS 2010), Theorem 3.3
  /// Sums by order, converted at delta by Canonne, Kamath and Steinke (NeurIPS
  /// 2020), proposition 12.
  double renyi = 0;
  /// By the distribution of the privacy loss: gaussian_epsilon(), which is
  /// exact, or composed_epsilon(), nearly so.
  double pld = kNoBound;

  /// The least of them, which all hold.
  double best() const;
};

/// @param releases  0 gives all zeros
/// @param delta     in (0, 1)
Composition compose(const Guarantee& guarantee, std::uint64_t releases,
                    double delta);

}  // namespace fedltr
