#include "web/study.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "algorithms/core/math.hpp"
#include "algorithms/data/synthetic.hpp"
#include "algorithms/federation/participation.hpp"
#include "algorithms/heterogeneity/root_data.hpp"
#include "web/methods.hpp"

namespace fedltr {
namespace {

/// Keys of the page, with the defaults of `fedltr list keys`.
const std::map<std::string, std::string>& usual_values() {
  static const std::map<std::string, std::string> values = {
      {"run.name", "page"},
      {"run.seed", "1"},
      {"synthetic.like", "mq2008"},
      {"synthetic.noise", "1"},
      {"synthetic.seed", "1"},
      {"ranker.model", "linear"},
      {"ranker.hidden", "64"},
      {"ranker.init", "auto"},
      {"learner.method", "pdgd"},
      {"learner.rate", "0.1"},
      {"federation.clients", "10"},
      {"federation.interactions", "4"},
      {"federation.rounds", "100"},
      {"federation.participation", "1"},
      {"clicks.model", "navigational"},
      {"attack.kind", "none"},
      {"attack.clients", "0.2"},
      {"attack.knowledge", "partial"},
      {"aggregation.rule", "mean"},
      {"aggregation.condition", "refuse"},
  };
  return values;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw std::invalid_argument(where + ": " + what);
}

/// Returns the row of a table that the key names.
template <class Table, class Row>
const Row& chosen(const WebScenario& scenario, const std::string& key,
                  const Table& table, std::string Row::*name) {
  const auto found = std::ranges::find(table, scenario.value(key), name);
  if (found != table.end()) return *found;
  std::string known;
  for (const Row& row : table)
    known += (known.empty() ? "" : " | ") + row.*name;
  refuse(key, "expected " + known);
}

/// The same of a table of methods.
template <class Factory, class Traits>
const auto& chosen(const WebScenario& scenario, const std::string& key,
                   const Methods<Factory, Traits>& methods) {
  return chosen(scenario, key, methods, &Method<Factory, Traits>::name);
}

std::uint32_t attackers_of(const WebScenario& scenario) {
  const std::string key = "attack.clients";
  const auto clients =
      static_cast<double>(scenario.whole("federation.clients", 1, 100000));
  const std::string& text = scenario.value(key);
  const double attackers =
      text.find('.') == std::string::npos
          ? std::min(clients,
                     static_cast<double>(scenario.whole(key, 0, 100000)))
          : std::round(share_of(scenario.real(key, 0, 0.5), clients));
  if (2 * attackers >= clients)
    refuse(key, "must be less than half of federation.clients");
  return static_cast<std::uint32_t>(attackers);
}

struct DataChoice {
  const DataShape& shape;
  double noise = 0;
  std::uint64_t seed = 0;
};

DataChoice data_of(const WebScenario& scenario) {
  return {chosen(scenario, "synthetic.like", data_shapes(), &DataShape::name),
          scenario.real("synthetic.noise", 0, 100),
          scenario.whole("synthetic.seed", 0, UINT32_MAX)};
}

/// The plan's data: fold 1 of five, like LETOR's.
struct WebData {
  std::shared_ptr<const Dataset> train;
  std::shared_ptr<const Dataset> test;
};

WebData synthesize(const DataChoice& choice) {
  const Dataset all = synthesize(choice.shape, choice.noise, choice.seed);
  const auto set_of = [&](const std::vector<int>& parts) {
    std::vector<Index> queries;
    for (const int part : parts)
      for (const Index query : part_of_five(all.queries(), part))
        queries.push_back(query);
    return std::make_shared<const Dataset>(select_queries(all, queries));
  };
  const FoldParts parts = parts_of_fold(1);
  return {set_of(parts.train), set_of({parts.test})};
}

using MakeRule = std::function<std::unique_ptr<RobustRule>()>;

/// Returns the rule of a party with this seed and root data of these worlds.
MakeRule rule_of(const RuleMethod& rule, const FederationPlan& plan,
                 const std::vector<Simulation>& worlds, std::uint64_t seed) {
  RuleOptions options;
  options.malicious = plan.attack.assumed;
  options.clients = plan.clients;
  options.seed = seed;
  if (rule.traits.needs_root_data)
    options.trusted = learn_of_root_data(
        worlds, std::get<std::uint64_t>(rule.parameters.at(0).value),
        plan.learner, plan.interactions, seed);
  return [make = rule.make, options] { return make(options); };
}

struct Defence {
  const RuleMethod& rule;
  const AttackMethod& attack;
  std::int64_t models = 0;  ///< that the rule receives in a round
  std::int64_t most = 0;    ///< attackers that its condition allows
  std::uint32_t attackers = 0;
  std::uint32_t assumed = 0;  ///< attackers that the rule assumes
  bool full = false;          ///< the attack knows all updates
};

std::string condition_of(const Defence& defence) {
  return defence.rule.name + " needs " + defence.rule.traits.condition;
}

std::string unmet_condition(const Defence& defence) {
  return condition_of(defence) + ", but n = " + std::to_string(defence.models) +
         " and m = " + std::to_string(defence.assumed);
}

std::uint32_t clients_of(const WebScenario& scenario) {
  return static_cast<std::uint32_t>(
      scenario.whole("federation.clients", 1, 100000));
}

double participation_of(const WebScenario& scenario) {
  return scenario.real("federation.participation", 1e-6, 1);
}

bool warns(const WebScenario& scenario) {
  const std::string key = "aggregation.condition";
  const std::string& text = scenario.value(key);
  if (text != "refuse" && text != "warn") refuse(key, "expected refuse | warn");
  return text == "warn";
}

Defence defence_of(const WebScenario& scenario) {
  const RuleMethod& rule =
      chosen(scenario, "aggregation.rule", web_methods().rules);
  const AttackMethod& attack =
      chosen(scenario, "attack.kind", web_methods().attacks);
  Defence defence{rule, attack};
  if (attack.traits.on_models || attack.traits.on_data())
    defence.attackers = attackers_of(scenario);
  defence.models =
      count_participants(clients_of(scenario), participation_of(scenario));
  defence.most = rule.traits.max_malicious(defence.models);
  defence.assumed = defence.attackers;
  defence.full =
      scenario.value("attack.knowledge") == "full" && attack.make != nullptr;
  if (warns(scenario)) {
    if (rule.make && defence.assumed >= defence.models)
      refuse("attack.clients", "must be less than the " +
                                   std::to_string(defence.models) +
                                   " models of a round");
    return defence;
  }
  if (defence.most < 0)
    refuse("aggregation.rule",
           unmet_condition(defence) +
               "; to run it with a warning: aggregation.condition = warn");
  defence.assumed = static_cast<std::uint32_t>(
      std::min<std::int64_t>(defence.most, defence.attackers));
  return defence;
}

/// Adds the rule and the attack to a plan.
void defend(const Defence& defence, int grades, FederationPlan& plan) {
  const RuleMethod& rule = defence.rule;
  const AttackMethod& method = defence.attack;
  const std::uint32_t attackers = defence.attackers;
  AttackPlan& attack = plan.attack;
  attack.assumed = defence.assumed;
  if (rule.make) plan.rule = rule_of(rule, plan, {*plan.simulation}, plan.seed);
  if (attackers == 0) return;
  attack.schedule = AttackSchedule(attackers, {});
  attack.full = defence.full;
  if (method.make) {
    AttackOptions options{{},
                          plan.rounds,
                          plan.rule,
                          plan.simulation->ranker,
                          plan.simulation->data->features()};
    if (rule.make && !attack.full)
      options.rule = rule_of(
          rule, plan, worlds_of(plan.population, attackers, *plan.simulation),
          attackers_seed(plan.seed));
    attack.make = [make = method.make, options] { return make(options); };
  }
  if (method.traits.on_data())
    attack.poison = find(click_models(), method.traits.users).make({grades});
}

Vector first_model(const WebScenario& scenario, const RankerMethod& method,
                   const LearnerTraits& learner, const Ranker& ranker,
                   std::uint64_t seed) {
  const std::string key = "ranker.init";
  const std::string& text = scenario.value(key);
  if (text != "auto" && text != "zero" && text != "normal")
    refuse(key, "expected zero | normal");
  const bool learns_from_zero =
      ranker.hidden() == 0 ||
      (method.traits.zero_is_stationary && !learner.sends_models);
  const bool zero = text == "auto" ? learns_from_zero : text == "zero";
  if (zero && !learns_from_zero)
    refuse(key, method.name + " can't learn from zero; set normal");
  Rng rng(seed, Purpose::kInitialModel);
  return initial_parameters(ranker, zero ? Initial::kZero : Initial::kNormal,
                            rng);
}

}  // namespace

WebScenario::WebScenario(std::string_view text) : values_(usual_values()) {
  std::string section;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = trimmed(line.substr(0, line.find('#')));
    if (line.empty()) continue;
    const std::string where = "line " + std::to_string(number);
    if (line.front() == '[' && line.back() == ']') {
      section = trimmed(line.substr(1, line.size() - 2));
      continue;
    }
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos)
      refuse(where, "expected [section] or key = value");
    const std::string key =
        section + "." + std::string(trimmed(line.substr(0, equals)));
    const auto found = values_.find(key);
    if (found == values_.end())
      refuse(where, key + " is no key of the page; `fedltr run` may know it");
    found->second = trimmed(line.substr(equals + 1));
  }
}

