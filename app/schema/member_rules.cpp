// Conflicts of a scenario with [members].
#include <stdexcept>

#include "algorithms/members/held_out_exam.hpp"
#include "algorithms/privacy/neighbourhood.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/unbiased/propensities.hpp"
#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

using C = const Choices&;
using M = MembersSettings;

constexpr std::size_t kMostMembers = 10000;
constexpr std::size_t kMostOfLying = 2000;
constexpr std::uint32_t kMostLyingEpochs = 100000;

Found member_run_conflict(C c) {
  if (!c.scenario.run.speedup.empty())
    return conflict("run.speedup", "is not for [members]");
  return {};
}

Found member_unit_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.unit == PrivacyUnit::kUser && !members.has_real_users())
    return conflict("members.unit",
                    "neither judgements nor simulated searches have users by "
                    "whom to account: expected member or query");
  if (members.unit == PrivacyUnit::kQuery && members.has_real_users())
    return conflict("members.unit",
                    "a log of real users' searches does not have their "
                    "queries: expected member or user");
  return {};
}

/// True for learners of the ranker alone, from clicks as they are.
bool learns_ranker(const LearnerTraits& traits) {
  return !traits.by_examination && !traits.room;
}

bool fits_simulated_users(const LearnerTraits& traits) {
  return learns_ranker(traits) && !traits.from_log;
}

bool fits_explored_lists(const LearnerTraits& traits) {
  return fits_simulated_users(traits) && traits.from_drawn;
}

bool fits_best_lists(const LearnerTraits& traits) {
  return learns_ranker(traits) && traits.from_log;
}

bool fits_log(const LearnerTraits& traits) {
  return traits.sends_models && !traits.room && traits.from_log;
}

/// Conflicts of a learner with a log of lists that no chance drew.
Found log_conflict(C c) {
  if (!fits_log(c.learner.traits))
    return conflict("learner.method",
                    "a log has lists that no known chance drew: expected " +
                        names_where(learners(), fits_log));
  if (!c.learner.traits.by_examination) return {};
  const auto fits = [&](const PropensityTraits& traits) {
    const M& members = c.scenario.members;
    return !traits.of_users && !(traits.of_sums && members.epsilon > 0 &&
                                 members.unit == PrivacyUnit::kUser);
  };
  const auto& source =
      find(propensity_sources(), c.scenario.logging.propensities);
  if (!fits(source.traits))
    return conflict("logging.propensities",
                    (source.traits.of_users
                         ? "they are not simulated users: expected "
                         : "an estimate from all users' clicks would let one "
                           "user change the parts of others, and noise bounds "
                           "one user's alone: expected ") +
                        names_where(propensity_sources(), fits));
  if (source.traits.of_file && c.scenario.logging.curve.empty())
    return conflict("logging.curve",
                    "is missing: a CSV file rank,propensity of this member");
  return {};
}

/// Conflicts of a learner with lists that real users see.
Found real_click_conflict(C c) {
  if (!c.scenario.members.has_real_users()) return {};
  if (c.scenario.members.learns_from_log()) return log_conflict(c);
  const bool explores = c.scenario.members.exploration != Exploration::kNone;
  if (explores && !fits_explored_lists(c.learner.traits))
    return conflict("learner.method",
                    "real users click on lists that an earlier model drew: "
                    "expected " +
                        names_where(learners(), fits_explored_lists));
  if (!explores && !fits_best_lists(c.learner.traits))
    return conflict("learner.method",
                    "can't learn from lists that no chance drew: expected "
                    "members.exploration = sampled or swap, or " +
                        names_where(learners(), fits_best_lists) +
                        ", which takes clicks for relevance and so favours "
                        "what ranks high");
  if (c.scenario.members.exploration == Exploration::kSwap &&
      c.scenario.clicks.list < 2)
    return conflict("clicks.list",
                    "members.exploration = swap learns from pairs of "
                    "neighbours: expected 2 or more");
  return {};
}

