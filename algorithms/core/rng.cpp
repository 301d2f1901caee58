#include "algorithms/core/rng.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/math.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

/// Philox's bijection on the counters of several blocks side by side, in the
/// lower halves of 64-bit lanes.
template <int kLanes>
struct WidePhilox {
  using Words = LaneWords<kLanes>;
  /// product <- the lower half of each lane times a 32-bit number.
  FEDLTR_INLINE static void multiply(const Words& words, std::uint64_t by,
                                     Words& product) {
    const Words factor = Words{} + by;
#if defined(__x86_64__) && !defined(__clang__)
    // GCC doesn't find the instruction.
    if constexpr (kLanes == 2) {
      product = words;
      asm("pmuludq %1, %0" : "+x"(product) : "x"(factor));
    } else {
      asm("vpmuludq %2, %1, %0" : "=v"(product) : "v"(words), "v"(factor));
    }
#else
    product = (words & 0xffffffffU) * factor;
#endif
  }

  /// first[p], second[p] <- the two numbers of each block from `counter` on; in
  /// several parts, because the rounds of one wait for each other.
  template <int kParts>
  FEDLTR_INLINE static void draw(const Rng::Block& counter,
                                 const std::array<std::uint32_t, 2>& key,
                                 Words* first, Words* second) {
    Words c[kParts][4];
    for (int p = 0; p < kParts; ++p) {
      for (int word = 0; word < 4; ++word) c[p][word] = Words{} + counter[word];
      for (int lane = 0; lane < kLanes; ++lane)
        c[p][0][lane] += p * kLanes + lane;
    }
    Words low = Words{} + key[0];
    Words high = Words{} + key[1];
#pragma GCC unroll 10
    for (int round = 0; round < 10; ++round) {
#pragma GCC unroll 2
      for (int p = 0; p < kParts; ++p) {
        Words a;
        Words b;
        multiply(c[p][0], 0xD2511F53, a);
        multiply(c[p][2], 0xCD9E8D57, b);
        c[p][0] = (b >> 32) ^ c[p][1] ^ low;
        c[p][1] = b;
        c[p][2] = (a >> 32) ^ c[p][3] ^ high;
        c[p][3] = a;
      }
      low += 0x9E3779B9;
      high += 0xBB67AE85;
    }
    for (int p = 0; p < kParts; ++p) {
      first[p] = (c[p][0] & 0xffffffffU) | (c[p][1] << 32);
      second[p] = (c[p][2] & 0xffffffffU) | (c[p][3] << 32);
    }
  }
};

/// The numbers of `count` blocks from the block `counter` on, as uniform()
/// makes them.
struct Uniforms {
  /// @param values  2 count of them
  template <int kLanes>
  FEDLTR_INLINE static void run(const Rng::Block* counter,
                                const std::array<std::uint32_t, 2>* key,
                                std::size_t count, double* values) {
    Rng::Block block = *counter;
    for (; count >= 2 * kLanes; count -= 2 * kLanes, values += 4 * kLanes) {
      some<kLanes, 2>(block, *key, values);
      block[0] += 2 * kLanes;
    }
    if (count == 0) return;
    std::array<double, 4 * kLanes> rest;
    if (count > kLanes)
      some<kLanes, 2>(block, *key, rest.data());
    else
      some<kLanes, 1>(block, *key, rest.data());
    std::copy_n(rest.data(), 2 * count, values);
  }

 private:
  /// The numbers of kParts kLanes blocks.
  template <int kLanes, int kParts>
  FEDLTR_INLINE static void some(const Rng::Block& block,
                                 const std::array<std::uint32_t, 2>& key,
                                 double* values) {
    LaneWords<kLanes> first[kParts];
    LaneWords<kLanes> second[kParts];
    WidePhilox<kLanes>::template draw<kParts>(block, key, first, second);
    for (int p = 0; p < kParts; ++p, values += 2 * kLanes) {
      Lanes<kLanes> x;
      Lanes<kLanes> y;
      uniform(first[p], x);
      uniform(second[p], y);
      store_in_turn<kLanes>(x, y, values);
    }
  }

  /// values[2 i] <- x[i], values[2 i + 1] <- y[i]
  template <int kLanes>
  FEDLTR_INLINE static void store_in_turn(const Lanes<kLanes>& x,
                                          const Lanes<kLanes>& y,
                                          double* values) {
    Lanes<kLanes> front;
    Lanes<kLanes> back;
    if constexpr (kLanes == 2) {
      front = __builtin_shufflevector(x, y, 0, 2);
      back = __builtin_shufflevector(x, y, 1, 3);
    } else if constexpr (kLanes == 4) {
      front = __builtin_shufflevector(x, y, 0, 4, 1, 5);
      back = __builtin_shufflevector(x, y, 2, 6, 3, 7);
    } else {
      front = __builtin_shufflevector(x, y, 0, 8, 1, 9, 2, 10, 3, 11);
      back = __builtin_shufflevector(x, y, 4, 12, 5, 13, 6, 14, 7, 15);
    }
    store(front, values);
    store(back, values + kLanes);
  }

  /// Upper 53 of 64 bits, in two parts: as the last digits of 2^84 and 2^52.
  template <class Words, class Real>
  FEDLTR_INLINE static void uniform(const Words& bits, Real& value) {
    const Real high = (Real)((bits >> 32) | 0x4530000000000000);
    const Real low = (Real)((bits & 0xfffff800U) | 0x4330000000000000);
    value = ((high - (0x1p84 + 0x1p52)) + low) * 0x1p-64;
  }
};

}  // namespace

void Rng::fill_uniform(std::span<double> values) {
  if (half_ && !values.empty()) {
    values[0] = uniform();
    values = values.subspan(1);
  }
  const std::size_t blocks = values.size() / 2;
  wide<Uniforms>(&counter_, &key_, blocks, values.data());
  counter_[0] += static_cast<std::uint32_t>(blocks);
  values = values.subspan(2 * blocks);
  if (!values.empty()) values[0] = uniform();
}

void Rng::skip(std::uint32_t count) {
  if (half_ && count > 0) {
    half_ = false;
    --count;
  }
  counter_[0] += count / 2;
  if (count % 2 == 1) (*this)();
}

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
  Eigen::Array<double, 2 * kPairs, 1> uniforms;
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
    wide<Uniforms>(&counter_, &key_, static_cast<std::size_t>(drawn),
                   uniforms.data());
    Eigen::Index kept = 0;
    Eigen::Index tried = 0;
    for (; tried < drawn && kept < wanted; ++tried) {
      const double a = 2 * uniforms(2 * tried) - 1;
      const double b = 2 * uniforms(2 * tried + 1) - 1;
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
