#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "actors/link/agreed_keys.hpp"
#include "actors/members/members_plan.hpp"
#include "app/data/model_file.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Agreement of a federation of [members]: everything in a scenario that
/// decides a result or what members send, and the features' names in their
/// order.
struct MembersAgreement : link::Agreed {
  Scenario scenario;
  std::vector<std::string> features;
  bool rehearsal = false;  ///< secrets are simulated: nothing is protected
  members::MembersPlan plan;

  const std::vector<std::string>& names() const {
    return scenario.members.names;
  }
  /// Seed of a rehearsal's secrets, and of a random first model.
  std::uint64_t seed() const;
  /// Epsilon of one unit after some releases; kNoBound without noise.
  /// @param mu_squared  their sum, EpochCode::mu_squared()
  double epsilon(double mu_squared) const;
  /// mu_squared of one epoch of all members.
  double cost(EpochKind kind = EpochKind::kLearning) const;
  /// mu_squared of all epochs of a run that have used this many numbers.
  /// @param exams  of them, evaluations
  double cost_of(std::uint32_t epochs, std::uint32_t exams) const {
    return cost() * (epochs - exams) + cost(EpochKind::kEvaluation) * exams;
  }
  /// A model as a file, for rank, eval and export.
  ModelFile model_file(const VectorView& parameters) const;
  /// True if a file has a model of this ranker, features and normalisation.
  bool has_form_of(const ModelFile& file) const;
};

/// True if a scenario file has [members].
bool has_members(const std::filesystem::path& file,
                 const std::vector<std::string>& settings);

/// Reads an agreement, with the first model if ranker.from is set.
/// @throws UsageError, DataError
MembersAgreement read_members_agreement(
    const std::filesystem::path& file, const std::vector<std::string>& settings,
    bool rehearsal);

}  // namespace fedltr