/// Conflicts of learning from users.
Found member_click_conflict(C c) {
  const M& members = c.scenario.members;
  if (!members.has_users()) return {};
  if (members.has_simulated_users() && !fits_simulated_users(c.learner.traits))
    return conflict("learner.method",
                    "members send the change of the ranker by searches of "
                    "their own: expected " +
                        names_where(learners(), fits_simulated_users));
  if (members.searches % c.searches_per_step() != 0)
    return conflict("members.searches", "is not a multiple of " + batch_key(c));
  if (c.is_antithetic() && members.searches % 2 != 0)
    return conflict("members.searches",
                    "must be even for antithetic " + c.learner.name +
                        ": half of them are at the negative perturbation");
  if (members.has_simulated_users() && members.grades < 2)
    return conflict("members.grades",
                    "simulated users click by grade: expected the number of "
                    "grades in all members' rows, 2 or more");
  return {};
}

/// Conflicts of comparisons by clicks.
Found member_compare_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.compare == Opponent::kNone) return {};
  if (members.evaluate == 0)
    return conflict("members.compare",
                    "evaluations compare: expected members.evaluate, the "
                    "epochs from one to the next, above 0");
  if (members.hold_out == 0)
    return conflict("members.hold-out",
                    "members.compare interleaves this share of the lists: "
                    "expected a share above 0");
  if (members.level == M::Level::kLying)
    return conflict("members.compare",
                    "withdraws models, and at members.level = lying members "
                    "sign a history that only grows; expected none, or "
                    "members.level = honest");
  if (c.scenario.clicks.list < 2)
    return conflict("clicks.list",
                    "members.compare makes lists of two rankings: expected 2 "
                    "or more");
  return {};
}

/// Conflicts of masked evaluations of a metric.
Found member_exam_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.evaluate == 0 || members.compare != Opponent::kNone) return {};
  if (members.unit == PrivacyUnit::kUser && members.epsilon > 0)
    return conflict("members.evaluate",
                    "held-out queries are judged, not of single users: with "
                    "members.unit = user and noise, expected 0");
  if (members.hold_out == 0 && !members.has_real_users())
    return conflict("members.hold-out",
                    "members.evaluate needs held-out queries: expected a share "
                    "above 0");
  MetricOptions options;
  options.gains = c.scenario.evaluation.gains;
  const std::string& first = c.scenario.evaluation.metrics.at(0);
  if (leaves_unit_range(parse_metric(first, options)))
    return conflict("evaluation.metrics",
                    first +
                        " can be above 1: members.evaluate needs a first "
                        "metric from 0 to 1, like ndcg@10");
  if (members.epsilon > 0 && members.unit == PrivacyUnit::kQuery &&
      members.grades == 0 && c.scenario.evaluation.err_grade == "dataset" &&
      find_metric(first)->traits.by_highest)
    return conflict("members.grades",
                    first +
                        " depends on the highest grade, so one query with a "
                        "higher one would move all others: expected the "
                        "number of grades in all members' rows");
  return {};
}

Found names_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.names.size() < 3)
    return conflict("members.names",
                    "expected three or more: of two members, each could "
                    "compute the other's part of every sum");
  if (members.names.size() > kMostMembers)
    return conflict("members.names", "are more than 10000");
  if (members.features.empty() && !members.folder.empty())
    return conflict("members.features",
                    "is missing: a file with the features' names, one per "
                    "line, in order");
  return {};
}

/// Returns the largest number of members that may fail with a tolerance; -1 if
/// not even none may.
int most_failing(Tolerance tolerance, std::uint32_t all) {
  int most = -1;
  for (std::uint32_t failing = 0; 2 * failing < all; ++failing) try {
      tolerance.dropouts = (failing + 0.01) / all;
      choose_neighbourhood(all, tolerance);
      most = static_cast<int>(failing);
    } catch (const std::invalid_argument&) {
      break;
    }
  return most;
}

Found tolerance_conflict(C c) {
  const M& members = c.scenario.members;
  const auto all = static_cast<std::uint32_t>(members.names.size());
  if (members.groups > 1) return {};
  const Tolerance tolerance = members_tolerance(members);
  try {
    choose_neighbourhood(all, tolerance);
  } catch (const std::invalid_argument& error) {
    std::string what =
        "with members.colluders = " + c.scenario.text.at("members.colluders") +
        " and " + std::to_string(all) + " members: " + error.what();
    if (tolerance.lies) {
      const int most = most_failing(tolerance, all);
      what += ": expected, at members.level = lying, ";
      if (most > 0)
        what += "a share of at most " + std::to_string(most) + " of them, or ";
      else if (most == 0)
        what += "0, or ";
      what += "lower members.colluders, or more members";
    }
    return conflict("members.dropouts", what);
  }
  return {};
}

