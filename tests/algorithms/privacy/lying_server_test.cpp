// Secure aggregation with a server that lies about who is absent, to each
// client differently.
#include <algorithm>
#include <optional>

#include "algorithms/core/archive.hpp"
#include "tests/support/secure_federation.hpp"

namespace fedltr::lying_server_test {
using namespace fedltr::test;

namespace {

using Set = std::set<std::uint32_t>;
using Graph = std::vector<std::vector<std::uint32_t>>;

/// Chooses whom each client takes for absent, so that enough neighbours of
/// each of some clients do: a flow, by augmenting paths.
class Lies {
 public:
  /// @param at_most  absent neighbours that each client puts up with
  Lies(const Graph& graph, std::vector<std::uint32_t> at_most)
      : absent(graph.size()), graph_(graph), at_most_(std::move(at_most)) {}

  /// False if there is no such choice.
  bool tell(const std::vector<std::uint32_t>& dead, std::uint32_t needed) {
    for (const std::uint32_t each : dead)
      for (std::uint32_t i = 0; i < needed; ++i) {
        seen_.assign(graph_.size(), false);
        if (!finds_another(each)) return false;
      }
    return true;
  }

  std::vector<Set> absent;  ///< by client

 private:
  bool finds_another(std::uint32_t dead) {
    for (const std::uint32_t holder : graph_[dead]) {
      if (seen_[holder] || absent[holder].contains(dead)) continue;
      seen_[holder] = true;
      if (absent[holder].size() < at_most_[holder]) {
        absent[holder].insert(dead);
        return true;
      }
      for (const std::uint32_t other : Set(absent[holder]))
        if (finds_another(other)) {
          absent[holder].erase(other);
          absent[holder].insert(dead);
          return true;
        }
    }
    return false;
  }

