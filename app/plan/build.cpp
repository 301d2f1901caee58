#include "app/plan/build.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/aggregation/worker_momentum.hpp"
#include "algorithms/attacks/promote.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/federation/participation.hpp"
#include "algorithms/heterogeneity/root_data.hpp"
#include "app/base/errors.hpp"
#include "app/base/system_bits.hpp"
#include "app/plan/logged_searches.hpp"
#include "app/plan/metric_options.hpp"
#include "app/schema/choices.hpp"
#include "app/schema/secure_plan.hpp"

namespace fedltr {
namespace {

std::shared_ptr<const ClickModel> build_user(const Scenario& scenario,
                                             int grades) {
  return Choices(scenario).clicks.make({grades, scenario.clicks.parameters});
}

std::function<std::unique_ptr<ServerOptimizer>()> build_optimizer(
    const Scenario& scenario) {
  const LearnerTraits& learner = Choices(scenario).learner.traits;
  const auto& optimizer =
      find(server_optimizers(),
           scenario.federation.server.value_or(learner.optimizer));
  const double rate = scenario.federation.server_rate.value_or(
      optimizer.traits.adaptive ? learner.adaptive_rate : 1);
  return [make = optimizer.make, rate] { return make(rate); };
}

/// @param sent  number of values in a message
PrivacySpec build_privacy(const Scenario& scenario, Index sent) {
  const auto& privacy = scenario.privacy;
  const Choices choices(scenario);
  MechanismInput input;
  input.parameters = privacy.parameters;
  input.delta = privacy.delta;
  input.clients = scenario.federation.clients;
  input.searches = scenario.federation.interactions;
  input.sent = sent;
  input.sums_only = privacy.secure;
  const Bits bits = privacy.system_randomness ? Bits(system_bits) : Bits();
  PrivacySpec spec =
      choices.is_sound()
          ? sound_spec(sound_noise(scenario), privacy.parameters.real(kEpsilon),
                       privacy.delta,
                       privacy.secure ? Seen::kSums : Seen::kMessages, bits)
          : choices.mechanism.make.published(input);
  if (privacy.budget > 0) spec.budget = privacy.budget;
  return spec;
}

/// Returns the scenario's rule for a party with this seed and with root data
/// from these worlds.
std::function<std::unique_ptr<RobustRule>()> build_rule(
    const Scenario& scenario, const FederationPlan& plan,
    const std::vector<Simulation>& worlds, std::uint64_t seed) {
  const Choices choices(scenario);
  const auto& aggregation = scenario.aggregation;
  RuleOptions options;
  options.parameters = aggregation.parameters;
  options.momentum = aggregation.momentum;
  options.malicious = plan.attack.assumed;
  options.clients = scenario.federation.clients;
  options.seed = seed;
  if (choices.rule.traits.needs_root_data)
    options.trusted = learn_of_root_data(
        worlds, aggregation.parameters.whole(kRootQueries), plan.learner,
        scenario.federation.interactions, seed);
  if (choices.brings_rule())
    return [make = choices.rule.make, options] {
      return with_momentum(make(options), options.momentum);
    };
  return [rule = aggregation.rule, before = aggregation.pre_aggregation,
          options] { return make_robust_rule(rule, before, options); };
}

/// Fails if the data lacks the feature that attackers push up.
void require_promoted(const Scenario& scenario, Index features) {
  const auto& parameters = scenario.attack.parameters;
  require(!Choices(scenario).attack.traits.promotes ||
              parameters.whole<Index>(kPromotedFeature) <= features,
          "attack." + kPromotedFeature.name + ": the data has " +
              std::to_string(features) + " features");
}

/// Builds the rule and the attack of one run.
void build_defence(const Scenario& scenario, int grades, FederationPlan& plan) {
  const Choices choices(scenario);
  AttackPlan& attack = plan.attack;
  attack.assumed = assumed_malicious(scenario);
  if (choices.is_robust())
    plan.rule = build_rule(scenario, plan, {*plan.simulation}, plan.seed);
  const std::uint32_t attackers = attackers_of(scenario);
  if (attackers == 0) return;
  attack.schedule = AttackSchedule(attackers, scenario.timeline.entries);
  attack.full = scenario.attack.full && choices.attack.make;
  if (choices.attack.make) {
    const Index features = plan.simulation->data->features();
    require_promoted(scenario, features);
    AttackOptions options{scenario.attack.parameters, plan.rounds, plan.rule,
                          plan.simulation->ranker, features};
    if (choices.is_robust() && !attack.full)
      options.rule = build_rule(
          scenario, plan,
          worlds_of(plan.population, plan.attack.schedule.attackers(),
                    *plan.simulation),
          attackers_seed(plan.seed));
    attack.make = [make = choices.attack.make, options] {
      return make(options);
    };
  }
  if (choices.attack.traits.on_data())
    attack.poison =
        find(click_models(), choices.attack.traits.users).make({grades});
}

/// Builds the faults of one run. Colluding attackers never fail: the adversary
/// is as strong as possible.
void build_faults(const Scenario& scenario, FederationPlan& plan) {
  FaultOptions options = scenario.faults;
  if (plan.attack.make)
    options.spared = std::max(options.spared, plan.attack.schedule.attackers());
  plan.faults = FaultSchedule(options, plan.seed, scenario.timeline.entries);
}

/// Builds the unlearning requests and their method.
void build_unlearning(const Scenario& scenario, FederationPlan& plan) {
  const auto& unlearning = scenario.unlearning;
  const auto* method = Choices(scenario).unlearning;
  if (!method) return;
  UnlearningPlan& into = plan.unlearning;
  for (const Leaving& leaving : unlearned_clients_of(scenario))
    into.requests.push_back({leaving.after, leaving.clients});
  into.method = method->make;
  into.options = unlearning.options;
  into.options.interval =
      unlearning.options.parameters.whole<std::uint32_t>(kInterval);
  into.evidence = unlearning.evidence;
  // One piece being written and one being read.
  const double piece = 2.0 * sizeof(double) * scenario.federation.clients *
                       static_cast<double>(plan.simulation->ranker->size());
  into.in_memory = static_cast<std::size_t>(
      std::max(1.0, 1e6 * static_cast<double>(unlearning.memory) / piece));
}

/// Builds the masking of updates, if enabled.
void build_secure(const Scenario& scenario, FederationPlan& plan) {
  const auto& privacy = scenario.privacy;
  if (!privacy.secure) return;
  plan.secure = secure_plan(scenario);
  if (privacy.system_randomness) plan.secure->system = system_bits;
}

/// Builds the selection of a model by validation queries, if there is one.
void build_validation(const Scenario& scenario, const Fold& fold,
                      const MetricOptions& options, FederationPlan& plan) {
  const auto& evaluation = scenario.evaluation;
  if (evaluation.validate.empty()) return;
  EvaluationConfig config = plan.evaluation->config();
  config.metrics = {parse_metric(evaluation.validate, options)};
  plan.validation = std::make_shared<const Evaluation>(fold.validation, config);
  plan.validation->require_means();
  plan.keeps_best = evaluation.keep_best;
  plan.patience = evaluation.patience;
  plan.min_delta = evaluation.min_delta;
}

/// Builds the parts that the runs of one fold share.
FederationPlan build_plan(const Scenario& scenario, const Fold& fold,
                          int grades) {
  const Index features = fold.train->features();
  const Choices choices(scenario);
  const auto ranker = with_room(
      choices.learner, {scenario.clicks.list, features},
      choices.ranker.make(RankerShape(features, scenario.ranker.parameters)));
  const auto user = build_user(scenario, grades);
  FederationPlan plan;
  const FederationOptions& size = scenario.federation;
  static_cast<FederationOptions&>(plan) = size;
  Simulation world(fold.train, ranker, user);
  world.list = scenario.clicks.list;
  plan.simulation = std::make_shared<const Simulation>(std::move(world));
  plan.evaluation = std::make_shared<const Evaluation>(
      fold.evaluation,
      EvaluationConfig{
          ranker,
          build_metrics(scenario, metric_options(scenario, grades, *user)),
          scenario.evaluation.empty, scenario.evaluation.ties});
  if (!choices.any_split(&SplitTraits::by_intent))
    plan.evaluation->require_means();
  build_validation(scenario, fold, metric_options(scenario, grades, *user),
                   plan);
  if (scenario.federation.local == LocalObjective::kFedPer) {
    plan.personal = ranker->hidden();  // the output layer comes last
    plan.personal_evaluations = {plan.evaluation};
    plan.pools_personal = scenario.evaluation.mean_layer;
  }
  plan.optimizer = build_optimizer(scenario);
  plan.privacy = build_privacy(scenario, ranker->size() - plan.personal);
  build_secure(scenario, plan);
  plan.evaluate_every = scenario.evaluation.every;
  plan.discount = scenario.evaluation.discount;
  build_unlearning(scenario, plan);
  build_learners(scenario, examination_of(scenario, *user, nullptr, {}, 0),
                 plan);
  return plan;
}

/// Returns the server's first model, trained plainly on the global queries.
Vector warmed_up(const Scenario& scenario, const FederationPlan& plan) {
  const auto& federation = scenario.federation;
  Simulation world = *plan.simulation;
  world.queries = draw_global_queries(world.data->queries(),
                                      federation.sharing.globally, plan.seed);
  const auto plain = Choices(scenario).learner.make(
      {scenario.learner.parameters}, world.ranker);
  const Index rounds = federation.sharing.warm_up;
  return warm_up(*plain, world, plan.initial, rounds * federation.interactions,
                 plan.seed);
}

/// Fails if too few clients have data for the required shares of noise.
void require_enough_shares(const Scenario& scenario,
                           const FederationPlan& plan) {
  const auto active = static_cast<std::uint32_t>(
      plan.clients - plan.population.idle(plan.clients).size());
  const std::string needed =
      scenario.privacy.mode == PrivacyMode::kSound
          ? "privacy.shares = " + std::to_string(plan.privacy.min_updates) +
                " is more than the "
          : "privacy.mechanism = gamma-laplace needs the share of every "
            "client, of which there are more than the ";
  require(count_participants(active, plan.participation) >=
              plan.privacy.min_updates,
          needed + std::to_string(active) +
              " clients that have something to learn from");
}

/// Divides the data among the clients and updates the plan accordingly.
void materialize(const Scenario& scenario, const Fold& fold, SplitInput input,
                 FederationPlan& plan) {
  const auto log =
      logged_searches(scenario, fold, *plan.simulation->user, plan.seed);
  input.sessions = log.get();
  const Split split = build_split(scenario, input);
  if (log) replay(scenario, log, split, plan);
  plan.population =
      Population(split, plan.clients, plan.simulation, plan.interactions);
  require_enough_shares(scenario, plan);
  const EvaluationConfig config = plan.evaluation->config();
  if (!split.views.empty()) {
    plan.evaluation = std::make_shared<const Evaluation>(split.views, config);
    plan.evaluation->require_means();
    plan.personal_evaluations.clear();
    for (const auto& view : split.views)
      plan.personal_evaluations.push_back(
          std::make_shared<const Evaluation>(view, config));
  }
  if (scenario.federation.sharing.share > 0)
    plan.initial = warmed_up(scenario, plan);
}

/// Replaces sets with late features by loaded ones.
void settle_data(const Fold& loaded, FederationPlan& plan) {
  Simulation world = *plan.simulation;
  world.data = loaded.train;
  plan.simulation = std::make_shared<const Simulation>(std::move(world));
  plan.evaluation = std::make_shared<const Evaluation>(
      loaded.evaluation, plan.evaluation->config());
  if (!plan.personal_evaluations.empty())
    plan.personal_evaluations = {plan.evaluation};
  if (plan.validation)
    plan.validation = std::make_shared<const Evaluation>(
        loaded.validation, plan.validation->config());
}

/// True if clients differ, replay a log, or the first model needs training.
bool needs_settling(const Scenario& scenario) {
  return Choices(scenario).is_split() || has_session_log(scenario) ||
         scenario.federation.sharing.share > 0;
}

/// Returns the first model of a run. @param number  among those of the scenario
Vector first_model(const Scenario& scenario, const FederationPlan& plan,
                   const StartModels& start, std::size_t number) {
  const Ranker& ranker = *plan.simulation->ranker;
  if (!start.parameters.empty()) {
    const Vector& given = start.parameters.at(number);
    require(given.size() == ranker.size() && given.allFinite(),
            "ranker.from: a model of other parameters");
    return given;
  }
  Rng rng(plan.seed, Purpose::kInitialModel);
  return initial_parameters(ranker, scenario.ranker.init, rng);
}

}  // namespace

std::vector<Run> build_runs(const Scenario& scenario, const LoadedData& data,
                            std::uint32_t first) {
  return build_runs(scenario, data, first, read_start_models(scenario, data));
}

std::vector<Run> build_runs(const Scenario& scenario, const LoadedData& data,
                            std::uint32_t first, const StartModels& start) try {
  check_split(scenario, data);
  require(
      start.parameters.empty() ||
          start.parameters.size() == data.folds.size() * scenario.run.repeats,
      "ranker.from: a model for each run is needed");
  const int grades = grades_of(data);
  std::vector<Run> runs;
  for (const Fold& fold : data.folds) {
    const FederationPlan shared = build_plan(scenario, fold, grades);
    for (std::uint32_t repeat = 1; repeat <= scenario.run.repeats; ++repeat) {
      Run run{fold.number, repeat, shared};
      run.plan.run = first++;
      run.plan.name = scenario.run.name + " fold " +
                      std::to_string(fold.number) + " repeat " +
                      std::to_string(repeat);
      run.plan.seed = run_seed(scenario.run.seed,
                               static_cast<std::uint32_t>(fold.number), repeat);
      if (scenario.retraining > 0)
        run.plan.own_noise = run_seed(run.plan.seed, scenario.retraining, 0);
      run.plan.initial = first_model(scenario, run.plan, start, runs.size());
      build_defence(scenario, grades, run.plan);
      build_faults(scenario, run.plan);
      run.plan.report_local_metrics = Choices(scenario).is_split();
      run.load = [fold, memory = data.memory] { return memory->load(fold); };
      if (needs_settling(scenario) || fold.is_late())
        run.plan.materialize =
            [scenario, grades, load = run.load, is_late = fold.is_late(),
             log = data.log,
             input = split_input(scenario, data, fold, run.plan.seed)](
                FederationPlan& plan) {
              const Fold loaded = load();
              if (is_late) settle_data(loaded, plan);
              SplitInput whole = input;
              whole.train = loaded.train;
              whole.evaluation = loaded.evaluation;
              whole.log = log.get();  // a node keeps the run, not its data
              if (needs_settling(scenario))
                materialize(scenario, loaded, whole, plan);
              // A rule may learn from the data, attackers from their clients'
              // data.
              build_defence(scenario, grades, plan);
            };
      runs.push_back(std::move(run));
    }
  }
  return runs;
} catch (const std::invalid_argument& error) {
  throw UsageError(scenario.run.name + ": " + error.what());
}

}  // namespace fedltr
