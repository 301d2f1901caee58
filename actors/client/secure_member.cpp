#include "actors/client/secure_member.hpp"

#include <spdlog/spdlog.h>

#include "algorithms/silo/simulated_bits.hpp"

namespace fedltr {

SecretSource secrets_of(const FederationPlan& plan, std::uint32_t id) {
  return [system = plan.secure->system, seed = plan.noise_seed(),
          id](std::uint32_t round) -> Bits {
    if (system) return system;
    return simulated_bits(seed, Purpose::kSecureKeys, id, round);
  };
}

std::shared_ptr<SecureMember> SecureMember::of(const FederationPlan& plan,
                                               std::uint32_t id) {
  return plan.secure ? std::make_shared<SecureMember>(plan, id) : nullptr;
}

SecureClient& SecureMember::client() {
  if (!client_) client_.emplace(id_, secrets_, tolerance_, agreed_);
  return *client_;
}

std::optional<SecAggMessage> SecureMember::answer(
    const SecAggMessage& message) {
  SecAggMessage answer{message.round, id_, message.stage, {}};
  try {
    answer.bytes = reply(message);
  } catch (const ArchiveError& error) {
    spdlog::warn("client {} can't read a message: {}", id_, error.what());
  } catch (const std::invalid_argument& error) {
    spdlog::warn("client {} refuses a message: {}", id_, error.what());
  }
  if (message.stage == SecureStage::kMasks) return std::nullopt;
  return answer;
}

/// @throws ArchiveError, std::invalid_argument
std::string SecureMember::reply(const SecAggMessage& message) {
  const std::string& bytes = message.bytes;
  switch (message.stage) {
    case SecureStage::kKeys:
      return write_letter(client().advertise());
    case SecureStage::kShares:
      return write_letter(
          client().share(message.round, read_letter<Neighbours>(bytes)));
    case SecureStage::kMasks:
      client().receive(message.round, read_letter<Incoming>(bytes));
      break;
    case SecureStage::kAgreement:
      break;
    case SecureStage::kOpening:
      return write_letter(
          client().open(message.round, read_letter<Survivors>(bytes)));
  }
  return {};
}

MaskedUpdate SecureMember::hide(const FederationPlan& plan,
                                const Member& member, const Train& order,
                                const Update& update) {
  MaskedUpdate hidden{update.local, false, {}};
  const Learner& learner = *plan.learner;
  const Parameters& message = update.message;
  const auto model = order.model.view();
  const auto wanted = learner.message_size(model.size());
  if (message.size() != wanted) {
    hidden.words.resize(static_cast<std::size_t>(message.size()));
    return hidden;
  }
  hidden.withdrawn = !learner.accepts(message.view());
  if (hidden.withdrawn) return hidden;
  Vector part = Vector::Zero(model.size());
  learner.add(message.view(), 1, part);
  if (learner.sends_models()) part -= model;
  const std::uint64_t weight =
      plan.weighting == Weighting::kInteractions ? member.interactions : 1;
  hidden.words.resize(static_cast<std::size_t>(part.size()));
  hidden.withdrawn = !plan.secure->code.encode(part, weight, hidden.words);
  try {
    if (!hidden.withdrawn) client().mask(order.round, hidden.words);
  } catch (const std::invalid_argument&) {
    hidden.withdrawn = true;  // excluded in an earlier stage
  }
  if (hidden.withdrawn) hidden.words.clear();
  return hidden;
}

}  // namespace fedltr
