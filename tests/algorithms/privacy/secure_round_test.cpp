#include "algorithms/privacy/secure_round.hpp"

#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/secure_client.hpp"

namespace fedltr::secure_round_test {
namespace {

const std::vector<std::uint32_t> kClients = {2, 5, 9, 11};

SecureRound round_of_four() {
  return {kClients, 3, {0.25, 0.1, 40, 30}, graph_labels(1, 1, kClients)};
}

std::string key_of(std::uint32_t client) {
  const SecureClient party(client, [client](std::uint32_t round) -> Bits {
    return [rng = Rng(1, Purpose::kTest, client, round)]() mutable {
      return rng();
    };
  });
  return write_letter(party.advertise());
}

}  // namespace

TEST_CASE("places on the ring do not depend on other participants") {
  const auto all = graph_labels(1, 5, {1, 2, 3});
  CHECK(graph_labels(1, 5, {1, 3}) ==
        std::vector<std::uint64_t>{all[0], all[2]});
  CHECK(graph_labels(2, 5, {1, 2, 3}) != all);
}

TEST_CASE("one client in a hundred moves on the ring from round to round") {
  std::vector<std::uint32_t> clients(1000);
  for (std::uint32_t i = 0; i < 1000; ++i) clients[i] = i;
  const auto before = graph_labels(1, 7, clients);
  const auto after = graph_labels(1, 8, clients);
  int moved = 0;
  for (std::size_t i = 0; i < clients.size(); ++i)
    moved += before[i] != after[i];
  CHECK(std::abs(moved - 1000 / int{kGraphRounds}) <= 16);
}

TEST_CASE("strangers', doubled and invalid SecAgg messages are refused") {
  SecureRound round = round_of_four();
  CHECK(round.accept(SecureStage::kKeys, 2, key_of(2)).empty());
  CHECK_FALSE(round.accept(SecureStage::kKeys, 3, key_of(3)).empty());
  CHECK_FALSE(round.accept(SecureStage::kKeys, 5, "nonsense").empty());
  CHECK_FALSE(
      round.accept(SecureStage::kKeys, 9, write_letter(Advertised{"short"}))
          .empty());
}

TEST_CASE("nothing is unmasked before enough have answered") {
  SecureRound round = round_of_four();
  for (const std::uint32_t client : kClients)
    CHECK(round.accept(SecureStage::kKeys, client, key_of(client)).empty());
  CHECK_FALSE(round.shortfall().empty());
  CHECK(round.dropped() == 0);
}

TEST_CASE("a client without a key gets no message, the others do") {
  SecureRound round = round_of_four();
  for (const std::uint32_t client : {2U, 5U, 11U})
    CHECK(round.accept(SecureStage::kKeys, client, key_of(client)).empty());
  CHECK(round.letter(SecureStage::kShares, 9).empty());
  const auto letter =
      read_letter<Neighbours>(round.letter(SecureStage::kShares, 2));
  CHECK(letter.clients == std::vector<std::uint32_t>{5, 11});
  CHECK(letter.keys.size() == 2 * kKeyBytes);
}

}  // namespace fedltr::secure_round_test
