#include "algorithms/heterogeneity/by_user.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

void split_by_user(const SplitInput& input, Split& split) {
  require(input.log != nullptr, "by-user needs data.users");
  auto searches = find_searches(*input.train, *input.log).by_user;
  require(
      input.clients <= searches.size(),
      "by-user has " + std::to_string(searches.size()) +
          " users with queries of the data, fewer than federation.clients = " +
          std::to_string(input.clients));
  searches.resize(input.clients);
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
}

}  // namespace

UserSearches find_searches(const Dataset& data, const UserLog& log) {
  TextMap<Index, std::string_view> queries;
  for (Index query = 0; query < data.queries(); ++query)
    queries.emplace(data.query_name(query), query);
  std::vector<std::size_t> order(log.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return log[a].time < log[b].time;
  });
  UserSearches found;
  TextMap<std::size_t, std::string_view> places;
  for (const UserSearch& search : log)  // in the log's order
    if (queries.contains(search.query) &&
        places.emplace(search.user, places.size()).second)
      found.by_user.emplace_back();
  for (const std::size_t i : order) {
    const auto query = queries.find(log[i].query);
    if (query == queries.end())
      ++found.unknown;
    else
      found.by_user[places.at(log[i].user)].push_back(query->second);
  }
  std::ranges::stable_sort(found.by_user, std::ranges::greater(),
                           &std::vector<Index>::size);
  return found;
}

SplitMethod by_user_split() {
  return {"by-user",
          "each client is a user of a log, with queries in order of time",
          "AOL4FOLTR (CIKM 2025), layout",
          {},
          split_by_user,
          {.assigns_data = true, .by_log = true}};
}

}  // namespace fedltr
