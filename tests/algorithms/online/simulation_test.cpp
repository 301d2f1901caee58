#include "algorithms/online/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/clicks/cascade.hpp"
#include "algorithms/ranking/linear.hpp"

namespace fedltr::simulation_test {
namespace {

/// Two queries of one feature: one with labels 0 1 2 by rising feature, and one
/// of 12 documents, the last of which is relevant.
std::shared_ptr<const Dataset> two_queries() {
  Dataset data(1);
  data.add_query("short", std::vector<double>{1, 2, 3},
                 std::vector<std::uint8_t>{0, 1, 2});
  std::vector<double> values(12);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = double(i);
  std::vector<std::uint8_t> labels(12, 0);
  labels.back() = 1;
  data.add_query("long", values, labels);
  return std::make_shared<const Dataset>(std::move(data));
}

/// Users click all relevant documents and no others.
Simulation world() {
  return {two_queries(), std::make_shared<LinearRanker>(1),
          std::make_shared<CascadeUser>(ClickTable{{0, 1, 1}, {0, 0, 0}})};
}

double max_rr_of(const Session& session) {
  OnlineTotals totals;
  session.add_to(totals);
  return totals.max_rr;
}

const Vector kUp{{1}};
const Vector kDown{{-1}};

}  // namespace

TEST_CASE("a search shows the best ten, and its nDCG and clicks follow") {
  Simulation simulation = world();
  simulation.queries = {0, 1};
  simulation.in_order = true;
  Session session;
  session.enter(simulation);
  Rng rng(1, Purpose::kTest);
  session.ask(rng);
  session.search().score(*simulation.ranker, kUp);
  session.search().show_best();
  session.observe(rng);
  CHECK(session.search().ranking().size() == 3);
  CHECK(session.ndcg() == doctest::Approx(1));
  CHECK(max_rr_of(session) == 1);
  session.search().score(*simulation.ranker, kDown);
  session.search().show_best();
  session.observe(rng);
  CHECK(session.ndcg() == doctest::Approx((1 / std::log2(3.0) + 3.0 / 2) /
                                          (3 + 1 / std::log2(3.0))));
  CHECK(max_rr_of(session) == 0.5);
  // The other query's relevant document is beyond the tenth rank.
  session.ask(rng);
  session.search().score(*simulation.ranker, kDown);
  session.search().show_best();
  session.observe(rng);
  CHECK(session.search().ranking().size() == 10);
  CHECK(session.ndcg() == 0);
  CHECK(max_rr_of(session) == 0);
}

TEST_CASE("a list has the length asked for; what is measured ends at ten") {
  Simulation simulation = world();
  simulation.queries = {1};
  Rng rng(1, Purpose::kTest);
  Session session;
  for (const Index list : {1, 3, 12, 64}) {
    CAPTURE(list);
    simulation.list = list;
    session.enter(simulation);
    session.ask(rng);
    session.search().score(*simulation.ranker, kDown);
    session.search().show_best();
    session.observe(rng);
    CHECK(std::ssize(session.search().ranking()) == std::min<Index>(list, 12));
    // The relevant document is at the last rank, 12: clicked if shown, but
    // neither in nDCG@10 nor in MaxRR@10.
    CHECK(std::ranges::count(session.search().clicks(), 1) == (list >= 12));
    CHECK(session.ndcg() == 0);
    CHECK(max_rr_of(session) == 0);
    session.search().score(*simulation.ranker, kUp);
    session.search().show_best();
    session.observe(rng);
    CHECK(session.ndcg() == 1);
    CHECK(max_rr_of(session) == 1);
  }
  for (const Index list : {0, 65}) {
    simulation.list = list;
    CHECK_THROWS_AS(session.enter(simulation), std::invalid_argument);
  }
}

TEST_CASE("queries in order go round, from where earlier searches ended") {
  Simulation simulation = world();
  simulation.queries = {1, 0, 0};
  simulation.in_order = true;
  Session session;
  session.enter(simulation, 2);
  Rng rng(1, Purpose::kTest);
  std::vector<Index> documents;
  for (int i = 0; i < 4; ++i) {
    session.ask(rng);
    documents.push_back(session.search().features().rows());
  }
  CHECK(documents == std::vector<Index>{3, 12, 3, 3});
}

TEST_CASE("queries at random are all asked, or only those of the client") {
  Simulation simulation = world();
  Session session;
  Rng rng(1, Purpose::kTest);
  for (const bool own : {false, true}) {
    if (own) simulation.queries = {1};
    session.enter(simulation);
    int of_short = 0;
    for (int i = 0; i < 1000; ++i) {
      session.ask(rng);
      of_short += session.search().features().rows() == 3;
    }
    // Five standard errors of a fair coin.
    CHECK(std::abs(of_short - (own ? 0 : 500)) <= (own ? 0 : 79));
  }
}

TEST_CASE("queries are asked in proportion to their weights") {
  Simulation simulation = world();
  simulation.data =
      std::make_shared<const Dataset>(simulation.data->weighted({3, 1}));
  const auto short_ones = [&] {
    Session session;
    session.enter(simulation);
    Rng rng(1, Purpose::kTest);
    int count = 0;
    for (int i = 0; i < 4000; ++i) {
      session.ask(rng);
      count += session.search().ranking().size() == 3;
    }
    return count;
  };
  // Standard deviation 27.
  CHECK(std::abs(short_ones() - 3000) < 140);
  simulation.queries = {1, 1, 1, 0};  // a client's own, one of them thrice
  CHECK(std::abs(short_ones() - 2000) < 160);
  simulation.queries = {1};
  CHECK(short_ones() == 0);
}

TEST_CASE("clicked documents are marked by their place in the training data") {
  Simulation simulation = world();
  simulation.queries = {1, 0};
  simulation.in_order = true;
  std::vector<bool> clicked(15, false);
  Session session;
  session.mark_clicks(&clicked);
  session.enter(simulation);
  Rng rng(1, Purpose::kTest);
  for (int i = 0; i < 2; ++i) {
    session.ask(rng);
    session.search().score(*simulation.ranker, kUp);
    session.search().show_best();
    session.observe(rng);
  }
  for (std::size_t place = 0; place < clicked.size(); ++place)
    CHECK(clicked[place] == (place == 1 || place == 2 || place == 14));
}

TEST_CASE("a sampled list holds each document once, and its exponentials") {
  const Simulation simulation = world();
  Session session;
  session.enter(simulation);
  Rng rng(1, Purpose::kTest);
  for (int i = 0; i < 50; ++i) {
    session.ask(rng);
    session.search().score(*simulation.ranker, kUp);
    session.search().show_sampled(rng);
    std::vector<Index> shown(session.search().ranking().begin(),
                             session.search().ranking().end());
    std::ranges::sort(shown);
    CHECK(std::ranges::adjacent_find(shown) == shown.end());
    CHECK(session.search().exp_scores().maxCoeff() == 1);
    CHECK(session.search().exp_scores().minCoeff() ==
          doctest::Approx(std::exp(session.search().scores().minCoeff() -
                                   session.search().scores().maxCoeff())));
  }
}

TEST_CASE("a world without queries, or with unclickable labels, is refused") {
  const auto ranker = std::make_shared<LinearRanker>(1);
  const auto user = std::make_shared<CascadeUser>(ClickTable{{0, 1}, {0, 0}});
  CHECK_THROWS_AS(Simulation(std::make_shared<Dataset>(1), ranker, user),
                  std::invalid_argument);
  CHECK_THROWS_AS(Simulation(two_queries(), ranker, user),
                  std::invalid_argument);
}

TEST_CASE("a session goes from world to world, larger or smaller") {
  const Simulation large = world();
  Dataset few(1);
  few.add_query("one", std::vector<double>{5}, std::vector<std::uint8_t>{1});
  const Simulation small(std::make_shared<const Dataset>(few), large.ranker,
                         large.user);
  Session session;
  Rng rng(1, Purpose::kTest);
  for (const Simulation* each : {&small, &large, &small, &large}) {
    session.enter(*each);
    for (int i = 0; i < 20; ++i) {
      session.ask(rng);
      Search& search = session.search();
      search.score(*each->ranker, kUp);
      search.show_sampled(rng);
      session.observe(rng);
      const Index documents = search.features().rows();
      CHECK(search.scores().size() == documents);
      CHECK(std::ssize(search.ranking()) == std::min<Index>(documents, 10));
      if (each == &small) CHECK(session.ndcg() == 1);
    }
  }
}

TEST_CASE("a list that is given is shown as it is, and counted in the totals") {
  const Simulation simulation = world();
  Session session;
  session.enter(simulation);
  Rng rng(1, Purpose::kTest);
  do session.ask(rng);
  while (session.search().features().rows() != 3);
  OnlineTotals totals;
  // Labels 1 and 0 of 0 1 2: DCG 1 of 3 + 1 / log2(3); first click at rank 1.
  const std::vector<Index> list = {1, 0};
  session.search().show(list);
  session.observe(rng);
  session.add_to(totals);
  CHECK(std::ranges::equal(session.search().ranking(), list));
  CHECK(std::ranges::equal(session.search().clicks(), std::vector<int>{1, 0}));
  CHECK(totals.ndcg == doctest::Approx(1 / (3 + 1 / std::log2(3.0))));
  session.search().show(std::vector<Index>{0, 1});
  session.observe(rng);
  session.add_to(totals);
  CHECK(totals.max_rr == 1.5);
}

}  // namespace fedltr::simulation_test
