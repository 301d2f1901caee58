#include "actors/silo/moment_phase.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "algorithms/privacy/masking.hpp"
#include "algorithms/silo/scaling.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr {

void MomentPhase::ask() {
  ++request_;
  moments_.clear();
}

void MomentPhase::take(std::uint32_t party, MaskedMoments moments) {
  require(moments.numbers.size() == ring_numbers(kTextFeatures),
          "sent moments of another size");
  moments_[party] = std::move(moments);
}

MomentSum MomentPhase::total() const {
  std::vector<std::vector<std::uint64_t>> messages;
  for (const auto& [party, moments] : moments_)
    messages.push_back(moments.numbers);
  return {{sum_masked(messages)}};
}

std::optional<MomentSum> MomentPhase::sum() const {
  MomentSum sum = total();
  if (!are_moments(sum.numbers, moments_.size())) return std::nullopt;
  return sum;
}

bool MomentPhase::are_none() const {
  return std::ranges::count(total().numbers, 0U) == std::ssize(total().numbers);
}

}  // namespace fedltr
