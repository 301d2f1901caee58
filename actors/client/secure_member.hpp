#pragma once

#include <memory>
#include <optional>

#include "actors/plan.hpp"
#include "actors/protocol/secure_messages.hpp"
#include "actors/protocol/training_messages.hpp"
#include "algorithms/privacy/secure_client.hpp"

namespace fedltr {

/// A client's source of secrets: simulated from the run's seed, or the
/// operating system's.
SecretSource secrets_of(const FederationPlan& plan, std::uint32_t id);

/// A client's part in secure aggregation.
class SecureMember {
 public:
  /// @return  null if updates are not masked
  static std::shared_ptr<SecureMember> of(const FederationPlan& plan,
                                          std::uint32_t id);
  SecureMember(const FederationPlan& plan, std::uint32_t id)
      : id_(id),
        secrets_(secrets_of(plan, id)),
        tolerance_(plan.secure->tolerance),
        agreed_(plan.secure->agreed) {}

  /// Answers a message; the answer is empty if the message is invalid.
  /// @return  nullopt if the masked update is the answer
  std::optional<SecAggMessage> answer(const SecAggMessage& message);
  /// Returns the message sent in place of an update: its term of the sum (the
  /// change of the model, or the step), weighted and masked. Withdrawn if a
  /// number is out of range.
  MaskedUpdate hide(const FederationPlan& plan, const Member& member,
                    const Train& order, const Update& update);

 private:
  SecureClient& client();
  std::string reply(const SecAggMessage& message);

  std::uint32_t id_;
  SecretSource secrets_;
  Tolerance tolerance_;
  std::shared_ptr<AgreedPairs> agreed_;
  std::optional<SecureClient> client_;  ///< set once it takes part
};

}  // namespace fedltr
