#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/members/epoch_lead.hpp"
#include "algorithms/members/epoch_member.hpp"

namespace fedltr::test {

/// Runs a stage of an epoch, without the answers of some members.
/// @return  reason of a loss
inline std::string run_stage(EpochLead& lead, std::vector<EpochMember>& members,
                             const VectorView& model,
                             const std::set<std::uint32_t>& silent = {},
                             EpochKind kind = EpochKind::kLearning) {
  for (std::uint32_t i = 0; i < members.size(); ++i)
    if (!silent.contains(i) && lead.awaits(i))
      CHECK(lead.accept(i, members[i].answer(lead.number(), kind, lead.stage(),
                                             *lead.letter(i), model)) == "");
  return lead.end_stage();
}

/// Members whose parts are of length 1 at most, joined to a lead without
/// actors.
class Epochs {
 public:
  static constexpr std::uint64_t kSeed = 9;
  static constexpr std::uint32_t kWords = 3;

  explicit Epochs(double multiplier = 0, std::uint32_t count = 4,
                  const Tolerance& tolerated = {0.25, 0.25})
      : tolerance(tolerated) {
    code.multiplier = multiplier;
    Rng rng(kSeed, Purpose::kTest);
    for (std::uint32_t i = 0; i < count; ++i) {
      Vector part(kWords);
      for (double& value : part) value = rng.uniform() / 2;
      parts.push_back(std::move(part));
    }
    for (std::uint32_t i = 0; i < count; ++i)
      members.push_back(member(i, simulated_secrets(kSeed, i)));
  }

  EpochMember member(std::uint32_t i, MemberSecrets secrets,
                     EpochWork evaluation = {}) const {
    return {
        i,
        static_cast<std::uint32_t>(parts.size()),
        {EpochWork{code, [part = parts[i]](auto, const auto&) { return part; }},
         std::move(evaluation)},
        tolerance,
        std::move(secrets)};
  }
  EpochLead lead(std::uint32_t number) const {
    return {number, kWords, tolerance};
  }
  std::string stage(EpochLead& lead,
                    const std::set<std::uint32_t>& silent = {}) {
    return run_stage(lead, members, model, silent);
  }
  std::string ask(std::uint32_t i, std::uint32_t number, SecureStage stage,
                  const std::string& letter,
                  EpochKind kind = EpochKind::kLearning) {
    return members[i].answer(number, kind, stage, letter, model);
  }
  /// Returns the sum of an epoch from the secrets of all in it.
  /// @param all  members that sent a key
  std::vector<std::uint64_t> sum_of(
      std::uint32_t number, std::uint32_t all,
      const std::vector<std::uint32_t>& survivors) const {
    std::vector<std::uint64_t> sum(kWords);
    for (const std::uint32_t i : survivors) {
      const auto words = code.words(parts[i], honest_members(all, tolerance),
                                    simulated_secrets(kSeed, i).noise(number));
      for (std::size_t k = 0; k < kWords; ++k) sum[k] += words[k];
    }
    return sum;
  }

  Tolerance tolerance;
  EpochCode code;
  std::vector<Vector> parts;
  std::vector<EpochMember> members;
  const Vector model = Vector::Zero(kWords);
};

}  // namespace fedltr::test
