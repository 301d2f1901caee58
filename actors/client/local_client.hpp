#pragma once

#include <variant>

#include "actors/client/client_memory.hpp"
#include "actors/client/secure_member.hpp"
#include "actors/protocol/evaluation_messages.hpp"
#include "actors/protocol/unlearning_messages.hpp"

namespace fedltr {

/// What a client does, without its actor: it trains, remembers and answers.
/// Honest clients and attackers share it. Attackers that poison their data
/// learn from other clicks here (ClientMemory::poisoned); those that poison the
/// model train honestly here, and their actor sends something else.
class LocalClient {
 public:
  LocalClient(std::shared_ptr<const FederationPlan> plan, std::uint32_t id,
              std::shared_ptr<const Member> member,
              const std::shared_ptr<HistoryStore>& store);

  std::uint32_t id() const { return id_; }
  /// Whether anything stays with it from round to round.
  bool keeps() const { return memory_ != nullptr; }
  bool is_secure() const { return secure_ != nullptr; }
  /// Whether it poisons the model in such a round.
  bool poisons_model(const RoundSpec& spec) const;

  Update train(const Train& order) const;
  /// What is sent for an update: stores it, if the plan asks for it; corrupts
  /// it, if that is the client's fault of the round; masks it, under secure
  /// aggregation.
  std::variant<Update, MaskedUpdate> outgoing(const Train& order,
                                              Update update) const;
  /// Answers a message of secure aggregation; none where nothing is to be said.
  std::optional<SecAggMessage> answer(const SecAggMessage& message) const;

  /// Scores a model with its own part.
  ClientEvaluated evaluate(const EvaluateOwn& order) const;
  /// Its own part as it is after that round.
  Personal personal(const StatsRequest& request) const;
  /// What it keeps, as of after a round.
  std::string snapshot(std::uint32_t round) const;
  /// @throws ArchiveError
  void restore(const std::string& bytes) const;
  /// Its last message.
  ClientRemoved remove() const;

 private:
  std::shared_ptr<const FederationPlan> plan_;
  std::uint32_t id_;
  std::shared_ptr<const Member> member_;
  std::shared_ptr<ClientMemory> memory_;  ///< none: there is nothing to keep
  std::shared_ptr<SecureMember> secure_;  ///< none: updates go in the clear
};

/// What a client computes in a round.
/// @param memory  none if there is nothing to remember
Update train_client(const FederationPlan& plan, std::uint32_t id,
                    const Member& member, const Train& order,
                    ClientMemory* memory);

/// Makes nonsense of an update, as a fault on its way would.
void corrupt(Update& update, Corruption how);

}  // namespace fedltr
