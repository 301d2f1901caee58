#include "algorithms/core/rng.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/elementary.hpp"
#include "algorithms/core/math.hpp"

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

/// values[2 i] <- x[i], values[2 i + 1] <- y[i]
template <int kLanes>
FEDLTR_INLINE void store_in_turn(const Lanes<kLanes>& x, const Lanes<kLanes>& y,
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
FEDLTR_INLINE void uniform_of(const Words& bits, Real& value) {
  const Real high = (Real)((bits >> 32) | 0x4530000000000000);
  const Real low = (Real)((bits & 0xfffff800U) | 0x4330000000000000);
  value = ((high - (0x1p84 + 0x1p52)) + low) * 0x1p-64;
}

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
      uniform_of(first[p], x);
      uniform_of(second[p], y);
      store_in_turn<kLanes>(x, y, values);
    }
  }
};

/// Box and Muller's transform (1958) of `count` blocks: each gives the two
/// coordinates of a point whose square of the radius is exponential, in a
/// uniform direction.
struct Normals {
  /// @param values  room for those of 2 kLanes ceil(count / (2 kLanes)) blocks
  template <int kLanes>
  FEDLTR_INLINE static void run(const Rng::Block* counter,
                                const std::array<std::uint32_t, 2>* key,
                                std::size_t count, double* values) {
    Rng::Block block = *counter;
    for (std::size_t i = 0; i < count; i += 2 * kLanes) {
      LaneWords<kLanes> first[2];
      LaneWords<kLanes> second[2];
      WidePhilox<kLanes>::template draw<2>(block, *key, first, second);
      block[0] += 2 * kLanes;
      for (int p = 0; p < 2; ++p, values += 2 * kLanes)
        pair<kLanes>(first[p], second[p], values);
    }
  }

 private:
  template <int kLanes>
  FEDLTR_INLINE static void pair(const LaneWords<kLanes>& first,
                                 const LaneWords<kLanes>& second,
                                 double* values) {
    using Words = LaneWords<kLanes>;
    using Real = Lanes<kLanes>;
    Real radius;
    uniform_of(first, radius);
    radius = 1 - radius;
    Elementary<kLanes>::log(radius);
    radius = -2 * radius;
    square_root<kLanes>(radius);
    // An eighth of a turn to either side, by Cephes' polynomials.
    Real x;
    uniform_of(second, x);
    x = (x - 0.5) * 1.57079632679489661923;
    const Real z = x * x;
    const Real s =
        x +
        x * z *
            (((((1.58962301576546568060e-10 * z - 2.50507477628578072866e-8) *
                    z +
                2.75573136213857245213e-6) *
                   z -
               1.98412698295895385996e-4) *
                  z +
              8.33333333332211858878e-3) *
                 z -
             1.66666666666666307295e-1);
    const Real c =
        (1 - 0.5 * z) +
        z * z *
            (((((-1.13585365213876817300e-11 * z + 2.08757008419747316778e-9) *
                    z -
                2.75573141792967388112e-7) *
                   z +
               2.48015872888517045348e-5) *
                  z -
              1.38888888888730564116e-3) *
                 z +
             4.16666666666665929218e-2);
    // Towards one of four sides, by two bits that no uniform number uses.
    radius = (Real)((Words)radius ^ (second << 63));
    const auto turned = (second & 2) != 0;
    const Real a = radius * (turned ? s : c);
    const Real b = radius * (turned ? c : s);
    store_in_turn<kLanes>(a, b, values);
  }

  template <int kLanes>
  FEDLTR_INLINE static void square_root(Lanes<kLanes>& value) {
#if defined(__x86_64__) && !defined(__clang__)
    if constexpr (kLanes == 2)
      asm("sqrtpd %0, %0" : "+x"(value));
    else
      asm("vsqrtpd %0, %0" : "+v"(value));
#else
    for (int lane = 0; lane < kLanes; ++lane)
      value[lane] = std::sqrt(value[lane]);
#endif
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
  half_ = false;  // each pair is one block
  constexpr std::size_t kAtOnce = 64;
  std::array<double, 2 * kAtOnce> drawn;
  for (Eigen::Index done = 0; done < values.size();) {
    const Eigen::Index left = values.size() - done;
    const auto blocks = std::min<std::size_t>((left + 1) / 2, kAtOnce);
    wide<Normals>(&counter_, &key_, blocks, drawn.data());
    counter_[0] += static_cast<std::uint32_t>(blocks);
    const Eigen::Index count = std::min<Eigen::Index>(left, 2 * blocks);
    std::copy_n(drawn.data(), count, values.data() + done);
    done += count;
  }
}

std::uint64_t run_seed(std::uint64_t seed, std::uint32_t fold,
                       std::uint32_t repeat) {
  return Rng(seed, Purpose::kRun, fold, repeat)();
}

}  // namespace fedltr