  const Graph& graph_;
  std::vector<std::uint32_t> at_most_;
  std::vector<bool> seen_;
};

/// A ring in the order of the clients.
Graph ring(std::uint32_t clients, std::uint32_t degree) {
  std::vector<std::uint64_t> labels(clients);
  std::iota(labels.begin(), labels.end(), std::uint64_t{0});
  return find_neighbours(labels, degree);
}

/// True if the server opens the keys of these clients, without colluders.
bool can_open(const Graph& graph, const Neighbourhood& around,
              const std::vector<std::uint32_t>& dead) {
  return Lies(graph, std::vector<std::uint32_t>(
                         graph.size(), around.degree - around.threshold))
      .tell(dead, around.threshold);
}

Set within(const Graph& graph, std::uint32_t client, int hops) {
  Set found = {client};
  for (int hop = 0; hop < hops; ++hop)
    for (const std::uint32_t each : Set(found))
      found.insert(graph[each].begin(), graph[each].end());
  return found;
}

/// All clients but these.
Set others(const SecureFederation& federation, const Set& these) {
  Set rest;
  for (const std::uint32_t id : federation.ids)
    if (!these.contains(id)) rest.insert(id);
  return rest;
}

/// Shares that clients have opened, by client and point.
using Opening = std::map<std::uint32_t, std::map<std::uint32_t, Share>>;

/// Has each client open what it takes for the truth.
Opening ask(SecureFederation& federation, const Graph& graph,
            const std::vector<Set>& absent, const Set& asked) {
  Opening opening;
  for (const std::uint32_t holder : asked) {
    Survivors told;
    for (const std::uint32_t other : graph[holder])
      (absent[holder].contains(other) ? told.dropped : told.survived)
          .push_back(other);
    const Opened opened = federation.clients[holder].open(1, told);
    for (std::size_t i = 0; i < opened.clients.size(); ++i) {
      const auto& holders = graph[opened.clients[i]];
      const auto place = std::ranges::lower_bound(holders, holder);
      std::copy_n(opened.shares.begin() + static_cast<std::ptrdiff_t>(5 * i), 5,
                  opening[opened.clients[i]][static_cast<std::uint32_t>(
                                                 place - holders.begin() + 1)]
                      .begin());
    }
  }
  return opening;
}

Secret join(const std::map<std::uint32_t, Share>& opened,
            std::uint32_t threshold) {
  std::vector<std::uint32_t> points;
  std::vector<Share> shares;
  for (const auto& [point, share] : opened) {
    if (points.size() == threshold) break;
    points.push_back(point);
    shares.push_back(share);
  }
  REQUIRE(points.size() == threshold);
  return join_shares(points, shares).value();
}

/// The seed of a client's masks with another, from its deposit.
Secret seed_from(const SecureFederation& federation, std::uint32_t client,
                 const Secret& key, std::size_t place) {
  auto left = read_letter<Shares>(
      federation.written.at({SecureStage::kShares, client}));
  hide_deposit(key, left.deposit);
  Secret seed{};
  std::copy_n(
      left.deposit.begin() + static_cast<std::ptrdiff_t>(place * kDepositBytes),
      kDepositBytes, seed.begin());
  return seed;
}

/// The fewest honest clients whose sum is opened, over all groups A and B of
/// least_opened(), by trying them: all honest clients are alike.
std::uint32_t fewest_opened(const Neighbourhood& around, std::uint32_t honest) {
  const std::uint32_t colluding = around.degree + 1 - honest;
  const std::uint32_t absent = around.degree - around.threshold;
  const std::uint32_t needed = around.threshold - colluding;
  const Graph graph = ring(honest, honest - 1);
  for (std::uint32_t a = 1; a <= honest; ++a)
    for (std::uint32_t b = 0; a + b <= honest; ++b) {
      if (b > absent) continue;
      std::vector<std::uint32_t> at_most(honest, absent);
      std::vector<std::uint32_t> dead;
      for (std::uint32_t id = 0; id < honest; ++id) {
        if (id < a) at_most[id] -= b;
        if (id >= a + b) dead.push_back(id);
      }
      if (Lies(graph, at_most).tell(dead, needed)) return a;
    }
  return 0;
}

}  // namespace

TEST_CASE("a server that lies about dropouts opens one of 1,000 updates") {
  // No client sees anything to refuse, and none colludes.
  constexpr std::uint32_t kVictim = 500;
  SecureFederation federation(1000, {});
  const Neighbourhood around = choose_neighbourhood(1000, {});
  REQUIRE(around.degree == 58);
  REQUIRE(around.threshold == 31);
  CHECK(least_opened(around, 1000, {}) == 0);
  const Graph graph =
      find_neighbours(graph_labels(1, 1, federation.ids), around.degree);
  // Those farther away matter not, and fail at once.
  const Set asked = within(graph, kVictim, 2);
  federation.failing[SecureStage::kKeys] =
      others(federation, within(graph, kVictim, 4));
  federation.failing[SecureStage::kShares] =
      others(federation, within(graph, kVictim, 3));
  federation.failing[SecureStage::kMasks] = others(federation, asked);
  const auto values = random_words(1000, 5);
  SecureRound round = federation.open(1, 5);
  federation.collect(round, 1, values);

  Lies lies(graph,
            std::vector<std::uint32_t>(1000, around.degree - around.threshold));
  REQUIRE(lies.tell(graph[kVictim], around.threshold));
  const Opening opening = ask(federation, graph, lies.absent, asked);

  Words words = federation.masked[kVictim];
  REQUIRE(words != values[kVictim]);
  subtract_mask(join(opening.at(kVictim), around.threshold), words);
  for (const std::uint32_t dead : graph[kVictim]) {
    // Clients that take it for absent open shares of its key.
    std::map<std::uint32_t, Share> of_key;
    for (const auto& [point, share] : opening.at(dead))
      if (lies.absent[graph[dead][point - 1]].contains(dead))
        of_key[point] = share;
    const auto place =
        std::ranges::lower_bound(graph[dead], kVictim) - graph[dead].begin();
    (dead < kVictim ? add_mask : subtract_mask)(
        seed_from(federation, dead, join(of_key, around.threshold),
                  static_cast<std::size_t>(place)),
        words);
  }
  CHECK(words == values[kVictim]);
}

TEST_CASE("on a ring a threshold of more than half protects one, not an arc") {
  const Graph sparse = ring(300, 52);
  CHECK(can_open(sparse, choose_neighbourhood(300, {}), sparse[0]));
  // The least degree of 300 clients at which 2 t > k + c for the number of
  // colluding neighbours that no client exceeds but with probability 2^-41.
  const Graph dense = ring(300, 100);
  CHECK_FALSE(can_open(dense, {100, 65}, dense[0]));
  // Two such rows separate the clients between them from all others.
  std::vector<std::uint32_t> row(50);
  std::iota(row.begin(), row.end(), 0U);
  CHECK(can_open(dense, {100, 65}, row));
  // So all are neighbours, and even one is not opened alone.
  const Graph all = ring(100, 99);
  CHECK_FALSE(can_open(all, choose_neighbourhood(100, {0.2, 0.1, 40, 10, true}),
                       all[0]));
}

TEST_CASE("the best lies open no fewer honest clients than the bound") {
  int bounded = 0;
  for (std::uint32_t clients = 3; clients <= 12; ++clients)
    for (std::uint32_t colluding = 0; colluding < clients / 2; ++colluding)
      for (std::uint32_t failing = 0; failing < clients / 2; ++failing) {
        CAPTURE(clients);
        CAPTURE(colluding);
        CAPTURE(failing);
        const Tolerance tolerance{
            (failing + 0.01) / clients,
            colluding == 0 ? 0 : (colluding + 0.01) / clients, 40, 10, true};
        const Neighbourhood all{clients - 1, clients - 1 - failing};
        const std::uint32_t least = least_opened(all, clients, tolerance);
        if (least == 0) {
          CHECK_THROWS_AS(choose_neighbourhood(clients, tolerance),
                          std::invalid_argument);
          continue;
        }
        CHECK(2 * all.threshold > all.degree + colluding);
        CHECK(fewest_opened(all, clients - colluding) >= least);
        ++bounded;
      }
  CHECK(bounded == 95);
}

TEST_CASE("a threshold of more than half is not enough if many collude") {
  // 2 x 69 > 99 + 30, but a client and 30 others can be reported absent to each
  // other, and the remaining 39 to those that open their keys.
  CHECK(least_opened({99, 69}, 100, {0.3, 0.3, 40, 10, true}) == 0);
  // Client 0 does not learn that 1 and 2 exist, and they open its self mask;
  // each of 3, 4 and 5 is reported absent to three others.
  CHECK_THROWS_AS(choose_neighbourhood(6, {0.34, 0, 40, 10, true}),
                  std::invalid_argument);
  CHECK_THROWS_WITH_AS(
      choose_neighbourhood(100, {0.3, 0.3, 40, 10, true}),
      "of 100 clients 30 may fail and 30 collude: this leaves no protection "
      "against a server that lies about absent ones",
      std::invalid_argument);
}

TEST_CASE("against lies all are neighbours, whose number is not as chosen") {
  const Tolerance lies{0.2, 0.1, 40, 10, true};
  constexpr std::uint32_t kCases[][3] = {{3, 2, 2},        {10, 7, 6},
                                         {30, 23, 19},     {100, 79, 62},
                                         {1000, 799, 620}, {10000, 7999, 6200}};
  for (const auto& [clients, threshold, least] : kCases) {
    CAPTURE(clients);
    const Neighbourhood chosen = choose_neighbourhood(clients, lies);
    CHECK(chosen.degree == clients - 1);
    CHECK(chosen.threshold == threshold);
    CHECK(least_opened(chosen, clients, lies) == least);
    CHECK(is_sound(chosen, clients, lies));
  }
}

TEST_CASE("a client that expects lies accepts the one threshold only") {
  const Tolerance lies{0.2, 0.1, 40, 10, true};
  // Others accept one for three of four clients, if the fourth is absent.
  CHECK(is_sound({2, 2}, 4, {}));
  CHECK_FALSE(is_sound({2, 2}, 4, lies));
  CHECK(least_opened({3, 3}, 4, {}) == 0);
  CHECK(least_opened({3, 3}, 4, lies) == 3);
  CHECK(is_sound({999, 799}, 1000, lies));
  CHECK(is_sound({900, 799}, 1000, lies));  // some have failed
  CHECK_FALSE(is_sound({999, 798}, 1000, lies));
  CHECK_FALSE(is_sound({999, 800}, 1000, lies));
  CHECK_FALSE(is_sound({798, 799}, 1000, lies));
  CHECK_FALSE(is_sound({1000, 799}, 1000, lies));
  CHECK_FALSE(is_sound({58, 31}, 1000, lies));
  for (std::uint32_t few = 0; few < 3; ++few)
    CHECK_FALSE(is_sound({few, few}, few, lies));
}

TEST_CASE("against lies sums are exact, with dropouts in all stages") {
  SecureFederation federation(30, {0.2, 0.1, 40, 10, true});
  federation.failing[SecureStage::kKeys] = {1};
  federation.failing[SecureStage::kShares] = {5, 6};
  federation.failing[SecureStage::kMasks] = {0, 29};
  federation.failing[SecureStage::kOpening] = {7};
  const auto values = random_words(30, 20);
  const auto sum = federation.run(1, values);
  REQUIRE_MESSAGE(sum, sum.refusal);
  CHECK(*sum == sum_of(values, {1, 5, 6, 0, 29}));
}

}  // namespace fedltr::lying_server_test
