#pragma once

#include <vector>

#include "app/plan/build.hpp"

namespace fedltr {

/// Epochs of one period, among which members.epsilon is divided: with some to
/// spare for lost ones, which are charged too.
std::uint32_t epochs_of_period(const Scenario& scenario);

/// Evaluations of one period, among which members.evaluate-share is divided.
std::uint32_t exams_of_period(const Scenario& scenario);

/// Returns the mu_squared of one period, EpochCode::mu_squared(), if all
/// members are in all its epochs.
double mu_squared_of_period(const Scenario& scenario,
                            const members::MembersPlan& plan);

/// Returns a member's measure of models on its own held-out queries, as its
/// process has it.
/// @return null without such queries
std::shared_ptr<const Evaluation> held_out_evaluation(
    const Scenario& scenario, const members::MembersPlan& plan,
    const MemberRows& rows);

/// Returns what the members of a scenario agree on, without data.
/// @param features  number of names in members.features
/// @param seed      of the run, for a random first model
members::MembersPlan members_plan(const Scenario& scenario, Index features,
                                  std::uint64_t seed);

/// Builds the rehearsals of a scenario, as build_runs().
std::vector<Run> build_rehearsals(const Scenario& scenario,
                                  const LoadedData& data, std::uint32_t first,
                                  const StartModels& start = {});

}  // namespace fedltr
