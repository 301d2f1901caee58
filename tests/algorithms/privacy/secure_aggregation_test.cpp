// Clients and server of secure aggregation, without actors.
#include <algorithm>
#include <cmath>

#include "algorithms/core/archive.hpp"
#include "tests/support/secure_federation.hpp"

namespace fedltr::secure_aggregation_test {
using namespace fedltr::test;

namespace {

/// The first `count` of a shuffle.
std::set<std::uint32_t> some(std::uint32_t clients, std::uint32_t count,
                             std::uint64_t seed) {
  std::vector<std::uint32_t> all(clients);
  std::iota(all.begin(), all.end(), 0U);
  Rng rng(seed, Purpose::kTest, 78);
  shuffle(std::span(all), rng);
  return {all.begin(), all.begin() + count};
}

/// Chi-square of bytes against uniform ones, 255 degrees of freedom.
double chi_square(const std::vector<double>& counts) {
  double total = 0;
  for (const double count : counts) total += count;
  const double expected = total / static_cast<double>(counts.size());
  double sum = 0;
  for (const double count : counts)
    sum += (count - expected) * (count - expected) / expected;
  return sum;
}

/// Mask seeds of a dropped client that the server learns, by neighbour.
std::map<std::uint32_t, Secret> open_deposit(const SecureFederation& federation,
                                             std::uint32_t client) {
  const auto& written = federation.written;
  auto left = read_letter<Shares>(written.at({SecureStage::kShares, client}));
  std::vector<std::uint32_t> others = federation.ids;  // all 10 are neighbours
  std::erase(others, client);
  std::vector<std::uint32_t> points;
  std::vector<Share> shares;
  for (std::size_t place = 0; place < others.size(); ++place) {
    const auto opened =
        read_letter<Opened>(written.at({SecureStage::kOpening, others[place]}));
    const auto found = std::ranges::find(opened.clients, client);
    REQUIRE(found != opened.clients.end());
    points.push_back(static_cast<std::uint32_t>(place + 1));
    std::copy_n(opened.shares.begin() + 5 * (found - opened.clients.begin()), 5,
                shares.emplace_back().begin());
  }
  hide_deposit(join_shares(points, shares).value(), left.deposit);
  std::map<std::uint32_t, Secret> seeds;
  for (std::size_t place = 0; place < others.size(); ++place)
    std::copy_n(left.deposit.begin() +
                    static_cast<std::ptrdiff_t>(place * kDepositBytes),
                kDepositBytes, seeds[others[place]].begin());
  return seeds;
}

/// Bounds for 255 degrees of freedom, each exceeded with probability 1e-6: by
/// Wilson and Hilferty's cube.
constexpr double kHighest = 377;
constexpr double kLowest = 160;

}  // namespace

TEST_CASE("the sum is exact, round after round, with and without a graph") {
  for (const std::uint32_t count : {3U, 4U, 10U, 200U}) {
    CAPTURE(count);
    SecureFederation federation(count, kThird);
    for (const std::uint32_t round : {1U, 2U, 101U}) {
      const auto values = random_words(count, 7, round);
      const auto sum = federation.run(round, values);
      REQUIRE_MESSAGE(sum, sum.refusal);
      CHECK(*sum == sum_of(values));
    }
  }
  CHECK(choose_neighbourhood(200, kThird).degree < 199);
}

TEST_CASE("a client that drops out in any stage is left out of the sum") {
  constexpr std::uint32_t kClients = 120;
  for (const auto stage : {SecureStage::kKeys, SecureStage::kShares,
                           SecureStage::kMasks, SecureStage::kOpening})
    for (const std::uint64_t seed : {1U, 2U}) {
      CAPTURE(static_cast<int>(stage));
      SecureFederation federation(kClients, kThird, seed);
      const auto gone = some(kClients, kClients / 10, seed);
      federation.failing[stage] = gone;
      const auto values = random_words(kClients, 5, seed);
      const auto sum = federation.run(1, values);
      REQUIRE_MESSAGE(sum, sum.refusal);
      // A client that fails in the opening stage had sent its update before.
      CHECK(*sum == sum_of(values, stage == SecureStage::kOpening
                                       ? std::set<std::uint32_t>{}
                                       : gone));
    }
}

TEST_CASE("dropouts in all stages of one round are recovered from") {
  SecureFederation federation(200, kThird);
  federation.failing[SecureStage::kKeys] = {1, 2};
  federation.failing[SecureStage::kShares] = {50, 51, 52};
  federation.failing[SecureStage::kMasks] = {0, 100, 199};
  federation.failing[SecureStage::kOpening] = {7, 77, 177};
  const auto values = random_words(200, 136);
  const auto sum = federation.run(1, values);
  REQUIRE_MESSAGE(sum, sum.refusal);
  CHECK(*sum == sum_of(values, {1, 2, 50, 51, 52, 0, 100, 199}));
}

TEST_CASE("too many dropouts lose the round with a reason") {
  SecureFederation federation(20, kThird);
  federation.failing[SecureStage::kMasks] = some(20, 7, 1);
  auto sum = federation.run(1, random_words(20, 2));
  CHECK_FALSE(sum);
  CHECK(sum.refusal == "13 of 20 clients answer, fewer than the 14 it takes");
  // Too few opened shares also fail.
  federation.failing = {{SecureStage::kOpening, some(20, 12, 1)}};
  sum = federation.run(2, random_words(20, 2));
  CHECK_FALSE(sum);
  CHECK(sum.refusal.find("too few good shares of client") == 0);
}

TEST_CASE("the server's view of one client is uniform: chi-square") {
  // The same words of the same client under 400 sets of secrets. The words are
  // the most revealing ones: all zero but one.
  constexpr std::size_t kWords = 136;
  std::vector<Words> values(10, Words(kWords, 0));
  values[4][0] = ~std::uint64_t{0};
  std::vector<double> counts(256);
  std::vector<double> first(256);
  std::vector<double> differences(256);
  Words before(kWords);
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    SecureFederation federation(10, kThird, seed);
    SecureRound round = federation.open(1, kWords);
    federation.collect(round, 1, values);
    const Words& seen = federation.masked[4];
    for (std::size_t i = 0; i < kWords; ++i)
      for (int byte = 0; byte < 8; ++byte) {
        ++counts[seen[i] >> 8 * byte & 255];
        ++differences[(seen[i] - before[i]) >> 8 * byte & 255];
      }
    for (int byte = 0; byte < 8; ++byte) ++first[seen[0] >> 8 * byte & 255];
    before = seen;
  }
  for (const auto* each : {&counts, &first, &differences}) {
    CHECK(chi_square(*each) < kHighest);
    CHECK(chi_square(*each) > kLowest);
  }
}

