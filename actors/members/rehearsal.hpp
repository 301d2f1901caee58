#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "actors/members/members_plan.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/members/epoch_member.hpp"
#include "algorithms/ranking/evaluation.hpp"

namespace fedltr::members {

/// The rehearsal of a federation: everything in one process.
struct Rehearsal {
  MembersPlan plan;
  std::uint64_t seed = 0;
  std::vector<std::shared_ptr<const Dataset>> rows;  ///< by member
  std::vector<SearchRecord> searches;  ///< by member; empty: no real users

  /// Returns a member's searches, from the first; null: no real users.
  std::shared_ptr<SearchSource> searches_of(std::uint32_t member) const;
  /// On all held-out queries.
  std::shared_ptr<const Evaluation> evaluation;
  /// By member, on its own held-out queries; null without any.
  std::vector<std::shared_ptr<const Evaluation>> own;
  /// The same as a member's process measures them.
  std::vector<std::shared_ptr<const Evaluation>> exams;
  std::uint32_t evaluate_every = 1;  ///< epochs
  double delta = 0;                  ///< of the account
};

/// Returns the ranker that a member trains by its own rows alone: the same
/// epochs and steps, without the others, noise and masks.
Vector train_alone(const Rehearsal& run, std::uint32_t member);

}  // namespace fedltr::members
