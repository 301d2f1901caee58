#include "algorithms/data/synthetic_log.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include <doctest/doctest.h>

namespace fedltr::synthetic_log_test {
namespace {

DataShape small_shape() {
  DataShape shape =
      *std::ranges::find(data_shapes(), "aol4foltr", &DataShape::name);
  shape.queries = 400;
  shape.features = 5;
  return shape;
}

}  // namespace

TEST_CASE("searches are in order of time, with heavy tails and repeats") {
  const auto searches = make_searches(6000, 50, 1);
  REQUIRE(searches.size() == 6000);
  CHECK(std::ranges::is_sorted(searches, {}, &MadeSearch::second));
  std::map<std::uint32_t, int> counts;
  int repeats = 0;
  for (std::size_t i = 0; i < searches.size(); ++i) {
    const MadeSearch& search = searches[i];
    ++counts[search.user];
    const auto first = static_cast<std::size_t>(search.first);
    REQUIRE(first <= i);
    repeats += first < i ? 1 : 0;
    CHECK(searches[first].user == search.user);
    CHECK(searches[first].first == search.first);
  }
  CHECK(counts.size() == 120);
  // 6000 / (1 + 1/2 + ... + 1/120) = 1118, a half and a tenth of it.
  CHECK(counts[0] == 1118);
  CHECK(std::abs(counts[1] - 559) <= 1);
  CHECK(std::abs(counts[9] - 112) <= 1);
  // 40 % of all but each user's first search: 2352 of 5880; five sigma.
  CHECK(std::abs(repeats - 2352) < 190);
}

TEST_CASE("searches of a session follow within minutes") {
  const auto searches = make_searches(1000, 1000, 2);
  int close = 0;
  for (std::size_t i = 1; i < searches.size(); ++i)
    close += searches[i].second - searches[i - 1].second < 300 ? 1 : 0;
  CHECK(close > 700);  // of 1000, three in four are no session's first
}

TEST_CASE("a repeated search shows the same results, and the same is clicked") {
  const DataShape shape = small_shape();
  const Dataset data = synthesize(shape, 1, 3);
  const auto searches =
      make_searches(shape.queries, shape.searches_per_user, 3);
  int repeats = 0;
  for (Index query = 0; query < data.queries(); ++query) {
    REQUIRE(data.size(query) == 20);
    CHECK(std::ranges::count(data.labels_of(query), 1) == 1);
    const Index first = searches[static_cast<std::size_t>(query)].first;
    if (first == query) continue;
    ++repeats;
    CHECK(data.features_of(query) == data.features_of(first));
    CHECK(std::ranges::equal(data.labels_of(query), data.labels_of(first)));
    CHECK(data.document_names()[static_cast<std::size_t>(data.begin(query))] ==
          data.document_names()[static_cast<std::size_t>(data.begin(first))]);
  }
  CHECK(repeats > 100);
}

TEST_CASE("the log names the queries of the set, each once") {
  const DataShape shape = small_shape();
  const UserLog log = synthetic_log(shape, 3);
  REQUIRE(log.size() == 400);
  CHECK(log[0].query == "1");
  CHECK(log[399].query == "400");
  CHECK(std::ranges::is_sorted(log, {}, &UserSearch::time));
  CHECK(log[0].user.starts_with("u"));
}

TEST_CASE("users have tastes of their own beside a common one") {
  // Without noise the clicked result is the maximum of a linear function: of
  // the user's own ranker. Users agree more than chance, but not always.
  DataShape shape = small_shape();
  shape.searches_per_user = 1e9;
  const Dataset one = synthesize(shape, 0, 5);  // one user asks everything
  shape.searches_per_user = 1;                  // 400 users
  const Dataset many = synthesize(shape, 0, 5);
  int agree = 0;
  int compared = 0;
  for (Index query = 0; query < 400; ++query) {
    if (one.features_of(query) != many.features_of(query)) continue;
    ++compared;
    agree += std::ranges::equal(one.labels_of(query), many.labels_of(query));
  }
  CHECK(compared > 100);
  CHECK(agree > compared / 4);
  CHECK(agree < compared);
}

}  // namespace fedltr::synthetic_log_test
