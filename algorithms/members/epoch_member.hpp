#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "algorithms/members/epoch_code.hpp"
#include "algorithms/members/wary_member.hpp"
#include "algorithms/privacy/secure_client.hpp"

namespace fedltr {

/// A member's own choices and secrets.
struct MemberSecrets {
  SecretSource masks;  ///< keys and masks: never stored, so a member that
                       ///< restarts has dropped out of the open epoch
  std::function<Bits(std::uint32_t epoch)> noise;
  /// Called before the member's part leaves, with mu_squared() of what it will
  /// reveal at most: 0 without noise. Throws to keep it back.
  std::function<void(std::uint32_t epoch, double mu_squared)> charge;
};

/// Secrets of a rehearsal, by the run's seed: they protect nothing.
MemberSecrets simulated_secrets(std::uint64_t seed, std::uint32_t member);

/// A member's work in the epochs of one kind.
struct EpochWork {
  EpochCode code;
  /// Returns the member's part of the sum, #words of the epoch; empty: there
  /// are no such epochs.
  std::function<Vector(std::uint32_t epoch, const VectorView& model)> part;
};

/// A member's part in the epochs of a federation. What leaves: a public key,
/// sealed shares, one masked vector of integers, opened shares.
class EpochMember {
 public:
  /// @param id         place among the names of the agreement
  /// @param named      number of names of the agreement
  /// @param work       by EpochKind
  /// @param tolerance  of each of the groups
  /// @param wary       checks of a lead that may lie; null: it follows the
  ///                   protocol
  EpochMember(std::uint32_t id, std::uint32_t named,
              std::array<EpochWork, 2> work, const Tolerance& tolerance,
              MemberSecrets secrets,
              std::shared_ptr<WaryMember> wary = nullptr);

  /// Answers the lead's message of a stage. A stage asked for a second time,
  /// after a lost connection, has the same answer.
  /// @param model  of the epoch, #parameters
  /// @throws std::invalid_argument, ArchiveError  if it can't be answered, e.g.
  ///                     of an old epoch; anything that `charge` throws;
  ///                     LeadLies
  std::string answer(std::uint32_t epoch, EpochKind kind, SecureStage stage,
                     std::string_view bytes, const VectorView& model);

 private:
  std::string advertise(std::uint32_t epoch, std::string_view bytes);
  std::string share(std::uint32_t epoch, std::string_view bytes);
  std::string hide(std::uint32_t epoch, std::string_view bytes,
                   const VectorView& model);
  std::string open(std::uint32_t epoch, std::string_view bytes);

  const EpochCode& code() const { return work_.at(kind_index()).code; }
  std::size_t kind_index() const { return static_cast<std::size_t>(kind_); }

  std::uint32_t id_;
  std::uint32_t most_;  ///< members of its sum
  std::array<EpochWork, 2> work_;
  Tolerance tolerance_;
  MemberSecrets secrets_;
  std::shared_ptr<WaryMember> wary_;
  SecureClient client_;
  /// Honest members of the epoch; 0 until its part is charged.
  std::uint32_t honest_ = 0;
  std::uint32_t epoch_ = 0;  ///< last one asked for; also below
  EpochKind kind_ = EpochKind::kLearning;
  SecureStage stage_ = SecureStage::kKeys;
  std::string answer_;
};

}  // namespace fedltr
