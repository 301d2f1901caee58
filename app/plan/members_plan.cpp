#include "app/plan/members_plan.hpp"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "algorithms/clicks/position_based.hpp"
#include "algorithms/privacy/gaussian.hpp"
#include "app/base/errors.hpp"
#include "app/plan/metric_options.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

std::shared_ptr<const Evaluation> evaluation_on(
    const std::shared_ptr<const Dataset>& queries,
    const EvaluationConfig& config) {
  return queries->queries() == 0
             ? nullptr
             : std::make_shared<const Evaluation>(queries, config);
}

/// Returns learning from users; null: members learn from judgements.
std::shared_ptr<const ClickTraining> click_training(
    const Scenario& scenario, const std::shared_ptr<const Ranker>& ranker,
    std::uint64_t seed) {
  const MembersSettings& members = scenario.members;
  if (!members.has_users()) return nullptr;
  const Choices choices(scenario);
  LearnerOptions options;
  options.parameters = scenario.learner.parameters;
  options.list = scenario.clicks.list;
  return std::make_shared<const ClickTraining>(ClickTraining{
      choices.learner.make(options, ranker),
      members.has_simulated_users()
          ? choices.clicks.make({members.grades, scenario.clicks.parameters})
          : nullptr,
      Index{members.searches}, scenario.clicks.list, seed,
      members.learns_from_log()});
}

/// Returns the number of units that a member learns from at most in an epoch;
/// 0: not agreed.
double units_at_most(const MembersSettings& members) {
  switch (members.unit) {
    case PrivacyUnit::kMember:
      return 1;
    case PrivacyUnit::kQuery:
      return members.at_most;
    case PrivacyUnit::kUser:
      break;
  }
  return 0;
}

/// Divides the noise of a period among its epochs and evaluations.
void divide_noise(const Scenario& scenario, members::MembersPlan& plan) {
  const MembersSettings& members = scenario.members;
  const double of_period = gaussian_multiplier(members.epsilon, members.delta);
  const double share = members.evaluate > 0 ? members.evaluate_share : 0;
  plan.code.multiplier =
      of_period * std::sqrt(epochs_of_period(scenario) / (1 - share));
  if (share > 0)
    plan.exam.multiplier =
        of_period * std::sqrt(exams_of_period(scenario) / share);
}

/// The account of the noise, against a server at the agreed level.
PrivacySpec members_privacy(const Scenario& scenario,
                            const members::MembersPlan& plan) {
  const MembersSettings& members = scenario.members;
  PrivacySpec spec = no_privacy();
  spec.caveat = "only sums of masked parts are seen, without noise";
  if (members.epsilon == 0) return spec;
  // The whole, as if in equal parts: an epoch's share of the evaluations too.
  const double mu2 =
      plan.mu_squared(EpochKind::kLearning) +
      plan.mu_squared(EpochKind::kEvaluation) * plan.exams() / plan.epochs;
  spec.mechanism = "gaussian";
  spec.guarantee = gaussian_guarantee(1 / std::sqrt(mu2));
  spec.delta = members.delta;
  spec.claimed = gaussian_epsilon(1 / std::sqrt(mu2), members.delta);
  spec.caveat = fmt::format(
      "covers one {}, added or removed, against a server that {} and colludes "
      "with up to {:g} of {} members; simulated randomness",
      name_of(members.unit),
      plan.tolerance.lies ? "may lie" : "follows the protocol",
      members.colluders, plan.tolerance.lies ? "all" : "an epoch's");
  return spec;
}

}  // namespace

std::uint32_t epochs_of_period(const Scenario& scenario) {
  const MembersSettings& members = scenario.members;
  const std::uint32_t all = members.epochs + members.epochs / 10 + 2;
  if (members.every == 0) return all;
  // One more: a period may begin and end with one.
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(all, members.period / members.every + 1));
}

std::uint32_t exams_of_period(const Scenario& scenario) {
  const MembersSettings& members = scenario.members;
  if (members.evaluate == 0) return 0;
  // Some to spare, as for epochs that learn.
  const std::uint32_t all = members.epochs / members.evaluate + 4;
  if (members.every == 0) return all;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(
      all, members.period / members.every / members.evaluate + 4));
}

double mu_squared_of_period(const Scenario& scenario,
                            const members::MembersPlan& plan) {
  return plan.mu_squared(EpochKind::kLearning) * epochs_of_period(scenario) +
         plan.mu_squared(EpochKind::kEvaluation) * exams_of_period(scenario);
}

