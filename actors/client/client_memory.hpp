#pragma once

#include <optional>

#include "actors/client/personal_part.hpp"
#include "actors/plan.hpp"
#include "actors/protocol/training_messages.hpp"

namespace fedltr {

/// A client's state between rounds, if it has any.
class ClientMemory {
 public:
  /// @return  null if there is nothing to remember
  static std::shared_ptr<ClientMemory> of(
      const FederationPlan& plan, std::uint32_t id, const Member& member,
      const std::shared_ptr<HistoryStore>& store);

  ClientMemory(const FederationPlan& plan, std::uint32_t id,
               const Member& member,
               const std::shared_ptr<HistoryStore>& store);

  /// Stores the update sent, if the plan asks for it: once the next round shows
  /// that this one was closed.
  void store(const FederationPlan& plan, const Train& order,
             const VectorView& sent);
  /// Returns the update of round `stored`, stored before this round.
  Vector recall(std::uint32_t stored, std::uint32_t round);
  /// Exchanges the state after that round, without later changes.
  void exchange(Archive& archive, std::uint32_t round);

  PersonalPart personal;
  /// World of a client whose users attack.
  std::shared_ptr<const Simulation> poisoned;
  /// Documents that a client's users clicked, if it leaves; by document.
  std::vector<bool> clicked;

 private:
  /// An update of a round that may still be given up.
  struct Pending {
    std::uint32_t round = 0;
    std::uint32_t stored = 0;
    Vector update;
  };

  void materialize(std::uint32_t round);

  std::optional<UpdateHistory> history_;
  std::optional<Pending> pending_;
};

/// Checks that bytes can be the state of a client of the plan; does not read
/// stored histories.
/// @throws ArchiveError  if they can't
void check_client_memory(const FederationPlan& plan, std::uint32_t id,
                         std::string_view bytes);

}  // namespace fedltr