TEST_CASE("a late update is uniform even once its pair masks are known") {
  std::vector<double> counts(256);
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    SecureFederation federation(10, kThird, seed);
    const std::vector<Words> zeros(10, Words(136, 0));
    SecureRound round = federation.open(1, 136);
    federation.failing[SecureStage::kMasks] = {5};
    federation.collect(round, 1, zeros);
    federation.open_shares(round, 1);
    CHECK(*round.unmask() == Words(136, 0));
    // The update arrives late, when the server can remove the pair masks.
    const auto letter = round.letter(SecureStage::kMasks, 5);
    federation.clients[5].receive(1, read_letter<Incoming>(letter));
    Words late(136, 0);
    federation.clients[5].mask(1, late);
    for (const auto& [other, pair_seed] : open_deposit(federation, 5))
      (other < 5 ? add_mask : subtract_mask)(pair_seed, late);
    for (const std::uint64_t word : late)
      for (int byte = 0; byte < 8; ++byte) ++counts[word >> 8 * byte & 255];
  }
  CHECK(chi_square(counts) < kHighest);
  CHECK(chi_square(counts) > kLowest);
}

TEST_CASE("both shares of one client are never opened") {
  SecureFederation federation(10, kThird);
  SecureRound round = federation.open(1, 3);
  federation.collect(round, 1, random_words(10, 3));
  SecureClient& client = federation.clients[3];
  const auto asked =
      read_letter<Survivors>(round.letter(SecureStage::kOpening, 3));
  Survivors both = asked;
  both.dropped = {both.survived[0]};
  CHECK_THROWS_WITH_AS(client.open(1, both),
                       "shares are opened of neighbours, one of each",
                       std::invalid_argument);
  CHECK_THROWS_AS(client.open(2, asked), std::invalid_argument);
  Survivors few = asked;
  few.survived.resize(1);
  CHECK_THROWS_WITH_AS(client.open(1, few),
                       "fewer survivors than it takes to recover from dropouts",
                       std::invalid_argument);
  CHECK_NOTHROW(client.open(1, asked));
  // Nor in two requests.
  Survivors other;
  other.dropped = asked.survived;
  CHECK_THROWS_WITH_AS(client.open(1, other),
                       "shares are opened once, after the update",
                       std::invalid_argument);
}

