#pragma once

#include <variant>

#include "actors/client/client_memory.hpp"
#include "actors/client/secure_member.hpp"
#include "actors/protocol/evaluation_messages.hpp"
#include "actors/protocol/unlearning_messages.hpp"

namespace fedltr {

/// A client without its actor: trains, remembers and answers. Honest clients
/// and attackers share it. Attackers that poison their data learn from other
/// clicks here (ClientMemory::poisoned); those that poison the model train
/// honestly here, and their actor sends another update.
class LocalClient {
 public:
  LocalClient(std::shared_ptr<const FederationPlan> plan, std::uint32_t id,
              std::shared_ptr<const Member> member,
              const std::shared_ptr<HistoryStore>& store);

  std::uint32_t id() const { return id_; }
  /// True if it keeps any state between rounds.
  bool keeps() const { return memory_ != nullptr; }
  bool is_secure() const { return secure_ != nullptr; }
  /// True if it poisons the model in such a round.
  bool poisons_model(const RoundSpec& spec) const;

  Update train(const Train& order) const;
  /// Returns the message to send for an update: stores it, if the plan asks for
  /// it; corrupts it, if that is the client's fault in the round; masks it,
  /// under secure aggregation.
  std::variant<Update, MaskedUpdate> outgoing(const Train& order,
                                              Update update) const;
  /// Answers a message of secure aggregation; nullopt if it needs no answer.
  std::optional<SecAggMessage> answer(const SecAggMessage& message) const;

  /// Scores a model with its own part.
  ClientEvaluated evaluate(const EvaluateOwn& order) const;
  /// Returns its own part after that round.
  Personal personal(const StatsRequest& request) const;
  /// Returns its state after a round.
  std::string snapshot(std::uint32_t round) const;
  /// @throws ArchiveError
  void restore(const std::string& bytes) const;
  /// Its last message.
  ClientRemoved remove() const;

 private:
  std::shared_ptr<const FederationPlan> plan_;
  std::uint32_t id_;
  std::shared_ptr<const Member> member_;
  std::shared_ptr<ClientMemory> memory_;  ///< null if it keeps nothing
  std::shared_ptr<SecureMember> secure_;  ///< null if updates are not masked
};

/// Computes a client's update in a round.
/// @param memory  null if there is nothing to remember
Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Member& member, const Train& order,
                    ClientMemory* memory);

/// Makes an update invalid, as a fault in transit would.
void corrupt(Update& update, Corruption how);

}  // namespace fedltr
