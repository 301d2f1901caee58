#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "algorithms/members/member_learner.hpp"
#include "algorithms/members/model_comparison.hpp"

namespace fedltr {

/// Settings of a member's part in comparisons; the same for all members.
struct PreferenceTerms {
  Comparing comparing;
  bool one_each = false;  ///< the member's mean counts as one user
  double quantum = 0;     ///< to which each user's value is cut
  Index searches = 0;     ///< of simulated users (kQuery: of each query)
};

/// Compares models by the clicks of one member's users on interleaved lists,
/// for a masked sum. A user adds (value - 1/2, 1/2), like a held-out query in
/// HeldOutExam; the value is the mean over the user's lists of 1 (more clicks
/// for the newest model), 1/2 or 0. A list without a click does not count, nor
/// one that both rankings make alike.
///
/// Simulated users see the lists when they are asked for; each of their
/// searches is one user's, or (kQuery) those of a query are.
class PreferenceExam {
 public:
  /// @param training  of the member; has clicks
  /// @param own       queries that simulated users search
  /// @param searches  of real users; null: none
  /// @param trial     of the member, which changes
  PreferenceExam(PreferenceTerms terms, MemberTraining training,
                 std::shared_ptr<const Dataset> own, std::uint32_t member,
                 std::shared_ptr<SearchSource> searches,
                 std::shared_ptr<const MemberTrial> trial);

  /// Returns the part of the sum; 0 without users that count.
  /// @param model  newest one, #parameters
  Vector part(std::uint32_t epoch, const VectorView& model) const;

 private:
  std::vector<double> of_recorded(std::uint32_t epoch) const;
  std::vector<double> of_simulated(std::uint32_t epoch,
                                   const VectorView& model) const;
  std::vector<double> simulate(const Simulation& users, std::uint64_t seed,
                               std::uint32_t epoch,
                               const VectorView& model) const;

  PreferenceTerms terms_;
  MemberTraining training_;
  std::shared_ptr<const Dataset> own_;
  std::uint32_t member_;
  std::shared_ptr<SearchSource> searches_;
  std::shared_ptr<const MemberTrial> trial_;
};

}  // namespace fedltr