TEST_CASE("all neighbours are asked for the same kind of share of a client") {
  SecureFederation federation(40, kThird);
  federation.failing[SecureStage::kMasks] = {1, 2, 3, 39};
  SecureRound round = federation.open(1, 1);
  federation.collect(round, 1, random_words(40, 1));
  std::set<std::uint32_t> survived;
  std::set<std::uint32_t> dropped;
  for (const std::uint32_t id : federation.ids) {
    const auto bytes = round.letter(SecureStage::kOpening, id);
    if (bytes.empty()) continue;
    const auto letter = read_letter<Survivors>(bytes);
    survived.insert(letter.survived.begin(), letter.survived.end());
    dropped.insert(letter.dropped.begin(), letter.dropped.end());
  }
  CHECK(dropped == federation.failing[SecureStage::kMasks]);
  CHECK(survived.size() == 36);
  for (const std::uint32_t id : dropped) CHECK_FALSE(survived.contains(id));
}

TEST_CASE("a client masks one update a round and repeats no round") {
  SecureFederation federation(5, kThird);
  SecureRound round = federation.open(1, 3);
  federation.collect(round, 1, random_words(5, 3));
  Words words(3);
  CHECK_THROWS_AS(federation.clients[0].mask(1, words), std::invalid_argument);
  Neighbours again =
      read_letter<Neighbours>(round.letter(SecureStage::kShares, 0));
  CHECK_THROWS_WITH_AS(federation.clients[0].share(1, again),
                       "a round that has ended", std::invalid_argument);
}

TEST_CASE("pairs agree once, and a client in a hundred moves in each round") {
  SecureFederation federation(100, kThird);
  const auto values = random_words(100, 1);
  const auto agreements = [&] {
    std::uint64_t sum = 0;
    for (const SecureClient& client : federation.clients)
      sum += client.agreements();
    return sum;
  };
  const std::uint32_t degree = choose_neighbourhood(100, kThird).degree;
  REQUIRE(federation.run(1, values));
  CHECK(agreements() == 100 * degree);
  // Both ends of each new pair: with the client that moves, and around its old
  // and new places.
  REQUIRE(federation.run(2, values));
  CHECK(agreements() > 100 * degree);
  CHECK(agreements() <= 103 * degree);
  // A round later, all have moved.
  REQUIRE(federation.run(kGraphRounds + 2, values));
  CHECK(agreements() > 140 * degree);
}

TEST_CASE("pairs meet again whatever other clients take part") {
  std::vector<std::uint32_t> all(300);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<std::uint32_t> half;
  for (std::uint32_t id = 0; id < 300; id += 2) half.push_back(id);
  const auto labels = graph_labels(1, 5, all);
  const auto of_half = graph_labels(1, 5, half);
  for (std::size_t i = 0; i < half.size(); ++i)
    CHECK(of_half[i] == labels[half[i]]);
}

TEST_CASE("a client's memory of others is bounded") {
  std::vector<SecureClient> others;
  for (std::uint32_t id = 1; id <= 400; ++id)
    others.emplace_back(id, seeded_secrets(1, id));
  SecureClient client(0, seeded_secrets(1, 0));
  const Neighbourhood chosen = choose_neighbourhood(1000, {});
  REQUIRE(chosen.degree == 58);
  const auto meet = [&](std::uint32_t round, std::uint32_t first) {
    Neighbours told;
    told.threshold = chosen.threshold;
    told.all = 1000;
    for (std::uint32_t id = first; id < first + 58; ++id) {
      told.clients.push_back(id);
      told.keys += others[id - 1].advertise().key;
    }
    client.share(round, told);
  };
  meet(1, 1);
  meet(2, 1);
  CHECK(client.agreements() == 58);
  for (std::uint32_t part = 1; part < 5; ++part) meet(2 + part, 1 + 58 * part);
  CHECK(client.agreements() == 290);
  meet(7, 1);
  CHECK(client.agreements() == 290);
  meet(8, 59);  // forgotten: 290 pairs were too many
  CHECK(client.agreements() == 348);
}

}  // namespace fedltr::secure_aggregation_test
