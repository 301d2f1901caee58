#pragma once

#include "app/plan/build.hpp"

namespace fedltr {

/// Returns the lists of the past that stand for a run's searches: those of
/// data.log, or simulated ones; null if users search now.
/// @param seed  of the run
std::shared_ptr<const SessionLog> logged_searches(const Scenario& scenario,
                                                  const Fold& fold,
                                                  const ClickModel& user,
                                                  std::uint64_t seed);

/// Returns the examination by which the scenario's learner corrects clicks;
/// empty for learners that need none.
/// @param log    null: as far as it is known without
/// @param split  of the clients, who estimate apart
/// @param seed   of the masks and noise of their sums
/// @throws std::invalid_argument  if it can't be known
/// @throws DataError              for a fault of logging.curve
Examination examination_of(const Scenario& scenario, const ClickModel& user,
                           const SessionLog* log, const Split& split,
                           std::uint64_t seed);

/// Makes a plan's learner, and the one that unlearns by its gradient.
void build_learners(const Scenario& scenario, const Examination& examination,
                    FederationPlan& plan);

/// Replaces searches of a plan's users by those of a log.
/// @param split  of the clients
void replay(const Scenario& scenario, std::shared_ptr<const SessionLog> log,
            const Split& split, FederationPlan& plan);

/// Returns the examination that a finished run has learned, or by which it
/// corrected clicks; empty if there is none.
Examination examination_of(const Scenario& scenario, const LoadedData& data,
                           const Run& run);

}  // namespace fedltr
