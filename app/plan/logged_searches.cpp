#include "app/plan/logged_searches.hpp"

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/unbiased/propensities.hpp"
#include "algorithms/unbiased/simulated_log.hpp"
#include "app/data/session_file.hpp"
#include "app/plan/split_plan.hpp"
#include "app/schema/attendance.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

/// Sessions of each client that is there before training; one list of all if
/// clients share them.
std::vector<std::vector<Index>> sessions_of_clients(const SessionLog& log,
                                                    const Split& split,
                                                    const Scenario& scenario) {
  const auto away = clients_away(scenario, 1);
  std::vector<std::vector<Index>> clients;
  for (std::uint32_t client = 0; client < split.holdings.size(); ++client)
    if (const auto& sessions = split.holdings[client].queries;
        sessions && !away.contains(client))
      clients.push_back(*sessions);
  if (!clients.empty()) return clients;
  auto all = numbers_below<Index>(log.sessions());
  return {std::move(all)};
}

/// Cuts a curve to the ranks of a list.
void cut(std::vector<double>& curve, Index list) {
  if (std::ssize(curve) > list) curve.resize(list);
}

/// Returns the learner's options, including those that the mechanism requires.
LearnerOptions learner_options(const Scenario& scenario) {
  const auto& privacy = scenario.privacy.parameters;
  const Choices choices(scenario);
  const MechanismTraits& mechanism = choices.mechanism.traits;
  LearnerOptions options;
  options.parameters = scenario.learner.parameters;
  if (scenario.federation.local == LocalObjective::kFedProx)
    options.proximal = scenario.federation.mu;
  if (mechanism.truth) options.truth = mechanism.truth(privacy);
  if (mechanism.clip && !choices.is_sound())
    options.clip = mechanism.clip(privacy);
  options.list = scenario.clicks.list;
  return options;
}

}  // namespace

std::shared_ptr<const SessionLog> logged_searches(const Scenario& scenario,
                                                  const Fold& fold,
                                                  const ClickModel& user,
                                                  std::uint64_t seed) {
  const LoggingSettings& logging = scenario.logging;
  if (fold.sessions || logging.sessions == 0) return fold.sessions;
  const LoggingPolicy policy{logging.sessions,
                             logging.queries,
                             logging.temperature,
                             logging.swaps,
                             scenario.federation.clients,
                             scenario.clicks.list};
  return std::make_shared<const SessionLog>(
      simulate_log(*fold.train, user, policy, seed));
}

Examination examination_of(const Scenario& scenario, const ClickModel& user,
                           const SessionLog* log, const Split& split,
                           std::uint64_t seed) {
  if (!Choices(scenario).learner.traits.by_examination) return {};
  const auto& source =
      find(propensity_sources(), scenario.logging.propensities);
  if (source.traits.of_log && log == nullptr) return {};
  PropensityInput input;
  input.users = user.examination();
  if (source.traits.of_users && input.users.empty())
    throw std::invalid_argument(
        "logging.propensities = " + source.name + ": the clicks of " +
        scenario.text.at("clicks.model") +
        " users depend on more than the rank; set clicks.model = pbm, trust or "
        "dcm, another source of propensities, or learner.method = em or dla");
  if (source.traits.of_file) input.given = read_curve(scenario.logging.curve);
  input.log = log;
  if (log != nullptr && source.traits.of_log)
    input.clients = sessions_of_clients(*log, split, scenario);
  input.list = static_cast<std::size_t>(scenario.clicks.list);
  input.protection = sum_protection(scenario);
  input.protection.seed = seed;
  Examination found = source.make(input);
  for (auto* const curve : {&found.propensity, &found.offset, &found.proceed})
    cut(*curve, scenario.clicks.list);
  return found;
}

void build_learners(const Scenario& scenario, const Examination& examination,
                    FederationPlan& plan) {
  const LearnerMethod& learner = Choices(scenario).learner;
  LearnerOptions options = learner_options(scenario);
  options.examination = examination;
  plan.learner = learner.make(options, plan.simulation->ranker);
  options.reversed = true;
  if (plan.unlearning.method.gradient)
    plan.unlearning.ascent_learner =
        learner.make(options, plan.simulation->ranker);
}

void replay(const Scenario& scenario, std::shared_ptr<const SessionLog> log,
            const Split& split, FederationPlan& plan) {
  const auto& source =
      find(propensity_sources(), scenario.logging.propensities);
  if (log->has_propensities() && !source.traits.of_rows)
    log = std::make_shared<const SessionLog>(log->without_propensities());
  Simulation world = *plan.simulation;
  world.log = std::move(log);
  plan.simulation = std::make_shared<const Simulation>(std::move(world));
  build_learners(
      scenario,
      examination_of(scenario, *plan.simulation->user,
                     plan.simulation->log.get(), split, plan.noise_seed()),
      plan);
}

Examination examination_of(const Scenario& scenario, const LoadedData& data,
                           const Run& run) {
  Examination learned = run.plan.learner->learned_examination(run.result.model);
  if (!learned.empty()) return learned;
  if (!Choices(scenario).learner.traits.by_examination) return {};
  const Fold fold = run.load();
  const ClickModel& user = *run.plan.simulation->user;
  const auto log = logged_searches(scenario, fold, user, run.plan.seed);
  Split split;
  if (log) {
    SplitInput input = split_input(scenario, data, fold, run.plan.seed);
    input.sessions = log.get();
    split = build_split(scenario, input);
  }
  return examination_of(scenario, user, log.get(), split,
                        run.plan.noise_seed());
}

}  // namespace fedltr
