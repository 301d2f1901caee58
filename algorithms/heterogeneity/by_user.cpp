#include "algorithms/heterogeneity/by_user.hpp"

#include <algorithm>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

const Parameter kTurns = choice_parameter(
    "turns", {"drawn", "by-time"},
    "drawn: federation.participation of the clients take part in a round; "
    "by-time: the same number, those that are next in the log to have made "
    "federation.interactions searches; with one per round, clients learn "
    "asynchronously");

/// Returns the searches of the log's users, or with lists of the past their
/// sessions, each of which is its own place.
UserSearches sessions_of(const SplitInput& input) {
  if (!input.sessions) return find_searches(*input.train, *input.log);
  UserSearches found;
  found.by_user = sessions_by_user(*input.sessions);
  for (const auto& own : found.by_user)
    found.places.emplace_back(own.begin(), own.end());
  return found;
}

void split_by_user(const SplitInput& input, Split& split) {
  require(input.log || input.sessions, "by-user needs data.users or a log");
  auto [searches, places, unknown] = sessions_of(input);
  require(
      input.clients <= searches.size(),
      "by-user has " + std::to_string(searches.size()) +
          " users with queries of the data, fewer than federation.clients = " +
          std::to_string(input.clients));
  searches.resize(input.clients);
  places.resize(input.clients);
  if (input.options.iid) {
    std::vector<Index> all;
    for (const auto& own : searches)
      all.insert(all.end(), own.begin(), own.end());
    Rng rng = split_rng(input, SplitStream::kUsers);
    shuffle(std::span(all), rng);
    auto next = all.begin();
    for (auto& own : searches)
      for (Index& query : own) query = *next++;
  }
  for (auto& own : searches)
    split.holdings.push_back({input.train, std::move(own)});
  split.in_order = true;
  if (takes_turns(input.options.parameters))
    split.turns = std::make_shared<const Turns>(
        turns_by_time(places, input.interactions, input.participants));
}

struct SearchesOfUser {
  std::vector<Index> queries;
  std::vector<std::size_t> places;
};

}  // namespace

UserSearches find_searches(const Dataset& data, const UserLog& log) {
  TextMap<Index, std::string_view> queries;
  for (Index query = 0; query < data.queries(); ++query)
    queries.emplace(data.query_name(query), query);
  auto order = numbers_below<std::size_t>(log.size());
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return log[a].time < log[b].time;
  });
  UserSearches found;
  std::vector<SearchesOfUser> all;
  TextMap<std::size_t, std::string_view> users;
  for (const UserSearch& search : log)  // in the log's order
    if (queries.contains(search.query) &&
        users.emplace(search.user, users.size()).second)
      all.emplace_back();
  for (std::size_t place = 0; place < order.size(); ++place) {
    const UserSearch& search = log[order[place]];
    const auto query = queries.find(search.query);
    if (query == queries.end()) {
      ++found.unknown;
      continue;
    }
    SearchesOfUser& own = all[users.at(search.user)];
    own.queries.push_back(query->second);
    own.places.push_back(place);
  }
  std::ranges::stable_sort(all, std::ranges::greater(), [](const auto& each) {
    return each.queries.size();
  });
  for (SearchesOfUser& each : all) {
    found.by_user.push_back(std::move(each.queries));
    found.places.push_back(std::move(each.places));
  }
  return found;
}

bool takes_turns(const ParameterValues& values) {
  return values.choice(kTurns) == "by-time";
}

SplitMethod by_user_split() {
  return {"by-user",
          "each client is a user of a log, with queries in order of time",
          "AOL4FOLTR (CIKM 2025), layout",
          {kTurns},
          split_by_user,
          {.assigns_data = true, .by_log = true}};
}

}  // namespace fedltr