std::uint64_t WebScenario::whole(const std::string& key, std::uint64_t min,
                                 std::uint64_t max) const {
  const std::string& text = value(key);
  const bool digits = !text.empty() && text.size() <= 18 &&
                      text.find_first_not_of("0123456789") == std::string::npos;
  const std::uint64_t number =
      digits ? std::strtoull(text.c_str(), nullptr, 10) : 0;
  if (!digits || number < min || number > max)
    refuse(key, "expected an integer " + std::to_string(min) + " to " +
                    std::to_string(max));
  return number;
}

double WebScenario::real(const std::string& key, double min, double max) const {
  const std::string& text = value(key);
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !(number >= min && number <= max))
    refuse(key, "expected a number " + text_of(min) + " to " + text_of(max));
  return number;
}

std::string rule_warning(const WebScenario& scenario) {
  const Defence defence = defence_of(scenario);
  const std::string outside =
      "; aggregation.condition = warn: it runs, but nothing bounds what "
      "attackers do to it";
  const bool unmet = defence.rule.make && defence.assumed > defence.most;
  if (unmet && defence.most < 0)
    return "aggregation.rule = " + defence.rule.name + ": " +
           unmet_condition(defence) + outside;
  if (unmet)
    return "aggregation.malicious = auto: " + unmet_condition(defence) +
           "; m is at most " + std::to_string(defence.most) + outside;
  if (defence.rule.traits.uses_malicious && defence.assumed < defence.attackers)
    return "aggregation.malicious = auto: takes m = " +
           std::to_string(defence.assumed) + ", fewer than the " +
           std::to_string(defence.attackers) +
           " attackers: " + condition_of(defence) +
           "; aggregation.condition = warn takes them all";
  return {};
}

