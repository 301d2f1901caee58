#include "algorithms/core/rng.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

/// Numbers in [-1, 1) of `count` blocks, two per block, from the block
/// `counter` on.
struct UniformPairs {
  /// @param count  a multiple of 8
  template <int>
  FEDLTR_INLINE static void run(const Rng::Block* counter,
                                const std::array<std::uint32_t, 2>* key,
                                std::uint32_t count, double* x, double* y) {
    // 53 of 64 bits; packets convert only 32 at a time.
    const auto centred = [](std::uint32_t low, std::uint32_t high)
        __attribute__((always_inline)) {
      const double signed_high = static_cast<std::int32_t>(high ^ 0x80000000U);
      return signed_high * 0x1p-31 +
             static_cast<std::int32_t>(low >> 11) * 0x1p-52;
    };
    const auto [first, round, entity, purpose] = *counter;
    for (std::uint32_t i = 0; i < (count & ~7U); ++i) {
      const Rng::Block block =
          Rng::philox({first + i, round, entity, purpose}, *key);
      x[i] = centred(block[0], block[1]);
      y[i] = centred(block[2], block[3]);
    }
  }
};

}  // namespace

std::uint64_t Rng::below(std::uint64_t bound) {
  __extension__ using Wide = unsigned __int128;
  Wide product = static_cast<Wide>((*this)()) * bound;
  std::uint64_t low = product;
  if (low < bound) {
    const std::uint64_t threshold = -bound % bound;
    while (low < threshold) {
      product = static_cast<Wide>((*this)()) * bound;
      low = product;
    }
  }
  return product >> 64;
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
  constexpr Eigen::Index kPairs = 64;
  Eigen::Array<double, kPairs, 1> x;
  Eigen::Array<double, kPairs, 1> y;
  Eigen::Array<double, kPairs, 1> s;
  Eigen::Array<double, kPairs, 1> logarithm;
  half_ = false;  // each pair is one block
  for (Eigen::Index done = 0; done < values.size();) {
    const Eigen::Index wanted = (values.size() - done + 1) / 2;
    // A fifth of the pairs falls outside the circle.
    const Eigen::Index drawn =
        std::min(kPairs, (wanted + wanted / 4 + 8) / 8 * 8);
    wide<UniformPairs>(&counter_, &key_, static_cast<std::uint32_t>(drawn),
                       x.data(), y.data());
    Eigen::Index kept = 0;
    Eigen::Index tried = 0;
    for (; tried < drawn && kept < wanted; ++tried) {
      const double a = x(tried);
      const double b = y(tried);
      const double square = a * a + b * b;
      x(kept) = a;
      y(kept) = b;
      s(kept) = square;
      kept += square > 0 && square < 1;
    }
    counter_[0] += tried;
    // Whole registers, padded with 1.
    const Eigen::Index whole = padded(kept);
    s.segment(kept, whole - kept).setOnes();
    logarithm.head(whole) = s.head(whole);
    log_in_place(logarithm.data(), whole);
    s.head(whole) = (-2 * logarithm.head(whole) / s.head(whole)).sqrt();
    const Eigen::Index pairs = std::min(kept, (values.size() - done) / 2);
    double* const next = values.data() + done;
    for (Eigen::Index i = 0; i < pairs; ++i) {
      next[2 * i] = x(i) * s(i);
      next[2 * i + 1] = y(i) * s(i);
    }
    done += 2 * pairs;
    if (pairs < kept) values(done++) = x(pairs) * s(pairs);
  }
}

std::uint64_t run_seed(std::uint64_t seed, std::uint32_t fold,
                       std::uint32_t repeat) {
  return Rng(seed, Purpose::kRun, fold, repeat)();
}

}  // namespace fedltr
