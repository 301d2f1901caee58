// Secure aggregation against clients and servers that break the protocol.
#include "algorithms/core/archive.hpp"
#include "tests/support/secure_federation.hpp"

namespace fedltr::secure_hostile_test {
using namespace fedltr::test;

TEST_CASE("the server refuses invalid SecAgg messages") {
  SecureFederation federation(6, kThird);
  SecureRound round = federation.open(1, 2);
  CHECK(round.accept(SecureStage::kKeys, 9, "") ==
        "not a client of this round");
  CHECK_FALSE(round.accept(SecureStage::kKeys, 0, "x").empty());
  CHECK(round.accept(SecureStage::kKeys, 0,
                     write_letter(Advertised{std::string(31, 'x')})) ==
        "a key of the wrong size");
  CHECK(round.accept(SecureStage::kShares, 0, write_letter(Shares{})) ==
        "shares without a key");
  federation.collect(round, 1, random_words(6, 2));
  CHECK(round.accept(SecureStage::kKeys, 0,
                     write_letter(federation.clients[0].advertise())) ==
        "a second key");
  CHECK(round.add({1}, Words(2)) ==
        "a masked sum of clients that should not be in it");
  CHECK(round.add({}, Words(3)) == "a masked sum of the wrong size");
  CHECK(round.accept(SecureStage::kOpening, 0,
                     write_letter(Opened{{0}, Words(5)})) ==
        "an opened share of a client that is no neighbour");
  CHECK(round.accept(SecureStage::kOpening, 0,
                     write_letter(Opened{{1}, Words(4)})) ==
        "opened shares of the wrong size");
  // Declared sizes are checked against the bytes present.
  std::string lie(8, '\xff');
  CHECK_FALSE(round.accept(SecureStage::kOpening, 0, lie).empty());
}

TEST_CASE("a client with invalid SecAgg messages is left out from there on") {
  SecureFederation federation(30, kThird);
  SecureRound round = federation.open(1, 4);
  const auto values = random_words(30, 4);
  federation.failing[SecureStage::kShares] = {2};
  for (const std::uint32_t id : federation.ids)
    if (id == 2)
      CHECK_FALSE(round.accept(SecureStage::kShares, id, "nonsense").empty());
  federation.collect(round, 1, values);
  CHECK(round.letter(SecureStage::kMasks, 2).empty());
  federation.open_shares(round, 1);
  const auto sum = round.unmask();
  REQUIRE_MESSAGE(sum, sum.refusal);
  CHECK(*sum == sum_of(values, {2}));
}

TEST_CASE(
    "a forged share is left out, and its holder named, whatever the order") {
  for (const bool first : {true, false}) {
    SecureFederation federation(8, kThird);
    const auto values = random_words(8, 2);
    SecureRound round = federation.open(1, 2);
    federation.failing[SecureStage::kMasks] = {5};
    federation.collect(round, 1, values);
    auto opened = federation.clients[0].open(
        1, read_letter<Survivors>(round.letter(SecureStage::kOpening, 0)));
    opened.shares[0] ^= 1;                         // of client 1
    opened.shares[opened.shares.size() - 1] ^= 1;  // of client 5
    const auto lie = [&] {
      CHECK(round.accept(SecureStage::kOpening, 0, write_letter(opened)) ==
            "shares other than those dealt, of 1, 5");
    };
    federation.failing[SecureStage::kOpening] = {0};
    if (first) lie();
    federation.open_shares(round, 1);
    if (!first) lie();
    const auto sum = round.unmask();
    REQUIRE_MESSAGE(sum, sum.refusal);
    CHECK(*sum == sum_of(values, {5}));
  }
}

TEST_CASE("shares that are forged from the start lose the round, not the sum") {
  SecureFederation federation(8, kThird);
  federation.failing[SecureStage::kShares] = {2};
  SecureRound round = federation.open(1, 2);
  for (const std::uint32_t id : federation.ids)
    federation.send(round, SecureStage::kKeys, id,
                    write_letter(federation.clients[id].advertise()));
  auto shares = federation.clients[2].share(
      1, read_letter<Neighbours>(round.letter(SecureStage::kShares, 2)));
  shares.checks[0] ^= 1;
  CHECK(round.accept(SecureStage::kShares, 2, write_letter(shares)).empty());
  for (const std::uint32_t id : federation.ids)
    if (id != 2)
      federation.send(round, SecureStage::kShares, id,
                      write_letter(federation.clients[id].share(
                          1, read_letter<Neighbours>(
                                 round.letter(SecureStage::kShares, id)))));
  Words words(2);
  for (const std::uint32_t id : federation.ids) {
    federation.clients[id].receive(
        1, read_letter<Incoming>(round.letter(SecureStage::kMasks, id)));
    federation.clients[id].mask(1, words);
  }
  CHECK(round.add(federation.ids, words).empty());
  federation.failing.clear();
  federation.open_shares(round, 1);
  const auto sum = round.unmask();
  CHECK_FALSE(sum);
  CHECK(sum.refusal == "too few good shares of client 2 were opened");
}

TEST_CASE("an invalid key leaves out its sender only") {
  SecureFederation federation(10, kThird);
  SecureRound round = federation.open(1, 3);
  std::string low(32, '\0');
  low[0] = 1;
  CHECK(round.accept(SecureStage::kKeys, 4, write_letter(Advertised{low})) ==
        "an invalid key");
  const auto values = random_words(10, 3);
  federation.failing[SecureStage::kKeys] = {4};
  federation.collect(round, 1, values);
  federation.open_shares(round, 1);
  const auto sum = round.unmask();
  REQUIRE_MESSAGE(sum, sum.refusal);
  CHECK(*sum == sum_of(values, {4}));
}

TEST_CASE("a copy of a client's key does not silence it") {
  SecureFederation federation(10, kThird);
  SecureRound round = federation.open(1, 3);
  const Advertised copied = federation.clients[7].advertise();
  CHECK(round.accept(SecureStage::kKeys, 4, write_letter(copied)).empty());
  const auto values = random_words(10, 3);
  federation.failing[SecureStage::kKeys] = {4};
  federation.collect(round, 1, values);
  const auto told =
      read_letter<Neighbours>(round.letter(SecureStage::kShares, 7));
  CHECK(told.clients == std::vector<std::uint32_t>{0, 1, 2, 3, 5, 6, 8, 9});
  federation.open_shares(round, 1);
  const auto sum = round.unmask();
  REQUIRE_MESSAGE(sum, sum.refusal);
  CHECK(*sum == sum_of(values, {4}));
}

TEST_CASE("a client refuses a threshold below what the tolerance asks for") {
  for (const std::uint32_t count : {3U, 10U, 200U}) {
    CAPTURE(count);
    SecureFederation federation(count, kThird);
    SecureRound round = federation.open(1, 1);
    for (const std::uint32_t id : federation.ids)
      federation.send(round, SecureStage::kKeys, id,
                      write_letter(federation.clients[id].advertise()));
    const auto honest =
        read_letter<Neighbours>(round.letter(SecureStage::kShares, 0));
    Neighbours told = honest;
    const auto refuses = [&] {
      CHECK_THROWS_WITH_AS(
          federation.clients[0].share(1, told),
          "a threshold that does not match colluders and dropouts",
          std::invalid_argument);
    };
    told.threshold = 0;
    refuses();
    told.threshold = 1;
    refuses();
    told.threshold = honest.threshold - 1;
    refuses();
    // A false number of clients does not help either.
    told.threshold = 1;
    for (const std::uint32_t all : {0U, count / 2, 2 * count, 1000000U}) {
      told.all = all;
      refuses();
    }
    CHECK_NOTHROW(federation.clients[0].share(1, honest));
  }
}

}  // namespace fedltr::secure_hostile_test
