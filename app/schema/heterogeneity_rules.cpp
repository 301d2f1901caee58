// Conflicts of [heterogeneity].
#include <algorithm>

#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

std::string data_splits() {
  return names_where(splits(),
                     [](const auto& traits) { return traits.assigns_data; });
}

Complaint repeated_kind(C c) {
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

Complaint too_few_clients(C c) {
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

Found kind_conflict(C c) {
  if (std::ranges::count_if(c.splits, [](const SplitMethod* split) {
        return split->traits.assigns_data;
      }) > 1)
    return conflict("heterogeneity.kind",
                    "takes one of " + data_splits() +
                        "; quantity and click-preference can be added with +");
  if (const auto what = repeated_kind(c))
    return conflict("heterogeneity.kind", *what);
  if (c.splits.size() > 1 &&
      std::ranges::count(c.scenario.heterogeneity.kinds, kIidSplit) > 0)
    return conflict("heterogeneity.kind", "iid can't be combined");
  if (c.scenario.data.intents.size() == 1)
    return conflict("data.intents", "needs at least two files");
  const auto& data = c.scenario.data;
  if (!data.intents.empty() && data.folds.empty() && data.train.empty())
    return conflict("data.intents", "needs data.train or data.folds");
  if (c.any_split(&SplitTraits::by_log) && c.scenario.data.users.empty())
    return conflict("heterogeneity.kind",
                    "by-user needs data.users, a CSV file qid,user,timestamp: "
                    "its clients are the users of a log");
  if (const auto what = too_few_clients(c))
    return conflict("federation.clients", *what);
  if (c.brings_clicks() && c.any_split(&SplitTraits::brings_users) &&
      (c.scenario.federation.sharing.share == 0 ||
       c.scenario.federation.sharing.warm_up == 0))
    return conflict(
        "heterogeneity.kind",
        "brings its own users, who would not click by the caller's model");
  return {};
}

Found quantity_conflict(C c) {
  if (quantity_differs(c) && !c.sends_models())
    return conflict(
        "heterogeneity.kind",
        "quantity needs a learner that sends models, not " + c.learner.name);
  if (quantity_differs(c) && c.searches_per_step() > 1)
    return conflict("learner.pdgd.batch", "must be 1 with quantity");
  if (quantity_differs(c) && c.scenario.privacy.shares > 1 &&
      c.scenario.federation.weighting == Weighting::kInteractions)
    return conflict("privacy.shares",
                    "above 1 needs clients of equal weight; with quantity set "
                    "federation.weighting = uniform");
  return {};
}

}  // namespace

Found heterogeneity_conflict(C c) {
  return first_conflict(c, {kind_conflict, quantity_conflict});
}

}  // namespace fedltr
