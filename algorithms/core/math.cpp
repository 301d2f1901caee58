#include "algorithms/core/math.hpp"

#include <algorithm>
#include <array>

#include "algorithms/core/elementary.hpp"

namespace fedltr {
namespace {

/// values[i] <- change(x[i]), a register at a time; the last one is filled up
/// with 1. `x` may be `values`.
template <int kLanes, class Change>
FEDLTR_INLINE void for_registers(const double* x, Eigen::Index count,
                                 double* values, const Change& change) {
  Lanes<kLanes> part;
  Eigen::Index i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    load(x + i, part);
    change(part);
    store(part, values + i);
  }
  if (i == count) return;
  std::array<double, kLanes> last{};
  last.fill(1);
  std::copy(x + i, x + count, last.begin());
  load(last.data(), part);
  change(part);
  store(part, last.data());
  std::copy_n(last.begin(), count - i, values + i);
}

struct Exponentials {
  template <int kLanes>
  FEDLTR_INLINE static void run(double* values, Eigen::Index count) {
    for_registers<kLanes>(
        values, count, values, [](auto& x) __attribute__((always_inline)) {
          Elementary<kLanes>::exp(x);
        });
  }
};

/// values[i] <- e^(x[i] - most), `most` the largest.
struct BelowMost {
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* x, Eigen::Index count,
                                double* values) {
    double most = x[0];
    Eigen::Index i = 0;
    Lanes<kLanes> all = Lanes<kLanes>{} + most;
    Lanes<kLanes> part;
    for (; i + kLanes <= count; i += kLanes) {
      load(x + i, part);
      all = part > all ? part : all;
    }
    for (; i < count; ++i) most = std::max(most, x[i]);
    for (int lane = 0; lane < kLanes; ++lane) most = std::max(most, all[lane]);
    for_registers<kLanes>(
        x, count, values, [most](auto& value) __attribute__((always_inline)) {
          value -= most;
          Elementary<kLanes>::exp(value);
        });
  }
};

struct Logarithms {
  template <int kLanes>
  FEDLTR_INLINE static void run(double* values, Eigen::Index count) {
    for_registers<kLanes>(
        values, count, values, [](auto& x) __attribute__((always_inline)) {
          Elementary<kLanes>::log(x);
        });
  }
};

struct Sigmoids {
  template <int kLanes>
  FEDLTR_INLINE static void run(double* values, Eigen::Index count) {
    for_registers<kLanes>(
        values, count, values, [](auto& x) __attribute__((always_inline)) {
          Elementary<kLanes>::sigmoid(x);
        });
  }
};

}  // namespace

void exp_in_place(double* values, Eigen::Index count) {
  wide<Exponentials>(values, padded(count));
}

void exp_below_most(const double* x, Eigen::Index count, double* values) {
  if (count > 0) wide<BelowMost>(x, count, values);
}

void log_in_place(double* values, Eigen::Index count) {
  wide<Logarithms>(values, padded(count));
}

void sigmoid_in_place(double* values, Eigen::Index count) {
  wide<Sigmoids>(values, count);
}

}  // namespace fedltr
