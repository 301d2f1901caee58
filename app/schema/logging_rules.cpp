// Conflicts of [logging] and data.log.
#include <algorithm>

#include "algorithms/unbiased/log_learner.hpp"
#include "algorithms/unbiased/propensities.hpp"
#include "app/base/text.hpp"
#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

// Least values for which Gaussian noise can be calibrated.
constexpr double kMinEpsilon = 1e-5;
constexpr double kMinDelta = 1e-30;

bool is_recorded(C c) {
  return !c.scenario.data.log.empty();
}

std::string log_learners(C) {
  return names_where(learners(),
                     [](const auto& traits) { return traits.from_log; });
}

std::string recorded_sources() {
  return names_where(propensity_sources(),
                     [](const auto& traits) { return !traits.of_users; });
}

/// Finds what can't be done with searches of the past.
Found replay_conflict(C c) {
  if (c.scenario.logging.sessions > 0 && is_recorded(c))
    return conflict("logging.sessions",
                    "simulates a log, but data.log gives one");
  if (is_recorded(c) && c.scenario.data.train.empty() &&
      c.scenario.data.folds.empty())
    return conflict("data.log",
                    "needs data.train or data.folds: the rows of "
                    "its documents");
  if (c.learner.traits.by_examination &&
      c.scenario.federation.sharing.share > 0)
    return conflict("federation.share",
                    "trains its first model without correcting clicks, which "
                    "conflicts with " +
                        c.learner.name);
  if (!has_session_log(c.scenario)) return {};
  if (!c.learner.traits.from_log)
    return conflict("learner.method",
                    c.learner.name +
                        " shows users lists of its own, which searches of the "
                        "past can't do; with them: " +
                        log_learners(c));
  if (c.attack.traits.on_data())
    return conflict("attack.kind", c.attack.name +
                                       " clicks otherwise, but the clicks of a "
                                       "log are past");
  if (!c.scenario.data.users.empty())
    return conflict("data.users",
                    "is not used with a log, which has users of its own");
  if (c.scenario.federation.sharing.share > 0)
    return conflict("federation.share",
                    "shares queries, but clients have searches of the past");
  for (const SplitMethod* split : c.splits)
    if (split->traits.brings_users ||
        (split->traits.assigns_data && !split->traits.by_log))
      return conflict("heterogeneity.kind",
                      split->name +
                          " divides queries or users, but clients "
                          "have searches of the past: by-user "
                          "divides those");
  return {};
}

/// Finds a source of propensities that has none.
Found propensity_conflict(C c) {
  if (!c.learner.traits.by_examination) return {};
  if (c.scenario.members.on) return {};  // see members_conflict()
  const auto& source =
      find(propensity_sources(), c.scenario.logging.propensities);
  const auto fail = [&](const std::string& what) {
    return conflict("logging.propensities", source.name + " " + what);
  };
  if (source.traits.of_users && is_recorded(c))
    return fail(
        "knows simulated users only; with data.log: " + recorded_sources() +
        ", or learner.method = em or dla, which learn propensities");
  if (source.traits.of_log && !has_session_log(c.scenario))
    return fail("needs data.log or logging.sessions");
  if (source.traits.of_rows && !is_recorded(c))
    return fail("needs data.log with a column propensity");
  if (source.traits.of_file && c.scenario.logging.curve.empty())
    return fail("needs logging.curve, a CSV file rank,propensity");
  return {};
}

/// Finds what keeps clients from adding up sums of clicks under masks.
Found masked_sum_conflict(C c) {
  const Scenario& scenario = c.scenario;
  if (!scenario.privacy.secure) return {};
  const std::uint32_t most =
      scenario.privacy.secure_lies ? kMaxNeighbours : kMaxMasked;
  if (scenario.federation.clients > most)
    return conflict("federation.clients",
                    "is more than the " + std::to_string(most) +
                        " that add up sums of clicks under masks: set "
                        "logging.propensities = file");
  if (failing_share(scenario) > 0)
    return conflict("logging.propensities",
                    scenario.logging.propensities +
                        " adds up the sums of all clients under masks, before "
                        "the first round: set faults.dropout, faults.late, "
                        "faults.corrupt and faults.crash = 0, or "
                        "logging.propensities = file");
  return {};
}

/// Finds what noise on sums of clicks can't be used with.
Found noisy_sum_conflict(C c) {
  const auto& privacy = c.scenario.privacy;
  const LoggingSettings& logging = c.scenario.logging;
  if (logging.epsilon == 0) return {};
  if (logging.epsilon < kMinEpsilon || privacy.delta < kMinDelta)
    return conflict("logging.epsilon",
                    "is too small: calibration needs an epsilon of at least "
                    "1e-5 and a privacy.delta of at least 1e-30");
  if (privacy.budget > 0)
    return conflict("logging.epsilon",
                    "is an account of its own, which privacy.budget does not "
                    "cover: set one of them to 0");
  if (privacy.system_randomness)
    return conflict("privacy.randomness",
                    "system draws noise that can't be repeated, but the noise "
                    "of logging.epsilon is simulated");
  return {};
}

/// Finds unlearning that leaves a client's clicks in the propensities.
Found unlearned_sum_conflict(C c) {
  if (!c.unlearning || !sums_clicks(c.scenario)) return {};
  const auto has_no_sums = [](const auto& traits) { return !traits.of_sums; };
  return conflict("logging.propensities",
                  c.scenario.logging.propensities +
                      " estimates from the clicks of all clients, which no "
                      "unlearning.method takes back: set " +
                      names_where(propensity_sources(), has_no_sums));
}

/// Finds what keeps clients from protecting the sums behind propensities.
Found protected_sum_conflict(C c) {
  const Scenario& scenario = c.scenario;
  if (!sums_clicks(scenario)) return {};
  if (!scenario.privacy.secure && scenario.logging.epsilon == 0) return {};
  if (!c.any_split(&SplitTraits::by_log))
    return conflict("logging.propensities",
                    scenario.logging.propensities +
                        " adds up the sums of several clients under masks or "
                        "noise, but all share one log: set "
                        "heterogeneity.kind = by-user");
  return first_conflict(c, {masked_sum_conflict, noisy_sum_conflict});
}

/// Finds steps of running means that would overshoot the mean of a batch.
Found means_conflict(C c) {
  if (!c.learner.traits.has_means) return {};
  const auto batch = static_cast<double>(c.searches_per_step());
  if (c.scenario.learner.parameters.real(kCurveRate) * batch <= 1) return {};
  return conflict("learner." + kCurveRate.name,
                  "must be at most 1 / " + batch_key(c) + ", " +
                      exact(1 / batch) + ": the means by rank that " +
                      c.learner.name + " learns would overshoot");
}

Found room_conflict(C c) {
  if (c.learner.traits.room &&
      c.scenario.federation.local == LocalObjective::kFedPer)
    return conflict("federation.local",
                    "fedper keeps the last parameters of a model, which are "
                    "not the ranker's with " +
                        c.learner.name);
  return {};
}

}  // namespace

std::string batch_key(const Choices& choices) {
  const auto& parameters = choices.learner.parameters;
  const auto found =
      std::ranges::find_if(parameters, [](const Parameter& parameter) {
        return parameter.name.ends_with(".batch");
      });
  return "learner." + (found == parameters.end() ? "batch" : found->name);
}

Found logging_conflict(C c) {
  return first_conflict(
      c, {replay_conflict, propensity_conflict, unlearned_sum_conflict,
          protected_sum_conflict, means_conflict, room_conflict});
}

}  // namespace fedltr
