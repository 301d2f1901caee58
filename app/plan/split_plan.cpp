#include "app/plan/split_plan.hpp"

#include "algorithms/heterogeneity/label_distribution.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/plan/metric_options.hpp"
#include "app/plan/user_log_check.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {

SplitInput split_input(const Scenario& scenario, const LoadedData& data,
                       const Fold& fold, std::uint64_t seed) {
  SplitInput input;
  input.train = fold.train;
  input.evaluation = fold.evaluation;
  input.train_intents = fold.train_intents.get();
  input.evaluation_intents = fold.evaluation_intents.get();
  input.log = data.log.get();
  input.clients = scenario.federation.clients;
  input.participants = participants_of(scenario);
  input.interactions = scenario.federation.interactions;
  input.grades = grades_of(data);
  input.seed = seed;
  input.options = scenario.heterogeneity.options;
  return input;
}

Split build_split(const Scenario& scenario, const SplitInput& input) {
  Split split;
  for (const std::string& kind : scenario.heterogeneity.kinds)
    find(splits(), kind).make(input, split);
  const DataSharing& sharing = scenario.federation.sharing;
  if (sharing.share > 0)
    share_data(split, input,
               draw_global_queries(input.train->queries(), sharing.globally,
                                   input.seed),
               sharing);
  return split;
}

std::string split_warning(const Scenario& scenario) {
  const bool one_label = Choices(scenario).any_split(&SplitTraits::by_label) &&
                         scenario.heterogeneity.options.parameters.whole<int>(
                             kLabelsPerClient) == 1;
  if (!one_label || scenario.federation.sharing.share > 0) return "";
  return "heterogeneity.labels-per-client = 1: the documents of a client have "
         "one label, so there is no preference to learn, and any order of its "
         "own queries is as good";
}

/// Checks a split against the data before anything runs.
void check_split(const Scenario& scenario, const LoadedData& data) {
  const auto refuse = [&](const std::string& key, const std::string& what) {
    throw UsageError(scenario.run.name + ": " + key + " = " +
                     scenario.text.at(key) + ": " + what);
  };
  const std::string clients = "federation.clients";
  if (Choices(scenario).any_split(&SplitTraits::by_label)) {
    const int grades = grades_of(data);
    const int labels =
        scenario.heterogeneity.options.parameters.whole<int>(kLabelsPerClient);
    if (labels > grades)
      refuse("heterogeneity.labels-per-client",
             "the data has " + std::to_string(grades) + " labels only");
    const double needed = count_combinations(grades, labels);
    if (scenario.federation.clients < needed)
      refuse(clients, "is too few: each of the " + exact(needed) +
                          " combinations of " + std::to_string(labels) +
                          " of " + std::to_string(grades) +
                          " labels needs a client");
  }
  if (!Choices(scenario).any_split(&SplitTraits::by_log)) return;
  if (!has_session_log(scenario)) return check_user_log(scenario, data);
  check_logged_users(scenario, data);
  for (const Fold& fold : data.folds) {
    const std::size_t users =
        fold.sessions ? sessions_by_user(*fold.sessions).size()
                      : static_cast<std::size_t>(scenario.logging.sessions);
    if (scenario.federation.clients > users)
      refuse(clients, "is more than the " + std::to_string(users) +
                          " users of the log with searches in fold " +
                          std::to_string(fold.number));
  }
}

}  // namespace fedltr
