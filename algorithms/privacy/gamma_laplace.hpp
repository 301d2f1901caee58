#pragma once

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {

/// The noise of FPDGD as published: clips the parameters after each local step,
/// then adds to each coordinate the difference of two Gamma(1 / clients, scale)
/// draws, scale = sensitivity / epsilon; summed over all clients, these are
/// Laplace(scale).
///
/// Wang et al. (ICTIR 2021), algorithm 3; thesis Eq. 3.18-3.22. Its limits: it
/// bounds the L2 norm where Laplace noise needs L1; a share alone does not
/// protect a message that is seen by itself; all clients must report. Simulated
/// noise, not for data of real people.
struct GammaLaplace {
  double epsilon = 1;
  double sensitivity = 1;
  double clients = 1;

  void add_noise(Eigen::Ref<Vector> parameters, Rng& rng) const;
};

/// Scales to values * min(1, radius / ||values||_2). Thesis Eq. 3.19.
void clip_norm(Eigen::Ref<Vector> values, double radius);

/// Draws from Gamma(shape, 1): Marsaglia and Tsang (2000), for shape below 1
/// with their power of a uniform number. @param shape  > 0
double draw_gamma(double shape, Rng& rng);

}  // namespace fedltr
