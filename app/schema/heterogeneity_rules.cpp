// Conflicts of [heterogeneity].
#include <algorithm>

#include "algorithms/data/synthetic.hpp"
#include "algorithms/heterogeneity/by_user.hpp"
#include "app/schema/method_tables.hpp"
#include "app/schema/rules.hpp"

namespace fedltr {
namespace {

using C = const Choices&;

std::string data_splits() {
  return names_where(splits(),
                     [](const auto& traits) { return traits.assigns_data; });
}

/// True if the data is synthetic, with users.
bool makes_users(const Scenario& scenario) {
  const auto& data = scenario.data;
  return data.format != Format::kLetor && data.train.empty() &&
         data.folds.empty() &&
         std::ranges::any_of(data_shapes(), [&](const DataShape& shape) {
           return shape.name == scenario.synthetic.like && has_users(shape);
         });
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
  if (c.any_split(&SplitTraits::by_log) && data.users.empty() &&
      !makes_users(c.scenario) && !has_session_log(c.scenario))
    return conflict("heterogeneity.kind",
                    "by-user needs data.users, a CSV file qid,user,timestamp: "
                    "its clients are the users of a log; or lists of the past, "
                    "data.log or logging.sessions; without files, "
                    "synthetic.like = aol4foltr makes users");
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
    return conflict(batch_key(c), "must be 1 with quantity");
  if (quantity_differs(c) && c.scenario.privacy.shares > 1 &&
      c.scenario.federation.weighting == Weighting::kInteractions)
    return conflict("privacy.shares",
                    "above 1 needs clients of equal weight; with quantity set "
                    "federation.weighting = uniform");
  return {};
}

/// Reports what could leave a round of by-time without its participants.
Found turns_conflict(C c) {
  const Scenario& scenario = c.scenario;
  if (!c.any_split(&SplitTraits::by_log) ||
      !takes_turns(scenario.heterogeneity.options.parameters))
    return {};
  const std::string turns = "heterogeneity.turns";
  if (c.varies_searches())
    return conflict(turns,
                    "by-time needs the same number of searches in each turn; "
                    "leave quantity out of heterogeneity.kind");
  if (!scenario.federation.absent.empty() || has_moves(scenario) ||
      c.unlearning)
    return conflict(turns,
                    "by-time needs the clients of its log in each round: "
                    "without federation.absent, clients that join or leave "
                    "(timeline.at) and unlearning.method");
  return {};
}

}  // namespace

Found heterogeneity_conflict(C c) {
  return first_conflict(c, {kind_conflict, quantity_conflict, turns_conflict});
}

}  // namespace fedltr
