#pragma once

#include <cstdint>
#include <vector>

#include "actors/plan.hpp"
#include "actors/protocol/training_messages.hpp"

namespace fedltr {

/// An update that waits for the round in which it comes.
struct LateUpdate {
  std::uint32_t from = 0;  ///< round of training that it missed
  std::uint32_t due = 0;   ///< round of training in which it comes
  Block::Stale stale;

  void exchange(Archive& archive);
};

/// Good updates that missed their round, and count in a later one.
class LateUpdates {
 public:
  /// Keeps an update.
  /// @param model  that its client started at
  void keep(const Update& update, const RoundSpec& spec,
            const Parameters& model, const FederationPlan& plan);

  /// Adds what is due to a round's sum, by round and client: updates come in
  /// any order.
  /// @param model  of that round
  /// @return       what was added
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
