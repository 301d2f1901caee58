#pragma once

#include <optional>

#include "actors/client/personal_part.hpp"
#include "actors/plan.hpp"
#include "actors/protocol/training_messages.hpp"

namespace fedltr {

/// What stays with a client from round to round, if anything has to.
class ClientMemory {
 public:
  /// @return  none if there is nothing to remember
  static std::shared_ptr<ClientMemory> of(
      const FederationPlan& plan, std::uint32_t id, const Member& member,
      const std::shared_ptr<HistoryStore>& store);

  ClientMemory(const FederationPlan& plan, std::uint32_t id,
               const Member& member,
               const std::shared_ptr<HistoryStore>& store);

  /// Stores what was sent, if the plan asks for it; once the next round shows
  /// that this one was closed.
  void store(const FederationPlan& plan, const Train& order,
             const VectorView& sent);
  /// The update of a round of training that was stored before this round.
  Vector recall(std::uint32_t stored, std::uint32_t round);
  /// All of it as it is after that round; what came later is left out.
  void exchange(Archive& archive, std::uint32_t round);

  PersonalPart personal;
  /// Of a user who attacks.
  std::shared_ptr<const Simulation> poisoned;
  /// By document of the data, of one who leaves.
  std::vector<bool> clicked;

 private:
  /// An update of a round that may yet be given up.
  struct Pending {
    std::uint32_t round = 0;
    std::uint32_t stored = 0;
    Vector update;
  };

  void materialize(std::uint32_t round);

  std::optional<UpdateHistory> history_;
  std::optional<Pending> pending_;
};

/// Whether bytes can be what a client of the plan remembers; stored histories
/// are looked at no closer.
/// @throws ArchiveError
void check_client_memory(const FederationPlan& plan, std::uint32_t id,
                         std::string_view bytes);

}  // namespace fedltr
