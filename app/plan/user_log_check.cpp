#include "app/plan/user_log_check.hpp"

#include <algorithm>

#include <spdlog/spdlog.h>

#include "algorithms/core/hash.hpp"
#include "algorithms/heterogeneity/by_user.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/click_log.hpp"
#include "app/data/convert/log_remarks.hpp"
#include "app/data/session_file.hpp"

namespace fedltr {
namespace {

/// Describes the join of the log's queries with those of a training set.
JoinNotes join_of(const UserLog& log, const Dataset& data) {
  TextSet<> known;
  JoinNotes joined;
  for (Index query = 0; query < data.queries(); ++query) {
    const std::string name(data.query_name(query));
    known.insert(name);
    add_example(joined.other_queries, name);
  }
  TextSet<> seen;
  for (const UserSearch& search : log) {
    const bool is_known = known.contains(search.query);
    joined.searches.add(is_known);
    if (seen.insert(search.query).second) joined.queries.add(is_known);
    if (!is_known) add_example(joined.lost_queries, search.query);
  }
  return joined;
}

std::string log_name(const Scenario& scenario) {
  const auto& file = scenario.data.users;
  return file.empty() ? "synthetic " + scenario.synthetic.like : file.string();
}

}  // namespace

void check_user_log(const Scenario& scenario, const LoadedData& data) {
  const std::string file = log_name(scenario);
  for (const Fold& fold : data.folds) {
    const auto users = find_searches(*fold.train, *data.log).by_user.size();
    const std::string of_fold = "fold " + std::to_string(fold.number);
    if (users == 0)
      throw DataError(file + ": " +
                      why_nothing_joins(join_of(*data.log, *fold.train),
                                        "the training set of " + of_fold,
                                        false));
    if (scenario.federation.clients > users)
      throw UsageError(scenario.run.name + ": federation.clients = " +
                       std::to_string(scenario.federation.clients) +
                       ": is more than the " + std::to_string(users) +
                       " users with queries of " + of_fold);
  }
}

void check_logged_users(const Scenario& scenario, const LoadedData& data) {
  if (!scenario.data.log.empty() && !data.log_names_users)
    throw DataError(
        scenario.data.log.string() +
        ": no search has a user, and by-user makes each user a client; a "
        "column user names them, which fedltr data convert --to clicks "
        "--user NAME makes of another; without heterogeneity.kind, all "
        "clients share the log");
}

void report_logging(const Scenario& scenario, const LoadedData& data) {
  if (scenario.data.log.empty() && scenario.logging.curve.empty()) return;
  Index longest = 0;
  bool has_labels = false;
  for (const Fold& fold : data.folds) {
    longest = std::max(longest, fold.sessions ? longest_list(*fold.sessions)
                                              : longest_query(*fold.train));
    has_labels |= highest_label(*fold.train) > 0;
  }
  if (const auto& file = scenario.logging.curve; !file.empty())
    report_curve(file, read_curve(file),
                 std::min<Index>(longest, scenario.clicks.list));
  if (!scenario.data.log.empty() && !has_labels)
    spdlog::warn(
        "data.train: no document has a label above 0, so the run's online "
        "figures, which need labels, are 0");
}

void log_user_log(const Scenario& scenario, const LoadedData& data) {
  for (const Fold& fold : data.folds) {
    if (fold.sessions && fold.anonymous > 0)
      spdlog::warn(
          "{}: fold {}: {} of {} searches have no user; by-user makes each a "
          "user of its own, with one search",
          scenario.data.log.string(), fold.number,
          with_commas(static_cast<std::uint64_t>(fold.anonymous)),
          with_commas(static_cast<std::uint64_t>(fold.sessions->sessions())));
    if (!data.log) continue;
    const JoinNotes joined = join_of(*data.log, *fold.train);
    if (2 * joined.searches.some < joined.searches.all)
      spdlog::warn("{}: fold {}: {}", log_name(scenario), fold.number,
                   join(join_remarks(joined), "; "));
  }
}

}  // namespace fedltr
