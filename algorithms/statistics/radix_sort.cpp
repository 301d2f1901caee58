#include "algorithms/statistics/radix_sort.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

namespace fedltr {
namespace {

constexpr int kBits = 11;
constexpr std::size_t kDigits = (64 + kBits - 1) / kBits;
constexpr std::size_t kBuckets = std::size_t{1} << kBits;
/// Number of values below which comparisons are faster.
constexpr std::size_t kFewValues = 512;

std::size_t digit_of(double value, std::size_t digit) {
  return std::bit_cast<std::uint64_t>(value) >> digit * kBits & (kBuckets - 1);
}

}  // namespace

void radix_sort(std::vector<double>& values, std::vector<double>& scratch) {
  if (values.size() < kFewValues) {
    std::ranges::sort(values);
    return;
  }
  std::array<std::array<std::uint32_t, kBuckets>, kDigits> places{};
  for (const double value : values)
    for (std::size_t digit = 0; digit < kDigits; ++digit)
      ++places[digit][digit_of(value, digit)];
  scratch.resize(values.size());
  for (std::size_t digit = 0; digit < kDigits; ++digit) {
    auto& place = places[digit];
    // Numbers of similar size share their highest digits.
    if (place[digit_of(values.front(), digit)] == values.size()) continue;
    std::uint32_t before = 0;
    for (std::uint32_t& count : place) before += std::exchange(count, before);
    for (const double value : values)
      scratch[place[digit_of(value, digit)]++] = value;
    values.swap(scratch);
  }
}

}  // namespace fedltr