/// Conflicts of a server that may lie.
Found lying_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.level != M::Level::kLying) return {};
  if (members.names.size() > kMostOfLying)
    return conflict("members.names",
                    "are more than 2000: at members.level = lying each member "
                    "has a mask and shares with each other; expected fewer, or "
                    "members.level = honest");
  if (members.epochs > kMostLyingEpochs)
    return conflict("members.epochs",
                    "is above 100000: at members.level = lying the server "
                    "keeps a digest of each model; expected fewer, or "
                    "members.level = honest");
  return {};
}

/// Conflicts of groups, each of which has to protect its members alone.
Found group_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.groups == 1) return {};
  if (members.level == M::Level::kLying)
    return conflict("members.groups",
                    "at members.level = lying one sum is of all members: "
                    "expected 1, or members.level = honest");
  if (members.compare != Opponent::kNone)
    return conflict("members.groups",
                    "members.compare weighs users' preferences in one sum of "
                    "all members: expected 1, or members.compare = none");
  if (members.groups == 2)
    return conflict("members.groups",
                    "of two sums, no median is safe from one: expected 1, or 3 "
                    "or more");
  const auto size =
      static_cast<std::uint32_t>(members.names.size()) / members.groups;
  const auto refusal = [&](const std::string& why) {
    return conflict(
        "members.groups",
        "makes groups of " + std::to_string(size) + ", and " + why +
            ": expected fewer groups, or smaller members.colluders or "
            "members.dropouts");
  };
  if (size < 3) return refusal("a sum needs three members");
  const Tolerance tolerance = members_tolerance(members);
  const std::uint32_t colluding = tolerance.max_colluders(size);
  const std::uint32_t failing = tolerance.max_dropouts(size);
  try {
    choose_neighbourhood(size, tolerance);
  } catch (const std::invalid_argument&) {
    return refusal(std::to_string(failing) + " of one may fail and " +
                   std::to_string(colluding) +
                   " collude, as chance deals them out");
  }
  return {};
}

Found liar_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.liars >= members.names.size())
    return conflict("members.liars", "are all members: expected fewer");
  return {};
}

Found member_noise_conflict(C c) {
  const M& members = c.scenario.members;
  if (members.unit != PrivacyUnit::kMember && members.divisor == 0)
    return conflict("members.divisor",
                    "members.unit = " + std::string(name_of(members.unit)) +
                        " needs the number of these expected in a sum, above "
                        "0: how many a member has stays with it");
  if (members.epsilon > 0 && members.period == 0)
    return conflict("members.period", "expected a time above 0");
  if (members.epsilon > 0 && members.every > members.period)
    return conflict("members.every", "is above members.period");
  return {};
}

/// Refuses repeats in which nothing is drawn: the hold-out follows from the
/// seed.
Found member_repeat_conflict(C c) {
  const M& members = c.scenario.members;
  const bool draws = members.has_simulated_users() || members.epsilon > 0 ||
                     members.groups > 1 ||
                     c.scenario.ranker.init != Initial::kZero;
  if (c.scenario.run.repeats == 1 || draws) return {};
  return conflict("run.repeats",
                  "without noise all repeats are equal; grid.run.seed = 1,2,3 "
                  "draws other hold-outs");
}

Found member_metric_conflict(C c) {
  if (c.scenario.synthetic.like == kTextData)
    return conflict("synthetic.like", "members have rows, not texts");
  if (is_fitted(c.scenario.data.normalize))
    return conflict(
        "data.normalize",
        "zscore and quantile need the rows of all members together");
  for (const std::string& name : c.scenario.evaluation.metrics)
    if (find_metric(name)->traits.by_clicks)
      return conflict("evaluation.metrics",
                      name +
                          " needs a user who clicks, and members have "
                          "judgements");
  return {};
}

}  // namespace

Found members_conflict(C c) {
  return first_conflict(
      c, {synthetic_conflict, member_run_conflict, member_unit_conflict,
          names_conflict, lying_conflict, group_conflict, liar_conflict,
          tolerance_conflict, member_noise_conflict, member_repeat_conflict,
          member_metric_conflict, real_click_conflict, member_click_conflict,
          member_compare_conflict, member_exam_conflict});
}

}  // namespace fedltr
