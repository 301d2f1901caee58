#include "algorithms/privacy/fixed_point.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr double kFinest = 0x1p-40;
constexpr double kCoarsest = 0x1p-20;

std::string text_of(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

}  // namespace

bool FixedPoint::encode(const VectorView& values, std::uint64_t weight,
                        std::span<std::uint64_t> words) const {
  require(std::ssize(words) == values.size(),
          "fixed point needs a word for each number");
  bool fits = true;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const double value = values(i);
    const bool good = std::abs(value) <= limit;  // false for NaN
    fits &= good;
    const double steps = good ? std::rint(value / quantum) : 0;
    words[i] = weight * static_cast<std::int64_t>(steps);
  }
  return fits;
}

Vector FixedPoint::decode(std::span<const std::uint64_t> words) const {
  Vector values(std::ssize(words));
  for (std::size_t i = 0; i < words.size(); ++i)
    values(i) = quantum * static_cast<std::int64_t>(words[i]);
  return values;
}

FixedPoint fixed_point_for(double limit, double weights, double quantum) {
  require(limit > 0 && weights > 0, "fixed point needs a limit and weights");
  // The 1 is one more step, for rounding.
  const auto bits = [&](double step) {
    return std::log2(weights) + std::log2(limit / step + 1);
  };
  double step = quantum;
  if (quantum == 0)
    for (step = kFinest; step < kCoarsest && bits(step) >= 63;) step *= 2;
  require(bits(step) < 63,
          "weights of " + text_of(weights) + " in all, numbers up to " +
              text_of(limit) + " and a quantum of 2^" +
              text_of(std::log2(step)) + " need " +
              text_of(std::ceil(bits(step)) + 1) +
              " of the 64 bits; a number may reach " +
              text_of(step * (std::floor(0x1p63 / weights) - 2)));
  return {step, limit};
}

}  // namespace fedltr
