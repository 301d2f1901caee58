#pragma once

#include <cstdint>
#include <vector>

#include "actors/plan.hpp"
#include "actors/protocol/training_messages.hpp"

namespace fedltr {

/// A late update that waits for the round in which it counts.
struct LateUpdate {
  std::uint32_t from = 0;  ///< round of training that it missed
  std::uint32_t due = 0;   ///< round of training in which it counts
  Block::Stale stale;

  void exchange(Archive& archive);
};

/// Valid updates that missed their round and count in a later one.
class LateUpdates {
 public:
  /// Keeps an update.
  /// @param model  from which its client started
  void keep(const Update& update, const RoundSpec& spec,
            const Parameters& model, const FederationPlan& plan);

  /// Adds updates that are due to a round's sum, ordered by round and client:
  /// they arrive in any order.
  /// @param model  of that round
  /// @return       the updates added
  std::vector<LocalUpdate> add_due(const RoundSpec& spec,
                                   const Parameters& model,
                                   const FederationPlan& plan,
                                   const Block& block, PartialSum& sum);

  const std::vector<LateUpdate>& all() const { return updates_; }
  void exchange(Archive& archive);

 private:
  std::vector<LateUpdate> updates_;
};

}  // namespace fedltr
