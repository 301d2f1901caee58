#pragma once

#include <string>
#include <vector>

#include "tests/support/client_training.hpp"

namespace fedltr::test {

inline constexpr std::uint32_t kRounds = 9;
inline constexpr std::uint32_t kInterval = 4;  // stores rounds 1, 5, 9

/// Seven clients in nine rounds, some of which leave and are unlearned.
inline FederationPlan leaving_plan(const std::string& method,
                                   std::vector<LeaveRequest> requests = {
                                       {kRounds, {2}}}) {
  FederationPlan plan = small_plan(7, kRounds);
  plan.unlearning.method = find(unlearning_methods(), method).make;
  plan.unlearning.options.interval = kInterval;
  plan.unlearning.options.parameters = {{"steps", std::uint64_t{2}},
                                        {"ascent", std::uint64_t{5}}};
  plan.unlearning.requests = std::move(requests);
  LearnerOptions reversed;
  reversed.reversed = true;
  plan.unlearning.ascent_learner =
      find(learners(), "pdgd").make(reversed, plan.simulation->ranker);
  return plan;
}

/// The same federation without these clients and without requests.
inline FederationPlan without(FederationPlan plan,
                              std::vector<std::uint32_t> absent) {
  plan.unlearning = {};
  plan.absent = std::move(absent);
  return plan;
}

}  // namespace fedltr::test
