#include "algorithms/core/rng.hpp"

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

std::uint64_t run_seed(std::uint64_t seed, std::uint32_t fold,
                       std::uint32_t repeat) {
  return Rng(seed, Purpose::kRun, fold, repeat)();
}

}  // namespace fedltr
