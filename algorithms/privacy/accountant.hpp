#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "algorithms/privacy/privacy_loss.hpp"

namespace fedltr {

/// The orders of Rényi differential privacy in use, 1.25 to 512.
const std::vector<double>& renyi_orders();

inline constexpr double kNoBound = std::numeric_limits<double>::infinity();

/// The guarantee of one release of a mechanism, in nats.
struct Guarantee {
  double pure = kNoBound;     ///< epsilon of pure differential privacy
  std::vector<double> renyi;  ///< epsilon at each of renyi_orders(), or empty
  /// Deviation of Gaussian noise over the L2 sensitivity; 0 for other noise.
  double multiplier = 0;
  LossDistribution loss = {};  ///< of one draw of other noise, or empty
  std::uint64_t draws = 1;     ///< independent draws of noise in a release
};

/// Answers with the true one of `values` values with probability `truth`, else
/// uniformly with one of the others. @param truth  in (1 / values, 1]; 1 has no
/// bound
Guarantee randomized_response_guarantee(double truth, std::size_t values);

/// Laplace noise of scale 1 / epsilon on a quantity of sensitivity 1.
/// Mironov (CSF 2017), proposition 6.
/// @param step  1 / scale of discrete Laplace noise in its steps, whose
///              divergence is a little larger; 0 = continuous
Guarantee laplace_guarantee(double epsilon, double step = 0);

/// Gaussian noise of standard deviation `multiplier` times the L2 sensitivity.
/// Mironov (CSF 2017), proposition 7.
Guarantee gaussian_guarantee(double multiplier);

/// A release that consists of `times` independent ones.
Guarantee repeated(Guarantee guarantee, std::uint64_t times);

/// Total epsilon of several releases of equal guarantee, computed in four ways.
struct Composition {
  double basic = 0;     ///< sum of pure epsilons, delta = 0
  double advanced = 0;  ///< Dwork, Rothblum and Vadhan (FOCS 2010), Theorem 3.3
  /// Sums per order, converted at delta by Canonne, Kamath and Steinke (NeurIPS
  /// 2020), proposition 12.
  double renyi = 0;
  /// From the distribution of the privacy loss: gaussian_epsilon(), which is
  /// exact, or composed_epsilon(), which is nearly exact.
  double pld = kNoBound;

  /// The minimum: all four are valid bounds.
  double best() const;
};

/// @param releases  0 gives all zeros
/// @param delta     in (0, 1)
Composition compose(const Guarantee& guarantee, std::uint64_t releases,
                    double delta);

}  // namespace fedltr