// Makes the data last: an error unwinds nothing in WebAssembly, so what has
// been made before it is lost.
FederationPlan plan_of(const WebScenario& scenario) {
  const DataChoice choice = data_of(scenario);
  const int grades =
      std::max(2, static_cast<int>(choice.shape.grade_shares.size()));
  const RankerMethod& method = chosen(scenario, "ranker.model", rankers());
  const auto ranker = method.make(
      {choice.shape.features,
       static_cast<Index>(scenario.whole("ranker.hidden", 1, 1024))});
  const auto& learner =
      chosen(scenario, "learner.method", web_methods().learners);
  const LearnerTraits& traits = learner.traits;
  const auto users =
      chosen(scenario, "clicks.model", click_models()).make({grades});
  FederationPlan plan;
  plan.name = scenario.value("run.name");
  plan.seed = run_seed(scenario.whole("run.seed", 0, UINT32_MAX), 1, 1);
  LearnerOptions options;
  options.parameters.set(kRate.name, scenario.real("learner.rate", 1e-9, 1e6));
  plan.learner = learner.make(options, ranker);
  const auto& optimizer = find(server_optimizers(), traits.optimizer);
  plan.optimizer = [make = optimizer.make, rate = optimizer.traits.adaptive
                                                      ? traits.adaptive_rate
                                                      : 1] {
    return make(rate);
  };
  plan.clients = clients_of(scenario);
  plan.interactions = static_cast<std::uint32_t>(
      scenario.whole("federation.interactions", 1, 1000));
  plan.rounds = static_cast<std::uint32_t>(
      scenario.whole("federation.rounds", 1, 100000));
  plan.participation = participation_of(scenario);
  plan.initial = first_model(scenario, method, traits, *ranker, plan.seed);
  const Defence defence = defence_of(scenario);

  const WebData data = synthesize(choice);
  plan.simulation =
      std::make_shared<const Simulation>(data.train, ranker, users);
  MetricOptions metric;
  metric.err_highest = grades - 1;
  plan.evaluation = std::make_shared<const Evaluation>(
      data.test, EvaluationConfig{ranker, {parse_metric("ndcg@10", metric)}});
  defend(defence, grades, plan);
  return plan;
}

}  // namespace fedltr
