#include "algorithms/heterogeneity/population.hpp"

#include <array>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/heterogeneity/data_sharing.hpp"
#include "algorithms/heterogeneity/description.hpp"
#include "algorithms/online/learner.hpp"
#include "tests/support/small_world.hpp"

namespace fedltr::population_test {
using test::small_set;
using test::small_world;

namespace {

SplitInput input_of(std::uint32_t clients) {
  SplitInput input;
  input.train = input.evaluation = small_set();
  input.clients = clients;
  input.grades = 3;
  input.seed = 1;
  return input;
}

Split split_by(std::initializer_list<const char*> kinds,
               const SplitInput& input) {
  Split split;
  for (const char* kind : kinds) find(splits(), kind).make(input, split);
  return split;
}

}  // namespace

TEST_CASE("clients that do not differ are one member") {
  const Population population(Split(), 1000, small_world(), 4);
  CHECK(population.size() == 1);
  CHECK(population[999].interactions == 4);
}

TEST_CASE("a part is the same clients, and no larger than their kinds") {
  Split split;
  split.interactions = {5, 6, 7};
  Population population(split, 12, small_world(), 1);
  REQUIRE(population.size() == 3);
  population.silence({4, 9});
  CHECK(population.idle(12) == std::vector<std::uint32_t>{4, 9});
  CHECK(population.interactions(12).size() == 12);
  for (const std::uint32_t first : {0U, 4U, 5U, 11U}) {
    const Population part = population.part(first, 12);
    CHECK(part.size() <= 3);
    for (std::uint32_t client = first; client < 12; ++client) {
      CHECK(&part[client - first] == &population[client]);
      CHECK(part[client - first].interactions ==
            (client == 4 || client == 9 ? 0 : 5 + client % 3));
    }
  }
  CHECK(population.part(5, 9).interactions(4) ==
        std::vector<std::uint32_t>{7, 5, 6});
}

TEST_CASE("clients without data are found by kind") {
  Split split;
  split.interactions = {0, 2};
  Population population(split, 8, small_world(), 5);
  CHECK(population.idle(8) == std::vector<std::uint32_t>{0, 2, 4, 6});
  population.silence({1, 2});
  CHECK(population.idle(8) == std::vector<std::uint32_t>{0, 1, 2, 4, 6});
  CHECK(Population(small_world(), 3).idle(100000000).empty());
}

TEST_CASE("data are deleted once all clients with the same are forgotten") {
  Split split;
  split.interactions = {5, 6, 7};
  Population population(split, 6, small_world(), 1);
  const std::weak_ptr<const Member> member = population.at(1);
  population.forget(1, 6);
  CHECK(population.at(1) == nullptr);
  CHECK(population.at(4) == member.lock());
  population.forget(4, 6);
  CHECK(member.expired());
  CHECK(population.at(2) != nullptr);
}

TEST_CASE("kinds combine client by client") {
  SplitInput input = input_of(12);
  input.options.parameters = {
      {"interactions", std::vector<std::uint64_t>{1, 3}}};
  const Population population(
      split_by({"label-distribution", "click-preference", "quantity"}, input),
      12, small_world(), 5);
  CHECK(population.size() == 12);
  for (std::uint32_t client = 0; client < 12; ++client) {
    const Member& member = population[client];
    CHECK(member.interactions == (client % 2 == 0 ? 1 : 3));
    REQUIRE(member.worlds.size() == 1);
    for (const int label : member.worlds[0]->data->labels())
      CHECK(label == static_cast<int>(client % 3));
  }
}

namespace {

/// Number of clients by holding and click model.
std::map<std::pair<int, const ClickModel*>, int> combinations_of(
    const Population& population, std::uint32_t clients) {
  std::map<std::pair<int, const ClickModel*>, int> combinations;
  for (std::uint32_t client = 0; client < clients; ++client) {
    const Simulation& world = *population[client].worlds.at(0);
    ++combinations[{world.data->labels()[0], world.user.get()}];
  }
  return combinations;
}

}  // namespace

TEST_CASE("equal numbers of kinds do not tie differences to each other") {
  const SplitInput input = input_of(18);
  const Split split =
      split_by({"label-distribution", "click-preference"}, input);
  const Population population(split, 18, small_world(), 5);
  const auto combinations = combinations_of(population, 18);
  CHECK(combinations.size() == 9);
  for (const auto& [kinds, clients] : combinations) CHECK(clients == 2);
  // Also if all data is partly shared.
  Split shared = split;
  share_data(shared, input, draw_global_queries(30, 0.4, 1), {.share = 0.5});
  for (std::uint32_t client = 0; client < 18; ++client)
    CHECK(places_of(shared, client).user == places_of(split, client).user);
}

TEST_CASE("every combination of places occurs once a period") {
  for (const std::size_t kinds : {1, 3, 4, 6})
    for (const std::size_t users : {0, 3, 4})
      for (const std::size_t counts : {0, 2, 3, 5}) {
        Split split;
        split.holdings.resize(kinds);
        split.holding_kinds = kinds;
        split.users.resize(users);
        split.interactions.resize(counts);
        const std::size_t period = kinds * std::max<std::size_t>(users, 1) *
                                   std::max<std::size_t>(counts, 1);
        REQUIRE(period_of(split) == period);
        std::set<std::array<std::size_t, 3>> seen;
        for (std::uint32_t client = 0; client < period; ++client) {
          const SplitPlaces places = places_of(split, client);
          seen.insert({places.holding, places.user, places.interactions});
          const auto again =
              places_of(split, client + static_cast<std::uint32_t>(period));
          CHECK(again.holding == places.holding);
          CHECK(again.user == places.user);
          CHECK(again.interactions == places.interactions);
        }
        CHECK(seen.size() == period);
      }
}

TEST_CASE("without common divisors a client has what its number gives") {
  Split split;
  split.holdings.resize(4);
  split.holding_kinds = 4;
  split.users.resize(3);
  split.interactions.resize(5);
  for (std::uint32_t client = 0; client < 200; ++client) {
    const SplitPlaces places = places_of(split, client);
    CHECK(places.holding == client % 4);
    CHECK(places.user == client % 3);
    CHECK(places.interactions == client % 5);
  }
}

TEST_CASE("in the baseline of click preference a user is drawn each round") {
  SplitInput input = input_of(3);
  input.options.iid = true;
  const Population population(split_by({"click-preference"}, input), 3,
                              small_world(), 5);
  CHECK(population.size() == 1);
  std::set<const Simulation*> seen;
  for (std::uint32_t round = 1; round <= 50; ++round) {
    const Simulation& world = population[0].world(7, 2, round);
    CHECK(&world == &population[0].world(7, 2, round));
    seen.insert(&world);
  }
  CHECK(seen.size() == 3);
}

TEST_CASE("a client without queries has nothing to do") {
  SplitInput input = input_of(20);
  input.options.parameters = {{"alpha", 1e-6}, {"over", "queries"}};
  const Split split = split_by({"dirichlet"}, input);
  const Population population(split, 20, small_world(), 5);
  int idle = 0;
  for (std::uint32_t client = 0; client < 20; ++client)
    idle += population[client].interactions == 0;
  CHECK(idle == 19);
  int barren = 0;
  for (const auto& each : describe(split, input, 5))
    barren += each.telling_queries == 0;
  CHECK(barren == 19);
}

TEST_CASE(
    "data-sharing: each client's share is full queries of the global ones") {
  SplitInput input = input_of(6);
  const auto global = draw_global_queries(30, 0.4, 1);
  CHECK(global.size() == 12);
  CHECK(std::set<Index>(global.begin(), global.end()).size() == 12);
  Split split = split_by({"label-distribution"}, input);
  const Split before = split;
  share_data(split, input, global, {.share = 0.5});
  std::set<std::vector<Index>> different;
  for (std::size_t client = 0; client < 6; ++client) {
    const Dataset& own = *before.holdings[client].data;
    const Holding& held = split.holdings[client];
    CHECK(held.data->queries() == own.queries() + 6);
    REQUIRE(held.documents->size() ==
            static_cast<std::size_t>(held.data->documents()));
    std::vector<Index> shared(held.documents->begin() + own.documents(),
                              held.documents->end());
    for (const Index document : shared) {
      bool is_global = false;
      for (const Index query : global)
        is_global |= document >= small_set()->begin(query) &&
                     document < small_set()->end(query);
      CHECK(is_global);
    }
    different.insert(shared);
  }
  CHECK(different.size() == 6);
  // Clients of one intent hold the same set, and ask their own share of it.
  input.clients = 8;
  Split intents = split_by({"document-preference"}, input);
  share_data(intents, input, global, {.share = 0.5});
  input.clients = 6;
  REQUIRE(intents.holdings.size() == 8);
  CHECK(intents.holdings[0].data == intents.holdings[4].data);
  CHECK(intents.holdings[0].queries->size() == 36);
  CHECK(intents.holdings[0].queries != intents.holdings[4].queries);
  for (std::size_t i = 30; i < 36; ++i) {
    const Holding& held = intents.holdings[4];
    const Index query = (*held.queries)[i];
    const Index document =
        (*held.documents)[static_cast<std::size_t>(held.data->begin(query))];
    CHECK(held.data->all_features().row(held.data->begin(query)) ==
          small_set()->all_features().row(document));
  }
  // Without a split: queries by number.
  Split alike;
  share_data(alike, input, global, {.share = 0.5});
  CHECK(alike.holdings.at(5).queries->size() == 36);
  // The smallest share is one query.
  CHECK(draw_global_queries(3, 0.01, 1).size() == 1);
}

TEST_CASE("a warm-up learns from the global queries only") {
  const auto ranker = find(rankers(), "linear").make({4, 1});
  const auto learner = find(learners(), "pdgd").make({}, ranker);
  Simulation world = *small_world();
  world.queries = {3};
  const Vector first = warm_up(*learner, world, Vector::Zero(4), 500, 1);
  CHECK(first == warm_up(*learner, world, Vector::Zero(4), 500, 1));
  world.queries = {4};
  CHECK_FALSE(first == warm_up(*learner, world, Vector::Zero(4), 500, 1));
  CHECK(first.norm() > 0);
}

TEST_CASE("a population's overlap and disagreement are measured") {
  auto data = std::make_shared<Dataset>(1);
  data->add_query("a", std::vector{0.0, 1.0}, std::vector<std::uint8_t>{0, 1});
  data->add_query("b", std::vector{0.0, 1.0}, std::vector<std::uint8_t>{1, 1});
  SplitInput input;
  input.train = data;
  input.clients = 2;
  Split split;
  split.holdings = {
      {data},
      {std::make_shared<const Dataset>(data->relabelled({0, 0, 1, 1})),
       std::vector<Index>{0, 0}}};
  const auto clients = describe(split, input, 3);
  CHECK(clients[0].documents == 4);
  CHECK(clients[1].documents == 2);
  CHECK(clients[1].queries == 1);
  CHECK(clients[0].overlap == 0.5);
  CHECK(clients[0].disputed == 0.25);
  CHECK(clients[1].overlap == 1);
  CHECK(clients[1].disputed == 0.5);
  // All documents of query b have one label, for both clients.
  CHECK(clients[0].telling_queries == 1);
  CHECK(clients[1].telling_queries == 0);
  // All labels: 3 of 0 and 3 of 1.
  CHECK(clients[0].divergence ==
        doctest::Approx(jensen_shannon({0.25, 0.75}, {0.5, 0.5})));
}

TEST_CASE("Jensen-Shannon divergence is 0 for the same and 1 bit for others") {
  CHECK(jensen_shannon({0.5, 0.5, 0}, {0.5, 0.5, 0}) == 0);
  CHECK(jensen_shannon({1, 0}, {0, 1}) == doctest::Approx(1));
}

}  // namespace fedltr::population_test
