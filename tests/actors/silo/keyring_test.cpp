#include "actors/silo/keyring.hpp"

#include <functional>
#include <set>
#include <utility>

#include <doctest/doctest.h>

#include "tests/support/key_proof.hpp"

namespace fedltr::keyring_test {
namespace {

/// Keyrings of these parties after their key agreement.
std::map<std::uint32_t, Keyring> agreed(const std::set<std::uint32_t>& parties,
                                        std::uint32_t attempt = 1) {
  std::map<std::uint32_t, Keyring> rings;
  PartyKeys keys;
  for (const std::uint32_t party : parties) {
    Keyring& ring = rings.try_emplace(party, party, 5).first->second;
    keys.keys.push_back(
        ring.begin(attempt, {{parties.begin(), parties.end()}}, 10 + party));
  }
  for (auto& [party, ring] : rings) CHECK_FALSE(ring.agree(keys).has_value());
  return rings;
}

}  // namespace

TEST_CASE("the first party draws the key, which all others unwrap") {
  const auto rings = agreed({1, 2, 4});
  CHECK(rings.at(1).draws());
  CHECK_FALSE(rings.at(2).draws());
  const auto drawn = rings.at(1).draw();
  REQUIRE(drawn.wrapped.size() == 2);
  for (const auto& [party, wrapped] : drawn.wrapped) {
    const auto key = rings.at(party).unwrap(1, wrapped);
    REQUIRE(key);
    CHECK(*key == drawn.key);
    CHECK_FALSE(rings.at(party == 2 ? 4 : 2).unwrap(1, wrapped));
  }
}

TEST_CASE("parties know each other's documents and see the same keys") {
  const auto rings = agreed({1, 2, 4});
  for (const auto& [party, ring] : rings) {
    CHECK(ring.members().at(4) == 14);
    CHECK(ring.secrets() == 2);
    CHECK(ring.agreed().safety_code == rings.at(1).agreed().safety_code);
    CHECK_FALSE(ring.has_secret_with(party));
  }
}

TEST_CASE("masks hide a number and cancel in the sum") {
  const auto rings = agreed({0, 1, 2});
  std::uint64_t sum = 0;
  for (const auto& [party, ring] : rings) {
    std::vector<std::uint64_t> numbers = {party};
    ring.hide(numbers, "test", 3);
    CHECK(numbers[0] != party);
    sum += numbers[0];
  }
  CHECK(sum == 3);
}

TEST_CASE("a sealed message opens at its receiver, as its sender's") {
  const auto rings = agreed({0, 1, 2});
  const ByteVector text = {4, 5, 6};
  const ByteVector sealed = rings.at(0).seal_for(1, text, "metrics");
  const auto opened = rings.at(1).open_from(0, sealed, "metrics");
  REQUIRE(opened);
  CHECK(*opened == text);
  CHECK_FALSE(rings.at(2).open_from(0, sealed, "metrics"));
  CHECK_FALSE(rings.at(1).open_from(2, sealed, "metrics"));
  CHECK_FALSE(
      rings.at(0).open_from(1, sealed, "metrics"));  // returned to its sender
  CHECK_FALSE(agreed({0, 1, 2}, 2).at(1).open_from(0, sealed, "metrics"));
  CHECK_FALSE(rings.at(1).open_from(0, sealed, "heads of ledgers"));
  CHECK_THROWS_AS(rings.at(1).open_from(7, sealed, "metrics"),
                  std::invalid_argument);
}

TEST_CASE("a single party has no one to hide from") {
  const auto rings = agreed({7});
  std::vector<std::uint64_t> numbers = {5};
  rings.at(7).hide(numbers, "test", 1);
  CHECK(numbers[0] == 5);
  CHECK(rings.at(7).draw().wrapped.empty());
}

TEST_CASE("a key of low order is blamed on its party, and nothing is agreed") {
  Keyring ring(0, 5);
  const PartyKey own = ring.begin(1, {{0, 1}}, 3);
  const auto blame = ring.agree({{own, {PublicKey{1}, 2}}});
  REQUIRE(blame.has_value());
  CHECK(blame->party == 1);
  CHECK(blame->why.find("public key") != std::string::npos);
  CHECK(ring.secrets() == 0);
}

TEST_CASE("another attempt has other keys, members and masks") {
  Keyring ring(0, 5);
  const PartyKey first = ring.begin(1, {{0, 1}}, 3);
  const PartyKey second = ring.begin(2, {{0, 2}}, 3);
  CHECK(first.key != second.key);
  CHECK(ring.attempt() == 2);
  CHECK_FALSE(ring.members().contains(1));
  CHECK(agreed({0, 1}).at(0).draw().key != agreed({0, 1}, 2).at(0).draw().key);
}

TEST_CASE("without an excluded party masks of the others still cancel") {
  auto rings = agreed({0, 1, 2});
  std::uint64_t sum = 0;
  for (const std::uint32_t party : {0U, 2U}) {
    rings.at(party).exclude(1);
    std::vector<std::uint64_t> numbers = {4};
    rings.at(party).hide(numbers, "test", 1);
    sum += numbers[0];
  }
  CHECK(sum == 8);
  CHECK_FALSE(rings.at(0).members().contains(1));
}

namespace {

/// Keyrings 0 and 1 whose keys are proven, and the keys that they show.
struct Proven {
  Keyring a{0, 5, test::prover_by(1)};
  Keyring b{1, 6, test::prover_by(2)};
  PartyKeys keys{{a.begin(1, {{0, 1}}, 3), b.begin(1, {{0, 1}}, 4)}};
};

}  // namespace

TEST_CASE("proven keys give the others' lasting ones, and one safety code") {
  Proven both;
  CHECK_FALSE(both.a.agree(both.keys).has_value());
  CHECK_FALSE(both.b.agree(both.keys).has_value());
  CHECK(both.a.agreed().safety_code == both.b.agreed().safety_code);
  CHECK(both.a.agreed().identities ==
        std::map<std::uint32_t, std::string>{
            {1, lasting_key_of(both.keys.keys[1].proof)}});
  CHECK(agreed({0, 1}).at(0).agreed().identities ==
        std::map<std::uint32_t, std::string>{{1, ""}});
  // Another attempt has other keys, and the same lasting ones.
  Proven again;
  CHECK(again.keys.keys[1].proof->identity ==
        both.keys.keys[1].proof->identity);
}

TEST_CASE("a relay that swaps keys or proofs is seen") {
  // Without the other lasting key, it can't sign a key of its own.
  Proven both;
  both.keys.keys[1].key = KeyPair(Bits([] { return 7; })).public_key();
  const auto blame = both.a.agree(both.keys);
  REQUIRE(blame.has_value());
  CHECK(blame->party == 1);
  CHECK(blame->why == "public key: its lasting key has not signed it");
  CHECK(both.a.secrets() == 0);
  // It can take the proof away, or sign with another lasting key: then the
  // code and the lasting key differ from what the other party sees.
  const auto differs = [](std::optional<KeyProof> (*change)(const PartyKey&)) {
    Proven both;
    PartyKeys seen = both.keys;
    seen.keys[1].proof = change(seen.keys[1]);
    CHECK_FALSE(both.a.agree(seen).has_value());
    CHECK_FALSE(both.b.agree(both.keys).has_value());
    CHECK(both.a.agreed().identities.at(1) !=
          lasting_key_of(both.keys.keys[1].proof));
    return both.a.agreed().safety_code != both.b.agreed().safety_code;
  };
  CHECK(differs([](const PartyKey&) { return std::optional<KeyProof>(); }));
  CHECK(differs([](const PartyKey& key) {
    return std::optional(test::proof_by(
        {3}, key_claim({"digest", 1, 1, key.key, key.documents})));
  }));
  // Nor can it show a party another lasting key as its own.
  Proven own;
  own.keys.keys[0].proof.reset();
  CHECK_THROWS_AS(own.a.agree(own.keys), std::invalid_argument);
}

TEST_CASE("a code does not fit if a liar takes another member's place") {
  // Party 2 and the relay show party 0 its key as that of party 1, and the
  // entry of party 1 as its key, without a proof: the same entries, permuted.
  Keyring victim(0, 5, test::prover_by(1));
  Keyring honest(1, 6, test::prover_by(2));
  const BeginKeys members{{0, 1, 2}};
  const PartyKey own = victim.begin(1, members, 3);
  const PartyKey theirs = honest.begin(1, members, 4);
  const PublicKey lying = KeyPair(Bits([] { return 7; })).public_key();
  const auto shown_as = [&](std::uint32_t party) {
    const KeyClaim claim{"digest", party, 1, lying, 4};
    return PartyKey{lying, 4, test::proof_by({3}, key_claim(claim))};
  };
  const KeyClaim claim{"digest", 1, 1, theirs.key, theirs.documents};
  const PartyKey entry{entry_of(claim, theirs.proof), 4, {}};
  CHECK_FALSE(honest.agree({{own, theirs, shown_as(2)}}).has_value());
  CHECK_FALSE(victim.agree({{own, shown_as(1), entry}}).has_value());
  CHECK(victim.agreed().safety_code != honest.agreed().safety_code);
}

TEST_CASE("a code covers who has which key, and how many documents") {
  const auto code_of = [](const std::function<void(PartyKeys&)>& change) {
    Keyring ring(0, 5);
    Keyring first(1, 6);
    Keyring second(2, 7);
    const BeginKeys members{{0, 1, 2}};
    PartyKeys keys{{ring.begin(1, members, 3), first.begin(1, members, 4),
                    second.begin(1, members, 4)}};
    change(keys);
    CHECK_FALSE(ring.agree(keys).has_value());
    return ring.agreed().safety_code;
  };
  const std::string code = code_of([](PartyKeys&) {});
  CHECK(code == code_of([](PartyKeys&) {}));
  CHECK(code != code_of([](PartyKeys& keys) {
          std::swap(keys.keys[1], keys.keys[2]);
        }));
  CHECK(code != code_of([](PartyKeys& keys) { keys.keys[1].documents = 5; }));
}

TEST_CASE("a list with another number of keys than parties is refused") {
  Keyring ring(0, 5);
  const PartyKey own = ring.begin(1, {{0, 1}}, 3);
  CHECK_THROWS_AS(ring.agree({{own}}), std::invalid_argument);
}

}  // namespace fedltr::keyring_test
