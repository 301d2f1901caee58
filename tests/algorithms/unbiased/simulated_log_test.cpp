#include "algorithms/unbiased/simulated_log.hpp"

#include <set>

#include <doctest/doctest.h>

#include "tests/algorithms/unbiased/logged_world.hpp"

namespace fedltr::simulated_log_test {
namespace {

using test::LoggedWorld;

std::vector<std::uint32_t> documents_of(const SessionLog& log, Index session) {
  const auto shown = log.list(session).documents;
  return {shown.begin(), shown.end()};
}

/// Mean nDCG@10 of a log's lists.
double ndcg_of(const LoggedWorld& world) {
  Simulation simulation(
      world.data, find(rankers(), "linear").make(RankerShape(5)), world.user);
  simulation.log = world.log;
  simulation.queries = world.all();
  simulation.in_order = true;
  Session session;
  session.enter(simulation);
  OnlineTotals totals;
  Rng rng(1, Purpose::kTest);
  for (Index i = 0; i < world.log->sessions(); ++i) {
    session.ask(rng);
    session.observe(rng);
    session.add_to(totals);
  }
  return totals.ndcg / double(world.log->sessions());
}

}  // namespace

TEST_CASE("a log is the same for the same seed, and has the asked size") {
  const LoggedWorld one("pbm", {}, {.sessions = 50, .users = 3});
  const LoggedWorld same("pbm", {}, {.sessions = 50, .users = 3});
  const LoggedWorld other("pbm", {}, {.sessions = 50, .users = 3}, 2);
  CHECK(one.log->sessions() == 50);
  CHECK(one.log->clicks() == same.log->clicks());
  bool differs = false;
  for (Index i = 0; i < 50; ++i) {
    CHECK(one.log->list(i).query == same.log->list(i).query);
    CHECK(documents_of(*one.log, i) == documents_of(*same.log, i));
    CHECK(one.log->user(i) == i % 3);
    differs = differs || one.log->list(i).query != other.log->list(i).query;
  }
  CHECK(differs);
}

TEST_CASE("a ranker that knew more queries logged better lists") {
  const auto with = [](Index queries) {
    return ndcg_of(
        LoggedWorld("pbm", {}, {.sessions = 2000, .queries = queries}));
  };
  const double random = with(0);
  const double weak = with(2);
  const double strong = with(60);
  CHECK(random < weak);
  CHECK(weak < strong);
}

TEST_CASE("without temperature and swaps a query has one list") {
  const LoggedWorld world("pbm", {}, {.sessions = 500});
  std::map<Index, std::set<std::vector<std::uint32_t>>> lists;
  for (Index i = 0; i < 500; ++i)
    lists[world.log->list(i).query].insert(documents_of(*world.log, i));
  for (const auto& [query, different] : lists) CHECK(different.size() == 1);
}

TEST_CASE("a swap changes the first document and another one") {
  const LoggedWorld plain("pbm", {}, {.sessions = 300});
  const LoggedWorld swapped("pbm", {}, {.sessions = 300, .swaps = 1});
  for (Index i = 0; i < 300; ++i) {
    const auto before = documents_of(*plain.log, i);
    const auto after = documents_of(*swapped.log, i);
    REQUIRE(before.size() == after.size());
    int different = 0;
    for (std::size_t rank = 0; rank < before.size(); ++rank)
      different += before[rank] != after[rank];
    CHECK(different == 2);
    CHECK(before[0] != after[0]);
  }
}

TEST_CASE("a temperature varies the lists") {
  const LoggedWorld world("pbm", {}, {.sessions = 500, .temperature = 1});
  std::map<Index, std::set<std::vector<std::uint32_t>>> lists;
  for (Index i = 0; i < 500; ++i)
    lists[world.log->list(i).query].insert(documents_of(*world.log, i));
  CHECK(lists.begin()->second.size() > 1);
}

TEST_CASE("corrected clicks find a better ranker than naive ones") {
  // Random lists, of which users see little: 30,000 searches.
  const LoggedWorld world(
      "pbm", {{"eta", 2.0}, {"click", std::vector<double>{0.1, 0.4, 0.9}}},
      {.sessions = 20000, .queries = 1});
  LearnerOptions options;
  options.examination = world.user->examination();
  options.parameters = {{"log.clip", 0.01}};
  const double naive =
      learn_from(world, "naive", options, 300, 10).ndcg(*world.data);
  for (const std::string method : {"ips", "dr", "dla", "pairwise"}) {
    CAPTURE(method);
    CHECK(
        learn_from(world, method.c_str(), options, 300, 10).ndcg(*world.data) >
        naive);
  }
}

}  // namespace fedltr::simulated_log_test
