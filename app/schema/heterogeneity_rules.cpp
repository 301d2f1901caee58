// Conflict rules of [heterogeneity].
#include <algorithm>

#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;
using Found = std::optional<std::string>;

std::string data_splits() {
  return names_where(splits(),
                     [](const auto& traits) { return traits.assigns_data; });
}

Found repeated_kind(C c) {
  const auto& kinds = c.scenario.heterogeneity.kinds;
  for (const std::string& kind : kinds)
    if (std::ranges::count(kinds, kind) > 1) return "names " + kind + " twice";
  return std::nullopt;
}

/// Number of groups of a split; each needs a client.
std::size_t groups_of(const Scenario& scenario, const SplitTraits& traits) {
  const auto& intents = scenario.data.intents;
  if (traits.by_intent && !intents.empty()) return intents.size();
  return traits.groups(scenario.heterogeneity.options.parameters);
}

Found too_few_clients(C c) {
  for (const SplitMethod* split : c.splits) {
    const SplitTraits& traits = split->traits;
    if (!traits.groups) continue;
    const std::size_t groups = groups_of(c.scenario, traits);
    if (c.scenario.federation.clients < groups)
      return "is too few: each of the " + std::to_string(groups) + " " +
             traits.group_name + " needs a client";
  }
  return std::nullopt;
}

/// True if clients make different numbers of searches and it is no IID
/// baseline.
bool quantity_differs(C c) {
  return c.varies_searches() && !c.scenario.heterogeneity.options.iid;
}

ConflictRules kind_rules() {
  return {
      {"heterogeneity.kind",
       [](C c) {
         return std::ranges::count_if(c.splits, [](const SplitMethod* split) {
                  return split->traits.assigns_data;
                }) > 1;
       },
       [](C) {
         return "takes one of " + data_splits() +
                "; quantity and click-preference may be added by +";
       }},
      {"heterogeneity.kind", repeated_kind},
      {"heterogeneity.kind",
       [](C c) {
         return c.splits.size() > 1 &&
                std::ranges::count(c.scenario.heterogeneity.kinds, kIidSplit) >
                    0;
       },
       "iid stands alone"},
      {"data.intents", [](C c) { return c.scenario.data.intents.size() == 1; },
       "needs two files at least"},
      {"data.intents",
       [](C c) {
         const auto& data = c.scenario.data;
         return !data.intents.empty() && data.folds.empty() &&
                data.train.empty();
       },
       "needs data.train or data.folds"},
      {"heterogeneity.kind",
       [](C c) {
         return c.any_split(&SplitTraits::by_log) &&
                c.scenario.data.users.empty();
       },
       "by-user needs data.users, a CSV file qid,user,timestamp"},
      {"federation.clients", too_few_clients},
  };
}

ConflictRules quantity_rules() {
  return {
      {"heterogeneity.kind",
       [](C c) { return quantity_differs(c) && !c.sends_models(); },
       [](C c) {
         return "quantity needs a learner that sends models, not " +
                c.learner.name;
       }},
      {"learner.pdgd.batch",
       [](C c) { return quantity_differs(c) && c.searches_per_step() > 1; },
       "must be 1 with quantity"},
      {"privacy.shares",
       [](C c) {
         return quantity_differs(c) && c.scenario.privacy.shares > 1 &&
                c.scenario.federation.weighting == Weighting::kInteractions;
       },
       "above 1 needs clients of equal weight; with quantity say "
       "federation.weighting = uniform"},
  };
}

}  // namespace

ConflictRules heterogeneity_rules() {
  ConflictRules all = kind_rules();
  for (const ConflictRule& rule : quantity_rules()) all.push_back(rule);
  return all;
}

}  // namespace fedltr
