#include "actors/silo/key_phase.hpp"

#include <doctest/doctest.h>

#include "algorithms/silo/shared_statistics.hpp"

namespace fedltr::key_phase_test {
namespace {

const SketchShape kShape{SketchKind::kCount, 1, 2};

/// A party's frequencies, not masked.
Frequencies frequencies(std::uint8_t key, std::uint64_t documents) {
  Frequencies told;
  told.confirmation[0] = key;
  told.numbers.assign(frequency_numbers(kShape), 0);
  told.numbers[told.numbers.size() - 1 - kFields] = documents;
  return told;
}

/// Three parties of 5 documents each, whose public keys have arrived.
KeyPhase with_keys() {
  KeyPhase phase(kShape);
  phase.begin({1, 4, 6});
  for (const std::uint32_t party : {6U, 1U, 4U})
    phase.take_key(party, {PublicKey{std::uint8_t(party)}, 5});
  phase.keys();
  return phase;
}

SiloMessage wrapped(std::uint32_t from, std::uint32_t to) {
  SiloMessage message = message_of(WrappedKey{ByteVector(60)});
  message.from = from;
  message.to = to;
  return message;
}

}  // namespace

TEST_CASE("an attempt names the members and hands out keys in their order") {
  KeyPhase phase(kShape);
  CHECK(phase.begin({2, 0, 1}).parties == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(phase.attempt() == 1);
  for (const std::uint32_t party : {2U, 0U, 1U})
    phase.take_key(party, {PublicKey{std::uint8_t(party)}, 10 + party});
  const auto keys = phase.keys().keys;
  REQUIRE(keys.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(keys[i].key[0] == i);
    CHECK(keys[i].documents == 10 + i);
    CHECK(phase.documents_of(std::uint32_t(i)) == 10 + i);
  }
}

TEST_CASE("no party has more than 2^24 documents") {
  KeyPhase phase(kShape);
  phase.begin({0});
  CHECK_NOTHROW(phase.take_key(0, {{}, kMaxDocuments}));
  CHECK_THROWS_AS(phase.take_key(0, {{}, kMaxDocuments + 1}),
                  std::invalid_argument);
}

TEST_CASE("the first party has to send each other one a wrapped key") {
  KeyPhase phase = with_keys();
  CHECK(phase.owed_by(1) == 2);
  CHECK(phase.owed_by(4) == 0);
  phase.take_wrapped(wrapped(1, 4));
  CHECK(phase.owed_by(1) == 1);
  const std::string why = "sent an unexpected wrapped key";
  CHECK_THROWS_WITH(phase.take_wrapped(wrapped(1, 4)), why.c_str());
  CHECK_THROWS_AS(phase.take_wrapped(wrapped(4, 6)), std::invalid_argument);
  CHECK_THROWS_AS(phase.take_wrapped(wrapped(1, 1)), std::invalid_argument);
  CHECK_THROWS_AS(phase.take_wrapped(wrapped(1, 5)), std::invalid_argument);
  SiloMessage short_one = message_of(WrappedKey{ByteVector(59)});
  short_one.from = 1;
  short_one.to = 6;
  CHECK_THROWS_AS(phase.take_wrapped(short_one), std::invalid_argument);
  phase.take_wrapped(wrapped(1, 6));
  CHECK(phase.owed_by(1) == 0);
}

TEST_CASE("no key is due before all public keys have come") {
  KeyPhase phase = with_keys();
  phase.begin({1, 4});
  CHECK(phase.attempt() == 2);
  CHECK(phase.owed_by(1) == 0);
  CHECK_THROWS_AS(phase.take_wrapped(wrapped(1, 4)), std::invalid_argument);
}

TEST_CASE("frequencies of another size are refused") {
  KeyPhase phase = with_keys();
  Frequencies told = frequencies(1, 5);
  told.numbers.pop_back();
  CHECK_THROWS_AS(phase.take_frequencies(1, told), std::invalid_argument);
}

TEST_CASE("the sum is modulo 2^64 and holds the documents of all parties") {
  KeyPhase phase = with_keys();
  for (const std::uint32_t party : {1U, 4U, 6U}) {
    Frequencies told = frequencies(1, 5);
    told.numbers[0] = party == 1 ? ~std::uint64_t{0} : party;
    told.numbers[told.numbers.size() - kFields] = 3;  // terms of field 0
    phase.take_frequencies(party, told);
  }
  CHECK(phase.verdict().agreed);
  const auto sum = phase.take_sum();
  REQUIRE(sum.has_value());
  CHECK(body_of<FrequencySum>(*sum).numbers[0] == 9);
}

TEST_CASE("frequencies without content make a sum without content") {
  KeyPhase phase = with_keys();
  for (const std::uint32_t party : {1U, 4U, 6U})
    phase.take_delivered(party, 1032);
  CHECK(phase.verdict().agreed);
  const auto sum = phase.take_sum();
  REQUIRE(sum.has_value());
  CHECK(sum->type() == MessageType::kFrequencySum);
  CHECK(sum->size() == 1000);  // no confirmation of the key
}

TEST_CASE("a sum that counts more terms than there are is refused") {
  for (const std::uint64_t length : {14, 15}) {
    KeyPhase phase = with_keys();
    for (const std::uint32_t party : {1U, 4U, 6U}) {
      Frequencies told = frequencies(1, 5);
      told.numbers[0] = party == 4 ? 12 : std::uint64_t{0};
      told.numbers[1] = party == 6 ? ~std::uint64_t{0} * 3 : std::uint64_t{0};
      if (party == 1) told.numbers[told.numbers.size() - kFields] = length;
      phase.take_frequencies(party, told);
    }
    CHECK(phase.take_sum().has_value() == (length == 15));
  }
}

TEST_CASE("a sum that differs from the parties' documents is refused") {
  KeyPhase phase = with_keys();
  for (const std::uint32_t party : {1U, 4U, 6U})
    phase.take_frequencies(party, frequencies(1, party == 6 ? 6 : 5));
  CHECK_FALSE(phase.take_sum().has_value());
}

TEST_CASE("a party with another hash key than most is named") {
  KeyPhase phase = with_keys();
  phase.take_frequencies(1, frequencies(9, 5));
  phase.take_frequencies(4, frequencies(9, 5));
  phase.take_frequencies(6, frequencies(8, 5));
  const KeyPhase::Verdict verdict = phase.verdict();
  CHECK_FALSE(verdict.agreed);
  CHECK(verdict.odd == 6);
}

TEST_CASE("where no key has a majority no party is blamed") {
  KeyPhase phase = with_keys();
  for (const std::uint32_t party : {1U, 4U, 6U})
    phase.take_frequencies(party, frequencies(std::uint8_t(party), 5));
  const KeyPhase::Verdict verdict = phase.verdict();
  CHECK_FALSE(verdict.agreed);
  CHECK_FALSE(verdict.odd.has_value());
  CHECK(verdict.failure.find("party 1 handed it out") != std::string::npos);
}

}  // namespace fedltr::key_phase_test
