#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace fedltr {

/// Rows for which estimates need no memory but the stack's: more than the
/// papers' sketches have.
inline constexpr std::size_t kFewRows = 64;

/// The median; of an even number, the mean of the two in the middle. For up to
/// kFewRows values by counting how many are below each, in registers and
/// without a branch that values decide; for more by partitioning.
/// @param values  at least one, no NaN; left in another order
double median(std::span<double> values);

/// Calls `use` with a span for so many numbers, of the stack where they are
/// few.
template <class Use>
auto with_numbers(std::size_t count, const Use& use) {
  if (count <= kFewRows) {
    std::array<double, kFewRows> few;  // NOLINT: filled by who asked for it
    return use(std::span(few).first(count));
  }
  std::vector<double> many(count);
  return use(std::span(many));
}

}  // namespace fedltr
