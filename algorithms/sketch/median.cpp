#include "algorithms/sketch/median.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/core/require.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Values at ranks (count - 1) / 2 and count / 2: for each, the largest value
/// that has at most that number of values below it.
struct MiddleRanks {
  /// @param values  count, then infinity up to a multiple of 16
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* values, std::size_t count,
                                double* lower, double* upper) {
    using Real = Lanes<kLanes>;
    const Real one = Real{} + 1;
    const Real none = Real{} - kInfinity;
    const std::size_t lower_middle = (count - 1) / 2;
    const std::size_t upper_middle = count / 2;
    const Real lower_rank = Real{} + static_cast<double>(lower_middle);
    const Real upper_rank = Real{} + static_cast<double>(upper_middle);
    Real low = none;
    Real high = none;
    const auto take = [&](const Real& own, const Real& below)
        __attribute__((always_inline)) {
      const Real lower_own = below > lower_rank ? none : own;
      const Real upper_own = below > upper_rank ? none : own;
      low = lower_own > low ? lower_own : low;
      high = upper_own > high ? upper_own : high;
    };
    for (std::size_t at = 0; at < count; at += std::size_t{2} * kLanes) {
      Real first;
      Real second;
      load(values + at, first);
      load(values + at + kLanes, second);
      Real below_first{};
      Real below_second{};
      for (std::size_t i = 0; i < count; ++i) {
        const Real each = values[i] - Real{};
        below_first += each < first ? one : Real{};
        below_second += each < second ? one : Real{};
      }
      take(first, below_first);
      take(second, below_second);
    }
    *lower = largest<kLanes>(low);
    *upper = largest<kLanes>(high);
  }

  template <int kLanes>
  FEDLTR_INLINE static double largest(const Lanes<kLanes>& lanes) {
    double most = lanes[0];
    for (int lane = 1; lane < kLanes; ++lane)
      most = std::max<double>(most, lanes[lane]);
    return most;
  }
};

double median_of_few(std::span<const double> values) {
  // Every number that is read is written first.
  std::array<double, kFewRows> padded;  // NOLINT(*-pro-type-member-init)
  std::ranges::copy(values, padded.begin());
  const std::size_t end = (values.size() + 15) / 16 * 16;
  std::fill(padded.begin() + values.size(), padded.begin() + end, kInfinity);
  double lower = 0;
  double upper = 0;
  wide<MiddleRanks>(static_cast<const double*>(padded.data()), values.size(),
                    &lower, &upper);
  return values.size() % 2 == 1 ? upper : (lower + upper) / 2;
}

double median_of_many(std::span<double> values) {
  const auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

}  // namespace

double median(std::span<double> values) {
  require(!values.empty(), "a median needs at least one value");
  return values.size() <= kFewRows ? median_of_few(values)
                                   : median_of_many(values);
}

}  // namespace fedltr
