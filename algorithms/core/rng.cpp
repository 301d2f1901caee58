#include "algorithms/core/rng.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"

namespace fedltr {

std::uint64_t Rng::below(std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>((*this)()) * bound;
  auto low = static_cast<std::uint64_t>(product);
  if (low < bound) {
    const std::uint64_t threshold = -bound % bound;
    while (low < threshold) {
      product = static_cast<Wide>((*this)()) * bound;
      low = static_cast<std::uint64_t>(product);
    }
  }
  return static_cast<std::uint64_t>(product >> 64);
}

double Rng::normal() {
  while (true) {
    const double x = 2 * uniform() - 1;
    const double y = 2 * uniform() - 1;
    const double s = x * x + y * y;
    if (s > 0 && s < 1) return x * std::sqrt(-2 * portable_log(s) / s);
  }
}

void Rng::fill_normal(Eigen::Ref<Eigen::VectorXd> values) {
  constexpr Eigen::Index kPairs = 32;
  Eigen::Array<double, kPairs, 1> x;
  Eigen::Array<double, kPairs, 1> y;
  Eigen::Array<double, kPairs, 1> s;
  for (Eigen::Index done = 0; done < values.size();) {
    const Eigen::Index wanted = values.size() - done;
    const Eigen::Index pairs = std::min(kPairs, (wanted + 1) / 2);
    for (Eigen::Index i = 0; i < pairs;) {
      x(i) = 2 * uniform() - 1;
      y(i) = 2 * uniform() - 1;
      s(i) = x(i) * x(i) + y(i) * y(i);
      if (s(i) > 0 && s(i) < 1) ++i;
    }
    // All lanes, so that the logarithm is that of packets; the idle ones of 1.
    s.tail(kPairs - pairs).setOnes();
    s = (-2 * s.log() / s).sqrt();
    for (Eigen::Index i = 0; i < pairs; ++i) {
      values(done++) = x(i) * s(i);
      if (done < values.size()) values(done++) = y(i) * s(i);
    }
  }
}

std::uint64_t run_seed(std::uint64_t seed, std::uint32_t fold,
                       std::uint32_t repeat) {
  return Rng(seed, Purpose::kRun, fold, repeat)();
}

}  // namespace fedltr
