#include "algorithms/privacy/gamma_laplace.hpp"

#include <cmath>

#include "algorithms/core/math.hpp"

namespace fedltr {

void clip_norm(Eigen::Ref<Vector> values, double radius) {
  const double norm = values.norm();
  if (norm > radius) values *= radius / norm;
}

double draw_gamma(double shape, Rng& rng) {
  if (shape < 1) {
    const double boost = portable_log(1 - rng.uniform()) / shape;
    return draw_gamma(shape + 1, rng) *
           (boost > -700 ? portable_exp(boost) : 0);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = rng.normal();
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double v = root * root * root;
    const double u = 1 - rng.uniform();
    if (portable_log(u) < x * x / 2 + d * (1 - v + portable_log(v)))
      return d * v;
  }
}

void GammaLaplace::add_noise(Eigen::Ref<Vector> parameters, Rng& rng) const {
  const double scale = sensitivity / epsilon;
  for (double& value : parameters) {
    const double up = draw_gamma(1 / clients, rng);
    value += scale * (up - draw_gamma(1 / clients, rng));
  }
}

}  // namespace fedltr