std::shared_ptr<const Evaluation> held_out_evaluation(
    const Scenario& scenario, const members::MembersPlan& plan,
    const MemberRows& rows) {
  if (rows.held_out->queries() == 0) return nullptr;
  const int own =
      std::max(highest_label(*rows.train), highest_label(*rows.held_out)) + 1;
  const int agreed = scenario.members.grades;
  const int grades = agreed > 0 ? agreed : std::max(own, 2);
  return std::make_shared<const Evaluation>(
      rows.held_out,
      EvaluationConfig{
          plan.training.ranker,
          build_metrics(scenario, metric_options(scenario, grades)),
          scenario.evaluation.empty, scenario.evaluation.ties});
}

members::MembersPlan members_plan(const Scenario& scenario, Index features,
                                  std::uint64_t seed) {
  const MembersSettings& members = scenario.members;
  members::MembersPlan plan;
  plan.name = scenario.run.name;
  plan.names = members.names;
  plan.training = {Choices(scenario).ranker.make(
                       RankerShape(features, scenario.ranker.parameters)),
                   members.unit, members.rate, members.steps, members.clip};
  plan.code.clip = members.clip;
  plan.exam.clip = kExamClip;
  plan.evaluate = members.evaluate;
  plan.comparing = {members.compare, members.hold_out};
  plan.one_each = members.epsilon > 0 && members.unit == PrivacyUnit::kMember;
  if (members.epsilon > 0) divide_noise(scenario, plan);
  plan.training.clicks = click_training(scenario, plan.training.ranker, seed);
  plan.training.quantum = plan.code.step();
  plan.tolerance = members_tolerance(members);
  plan.units = units_at_most(members);
  plan.liars = {members.liars, members.lie};
  Rng rng(seed, Purpose::kInitialModel);
  plan.initial =
      initial_parameters(*plan.training.ranker, scenario.ranker.init, rng);
  plan.epochs = members.epochs;
  plan.divisor = members.divisor;
  plan.every = static_cast<std::uint32_t>(members.every);
  return plan;
}

std::vector<Run> build_rehearsals(const Scenario& scenario,
                                  const LoadedData& data, std::uint32_t first,
                                  const StartModels& start) try {
  const Fold& fold = data.folds.at(0);
  const int grades = std::max(grades_of(data), scenario.members.grades);
  std::vector<Run> runs;
  for (std::uint32_t repeat = 1; repeat <= scenario.run.repeats; ++repeat) {
    const auto seed = run_seed(scenario.run.seed, 1, repeat);
    auto rehearsal = std::make_shared<members::Rehearsal>();
    rehearsal->plan = members_plan(scenario, fold.train->features(), seed);
    // The network runs one repeat: its secrets are those of run.seed's first.
    rehearsal->plan.every = 0;
    if (!start.parameters.empty())
      rehearsal->plan.initial = start.parameters.at(repeat - 1);
    rehearsal->seed = seed;
    rehearsal->evaluate_every = scenario.evaluation.every;
    rehearsal->delta = scenario.members.delta;
    const EvaluationConfig config{
        rehearsal->plan.training.ranker,
        build_metrics(scenario, metric_options(scenario, grades)),
        scenario.evaluation.empty, scenario.evaluation.ties};
    rehearsal->evaluation =
        std::make_shared<const Evaluation>(fold.evaluation, config);
    rehearsal->evaluation->require_means();
    for (const MemberRows& rows : data.members) {
      rehearsal->rows.push_back(rows.train);
      rehearsal->searches.push_back(rows.searches);
      rehearsal->own.push_back(evaluation_on(rows.held_out, config));
      rehearsal->exams.push_back(
          held_out_evaluation(scenario, rehearsal->plan, rows));
    }
    Run run{1, repeat, {}};
    run.plan.run = first++;
    run.plan.name = scenario.run.name + " repeat " + std::to_string(repeat);
    run.plan.seed = seed;
    // Nobody clicks.
    run.plan.simulation = std::make_shared<const Simulation>(
        fold.train, config.ranker,
        std::make_shared<const PositionBasedUser>(
            std::vector<double>(static_cast<std::size_t>(grades)), 1));
    run.plan.evaluation = rehearsal->evaluation;
    run.plan.privacy = members_privacy(scenario, rehearsal->plan);
    run.plan.initial = rehearsal->plan.initial;
    run.plan.clients = static_cast<std::uint32_t>(data.members.size());
    run.plan.interactions = 0;
    run.plan.rounds = rehearsal->plan.epochs;
    run.plan.evaluate_every = scenario.evaluation.every;
    run.load = [fold] { return fold; };
    run.rehearsal = std::move(rehearsal);
    runs.push_back(std::move(run));
  }
  return runs;
} catch (const std::invalid_argument& error) {
  throw UsageError(scenario.run.name + ": " + error.what());
}

}  // namespace fedltr
