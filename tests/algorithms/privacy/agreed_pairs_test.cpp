#include "algorithms/privacy/agreed_pairs.hpp"

#include <array>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/secure_client.hpp"

namespace fedltr::agreed_pairs_test {
namespace {

Bits seeded(std::uint32_t number) {
  return [rng = Rng(1, Purpose::kTest, number, 31)]() mutable { return rng(); };
}

std::vector<KeyPair> make_keys(std::uint32_t count) {
  std::vector<KeyPair> keys;
  for (std::uint32_t i = 0; i < count; ++i) keys.emplace_back(seeded(i));
  return keys;
}

/// Shares that 12 clients on a ring send.
std::vector<Shares> shares_of(const std::shared_ptr<AgreedPairs>& agreed) {
  std::vector<std::uint64_t> labels;
  std::vector<SecureClient> clients;
  for (std::uint32_t id = 0; id < 12; ++id) {
    labels.push_back(id);
    clients.emplace_back(
        id, [id](std::uint32_t round) { return seeded(1000 * round + id); },
        Tolerance(), agreed);
  }
  const Neighbourhood graph = choose_neighbourhood(clients.size(), {});
  const auto neighbours = find_neighbours(labels, graph.degree);
  std::vector<Shares> letters;
  for (std::uint32_t id = 0; id < clients.size(); ++id) {
    Neighbours letter;
    letter.threshold = graph.threshold;
    letter.all = clients.size();
    letter.clients = neighbours[id];
    for (const std::uint32_t other : letter.clients)
      letter.keys += clients[other].advertise().key;
    letters.push_back(clients[id].share(1, letter));
    CHECK(clients[id].agreements() == graph.degree);
  }
  return letters;
}

}  // namespace

TEST_CASE("both sides get what they would agree on themselves") {
  const auto keys = make_keys(4);
  AgreedPairs agreed;
  for (std::size_t i = 0; i < keys.size(); ++i)
    for (std::size_t j = 0; j < keys.size(); ++j) {
      if (i == j) continue;
      const auto& other = keys[j].public_key();
      CHECK(*agreed.agree(keys[i], other) == *keys[i].agree(other));
    }
}

TEST_CASE("a pair waits from the first side's question to the second's") {
  const auto keys = make_keys(3);
  AgreedPairs agreed;
  CHECK(agreed.agree(keys[0], keys[1].public_key()));
  CHECK(agreed.agree(keys[2], keys[0].public_key()));
  CHECK(agreed.waiting() == 2);
  CHECK(agreed.agree(keys[1], keys[0].public_key()));
  CHECK(agreed.waiting() == 1);
  CHECK(agreed.agree(keys[0], keys[2].public_key()));
  CHECK(agreed.waiting() == 0);
}

TEST_CASE("beyond its bound nothing waits, and both sides agree still") {
  const auto keys = make_keys(3);
  AgreedPairs agreed(1);
  CHECK(agreed.agree(keys[0], keys[1].public_key()));
  const auto beyond = agreed.agree(keys[0], keys[2].public_key());
  CHECK(agreed.waiting() == 1);
  CHECK(*agreed.agree(keys[2], keys[0].public_key()) == *beyond);
}

TEST_CASE("a message that a key pair refuses is refused and does not wait") {
  const auto keys = make_keys(2);
  AgreedPairs agreed;
  CHECK_FALSE(agreed.agree(keys[0], keys[0].public_key()));
  CHECK_FALSE(agreed.agree(keys[0], PublicKey{}));
  const std::array<std::uint8_t, 31> cut{};
  CHECK(agreed.agree(keys[0], cut).refusal ==
        "a public key of 31 bytes instead of 32");
  CHECK(agreed.waiting() == 0);
}

TEST_CASE("a client with neither key of a pair gets another secret") {
  const auto keys = make_keys(3);
  AgreedPairs agreed;
  const auto secret = agreed.agree(keys[0], keys[1].public_key());
  CHECK(*agreed.agree(keys[2], keys[1].public_key()) != *secret);
  CHECK(*agreed.agree(keys[2], keys[0].public_key()) != *secret);
}

TEST_CASE("pairs agree on several threads as on one") {
  // A pair of keys serves one thread at a time.
  const std::array all = {make_keys(12), make_keys(12)};
  AgreedPairs agreed;
  std::array<std::vector<Secret>, 2> seen;
  // Both sides of a pair ask at about the same time.
  const auto ask = [&](std::size_t side) {
    const auto& keys = all.at(side);
    for (std::size_t i = 0; i < keys.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const KeyPair& own = side == 0 ? keys[i] : keys[j];
        const KeyPair& other = side == 0 ? keys[j] : keys[i];
        seen[side].push_back(*agreed.agree(own, other.public_key()));
      }
  };
  std::thread first(ask, 0);
  ask(1);
  first.join();
  CHECK(seen[0] == seen[1]);
  CHECK(agreed.waiting() == 0);
}

TEST_CASE("clients that share their pairs send the same as clients apart") {
  const auto pairs = std::make_shared<AgreedPairs>();
  const auto together = shares_of(pairs);
  const auto apart = shares_of(nullptr);
  CHECK(pairs->waiting() == 0);
  for (std::size_t i = 0; i < apart.size(); ++i) {
    CHECK(together[i].deposit == apart[i].deposit);
    CHECK(together[i].sealed == apart[i].sealed);
    CHECK(together[i].dealt == apart[i].dealt);
    CHECK(together[i].checks == apart[i].checks);
  }
}

}  // namespace fedltr::agreed_pairs_test
