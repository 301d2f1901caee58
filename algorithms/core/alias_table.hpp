#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fedltr {

/// Draws from a discrete distribution in constant time, from 64 random bits.
/// Vose's alias method (IEEE TSE 1991), thresholds of 32 bits.
class AliasTable {
 public:
  /// @param weights  at least one, none negative, not all 0, of a finite sum;
  ///                 less than 2^32
  explicit AliasTable(std::span<const double> weights);

  std::uint32_t draw(std::uint64_t bits) const {
    const Slot& slot = slots_[(bits >> 32) * slots_.size() >> 32];
    return static_cast<std::uint32_t>(bits) < slot.threshold ? slot.own
                                                             : slot.other;
  }

 private:
  struct Slot {
    std::uint32_t threshold;
    std::uint32_t own;
    std::uint32_t other;
  };

  std::vector<Slot> slots_;
};

}  // namespace fedltr
