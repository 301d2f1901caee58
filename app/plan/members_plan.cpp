#include "app/plan/members_plan.hpp"

#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "algorithms/clicks/position_based.hpp"
#include "algorithms/privacy/gaussian.hpp"
#include "app/base/errors.hpp"
#include "app/plan/metric_options.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

std::shared_ptr<const Evaluation> evaluation_on(
    const std::shared_ptr<const Dataset>& queries,
    const EvaluationConfig& config) {
  return queries->queries() == 0
             ? nullptr
             : std::make_shared<const Evaluation>(queries, config);
}

/// The account of the noise, against a server at the agreed level.
PrivacySpec members_privacy(const Scenario& scenario,
                            const members::MembersPlan& plan) {
  const MembersSettings& members = scenario.members;
  PrivacySpec spec = no_privacy();
  spec.caveat = "only sums of masked parts are seen, without noise";
  if (members.epsilon == 0) return spec;
  const auto all = static_cast<std::uint32_t>(plan.names.size());
  const double mu2 = plan.code.mu_squared(honest_members(all, plan.tolerance));
  spec.mechanism = "gaussian";
  spec.guarantee = gaussian_guarantee(1 / std::sqrt(mu2));
  spec.delta = members.delta;
  spec.claimed = gaussian_epsilon(1 / std::sqrt(mu2), members.delta);
  spec.caveat = fmt::format(
      "covers one {}, added or removed, against a server that follows the "
      "protocol and colludes with up to {:g} of an epoch's members; simulated "
      "randomness",
      members.unit == MembersSettings::Unit::kMember ? "member" : "query",
      members.colluders);
  return spec;
}

}  // namespace

std::uint32_t epochs_of_period(const Scenario& scenario) {
  const MembersSettings& members = scenario.members;
  const std::uint32_t all = members.epochs + members.epochs / 10 + 2;
  if (members.every == 0) return all;
  // One more: a server that restarts does not wait.
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(all, members.period / members.every + 1));
}

members::MembersPlan members_plan(const Scenario& scenario, Index features,
                                  std::uint64_t seed) {
  const MembersSettings& members = scenario.members;
  members::MembersPlan plan;
  plan.name = scenario.run.name;
  plan.names = members.names;
  plan.training = {Choices(scenario).ranker.make(
                       RankerShape(features, scenario.ranker.parameters)),
                   members.privacy_unit(), members.rate, members.steps,
                   members.clip};
  plan.code.clip = members.clip;
  if (members.epsilon > 0)
    plan.code.multiplier = gaussian_multiplier(members.epsilon, members.delta) *
                           std::sqrt(epochs_of_period(scenario));
  plan.training.quantum = plan.code.step();
  plan.tolerance = {members.dropouts, members.colluders};
  Rng rng(seed, Purpose::kInitialModel);
  plan.initial =
      initial_parameters(*plan.training.ranker, scenario.ranker.init, rng);
  plan.epochs = members.epochs;
  plan.divisor = members.divisor;
  plan.every = static_cast<std::uint32_t>(members.every);
  return plan;
}

members::Deadlines members_deadlines(const Scenario& scenario) {
  return {scenario.members.window, scenario.members.deadline};
}

std::vector<Run> build_rehearsals(const Scenario& scenario,
                                  const LoadedData& data,
                                  std::uint32_t first) try {
  const Fold& fold = data.folds.at(0);
  const int grades = grades_of(data);
  std::vector<Run> runs;
  for (std::uint32_t repeat = 1; repeat <= scenario.run.repeats; ++repeat) {
    const auto seed = run_seed(scenario.run.seed, 1, repeat);
    auto rehearsal = std::make_shared<members::MembersRun>();
    rehearsal->plan = members_plan(scenario, fold.train->features(), seed);
    // The network runs one repeat: its secrets are those of run.seed's first.
    rehearsal->plan.every = 0;
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
      rehearsal->own.push_back(evaluation_on(rows.held_out, config));
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
