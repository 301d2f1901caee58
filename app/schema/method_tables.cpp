#include "app/schema/method_tables.hpp"

#include <algorithm>
#include <stdexcept>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/attacks/attack.hpp"
#include "algorithms/clicks/click_model.hpp"
#include "algorithms/data/synthetic.hpp"
#include "algorithms/federation/optimizer.hpp"
#include "algorithms/heterogeneity/split.hpp"
#include "algorithms/online/learner.hpp"
#include "algorithms/privacy/mechanism.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/ranking/ranker.hpp"
#include "algorithms/silo/methods.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/silo/untrained.hpp"
#include "algorithms/sketch/noise.hpp"
#include "algorithms/text/party_split.hpp"
#include "algorithms/unbiased/propensities.hpp"
#include "algorithms/unlearning/schedule.hpp"

namespace fedltr {
namespace {

using S = Scenario;
using Names = std::vector<std::string>;

template <class Factory, class Traits>
std::vector<MethodInfo> info_of(const Methods<Factory, Traits>& methods) {
  std::vector<MethodInfo> all;
  for (const auto& method : methods)
    all.push_back(
        {method.name, method.summary, method.source, method.parameters});
  return all;
}

/// Returns the clients, 3 of which attack, in table matrix-momentum
/// of docs/validation.md: 10, or the least that the rule accepts.
std::int64_t clients_measured(const RuleTraits& traits) {
  std::int64_t clients = 10;
  while (traits.max_malicious && traits.max_malicious(clients) < 3) ++clients;
  return clients;
}

/// Appends to each rule's summary the condition that it requires, and its worst
/// case.
std::vector<MethodInfo> rule_info() {
  std::vector<MethodInfo> all = info_of(aggregation_rules());
  for (std::size_t i = 0; i < all.size(); ++i) {
    const RuleTraits& traits = aggregation_rules()[i].traits;
    if (!traits.condition.empty()) all[i].summary += "; " + traits.condition;
    if (!traits.falls.empty())
      all[i].summary +=
          "; lowest nDCG@10 under 38 attacks by 3 of " +
          std::to_string(clients_measured(traits)) +
          " clients (five folds of MQ2008, informational clicks): " +
          traits.falls;
  }
  return all;
}

std::vector<MethodInfo> unlearning_info() {
  std::vector<MethodInfo> all = info_of(unlearning_methods());
  all.insert(all.begin(), {"none", "no client leaves", "", {}});
  return all;
}

std::vector<MethodInfo> data_set_info() {
  std::vector<MethodInfo> all;
  for (const DataShape& shape : data_shapes())
    all.push_back({shape.name, shape.summary, "synthetic, no licence", {}});
  all.push_back({"text",
                 "documents, queries and judgements for a [silo]",
                 "synthetic, no licence",
                 {}});
  return all;
}

std::vector<MethodTable> federation_tables() {
  using V = ParameterValues;
  return {
      {"rankers", "", "ranker.model", info_of(rankers()),
       [](const S& s) { return Names{s.ranker.model}; },
       [](S& s) -> V& { return s.ranker.parameters; }},
      {"learners", "", "learner.method", info_of(learners()),
       [](const S& s) { return Names{s.learner.method}; },
       [](S& s) -> V& { return s.learner.parameters; }},
      {"servers", "", "federation.server", info_of(server_optimizers())},
      {"rules", "", "aggregation.rule", rule_info(),
       [](const S& s) { return Names{s.aggregation.rule}; },
       [](S& s) -> V& { return s.aggregation.parameters; }},
      {"pre-aggregation", "preparations", "aggregation.pre-aggregation",
       info_of(pre_aggregations()),
       [](const S& s) { return Names{s.aggregation.pre_aggregation}; },
       [](S& s) -> V& { return s.aggregation.parameters; }},
      {"attacks", "", "attack.kind", info_of(attacks()),
       [](const S& s) { return Names{s.attack.kind}; },
       [](S& s) -> V& { return s.attack.parameters; }},
      {"unlearning", "", "unlearning.method", unlearning_info(),
       [](const S& s) { return Names{s.unlearning.method}; },
       [](S& s) -> V& { return s.unlearning.options.parameters; }},
      {"mechanisms", "", "privacy.mechanism", info_of(mechanisms()),
       [](const S& s) { return Names{s.privacy.mechanism}; },
       [](S& s) -> V& { return s.privacy.parameters; }},
  };
}

std::vector<MethodTable> data_tables() {
  using V = ParameterValues;
  return {
      {"clicks", "", "clicks.model", info_of(click_models()),
       [](const S& s) { return Names{s.clicks.model}; },
       [](S& s) -> V& { return s.clicks.parameters; }},
      {"propensities", "", "logging.propensities",
       info_of(propensity_sources())},
      {"splits", "", "heterogeneity.kind", info_of(splits()),
       [](const S& s) { return s.heterogeneity.kinds; },
       [](S& s) -> V& { return s.heterogeneity.options.parameters; }},
      {"metrics", "", "evaluation.metrics", info_of(metrics())},
      {"data-sets", "twins", "synthetic.like", data_set_info()},
  };
}

Names chosen_silo_methods(const S& scenario) {
  if (scenario.silo.method != kAllSiloMethods) return {scenario.silo.method};
  Names names;
  for (const auto& each : silo_methods()) names.push_back(each.name);
  return names;
}

std::vector<MethodTable> silo_tables() {
  return {
      {"untrained-rankers", "", "silo.method", info_of(untrained_rankers())},
      {"silo-methods", "", "silo.method", info_of(silo_methods()),
       chosen_silo_methods,
       [](S& s) -> ParameterValues& { return s.silo.options.parameters; },
       kAllSiloMethods},
      {"party-splits", "", "silo.split", info_of(party_splits())},
      {"sketch-noises", "", "silo.noise", info_of(sketch_noises())},
      {"losses", "", "silo.loss", info_of(pointwise_models())},
  };
}

}  // namespace

std::string one_of(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  return text;
}

std::string MethodTable::methods_with(const std::string& parameter) const {
  std::vector<std::string> names;
  if (!all.empty()) names.push_back(all);
  for (const MethodInfo& method : methods)
    if (std::ranges::count(method.parameters, parameter, &Parameter::name) > 0)
      names.push_back(method.name);
  return one_of(names);
}

const std::vector<MethodTable>& method_tables() {
  static const std::vector<MethodTable> all = [] {
    std::vector<MethodTable> tables = federation_tables();
    for (auto more : {data_tables(), silo_tables()})
      tables.insert(tables.end(), more.begin(), more.end());
    return tables;
  }();
  return all;
}

const MethodTable& method_table(const std::string& kind) {
  const auto found =
      std::ranges::find(method_tables(), kind, &MethodTable::kind);
  if (found == method_tables().end())
    throw std::invalid_argument("no table of " + kind);
  return *found;
}

}  // namespace fedltr
