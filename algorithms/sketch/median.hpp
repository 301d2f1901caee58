#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace fedltr {

/// Maximum rows for which estimates need only stack memory: more than the
/// papers' sketches have.
inline constexpr std::size_t kFewRows = 64;

/// The median; the mean of the two middle ones for an even number. Up to
/// kFewRows values: counts how many are below each, in registers and without a
/// branch on the values; more: partitions.
/// @param values  at least one, no NaN; reordered
double median(std::span<double> values);

/// Calls `use` with a span of `count` numbers, on the stack if they are few.
template <class Use>
auto with_numbers(std::size_t count, const Use& use) {
  if (count <= kFewRows) {
    std::array<double, kFewRows> few;  // NOLINT: the caller fills it
    return use(std::span(few).first(count));
  }
  std::vector<double> many(count);
  return use(std::span(many));
}

}  // namespace fedltr
