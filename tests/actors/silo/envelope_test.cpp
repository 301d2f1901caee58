#include "actors/silo/envelope.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/simulated_bits.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::envelope_test {
using namespace fedltr::test;

TEST_CASE("a body has the size of its bytes, and stays as it is till packed") {
  const BeginKeys begin{{1, 2, 5}};
  const Payload payload(begin);
  REQUIRE(payload.body<BeginKeys>() != nullptr);
  CHECK(payload.body<BeginKeys>()->parties == begin.parties);
  CHECK(payload.body<PartyKeys>() == nullptr);
  CHECK(payload.size() == 12);
  CHECK(*payload.bytes() == encode(begin));
  const Payload packed = payload.packed();
  CHECK(packed.body<BeginKeys>() == nullptr);
  CHECK(packed.size() == 12);
  CHECK(*packed.bytes() == encode(begin));
  CHECK(Payload().size() == 0);
  CHECK(Payload().bytes()->empty());
}

TEST_CASE("a message is read the same from a body and from bytes") {
  SiloMessage made = message_of(BeginKeys{{4, 9}}, 3);
  SiloMessage packed = made;
  packed.payload = made.payload.packed();
  for (const SiloMessage& each : {made, packed}) {
    CHECK(each.type() == MessageType::kBeginKeys);
    CHECK(each.request == 3);
    CHECK(body_of<BeginKeys>(each).parties == std::vector<std::uint32_t>{4, 9});
  }
  CHECK_THROWS_AS(body_of<PartyKey>(made), std::invalid_argument);
}

TEST_CASE("questions and answers are counted without packing, to the byte") {
  for (const char* noise : {"off", "paper", "sound", "median-only"})
    for (const bool naive : {false, true}) {
      CAPTURE(noise);
      CAPTURE(naive);
      const SiloProtocol protocol = small_protocol(noise, naive);
      const TermSpots spots = small_spots(protocol.shape);
      DataOwner owner(small_collection(), small_shares()[0], protocol, spots,
                      2);
      Rng rng(1, Purpose::kTest);
      const Bits bits = [&] { return rng(); };
      for (const std::uint32_t query : small_shares()[1].queries) {
        const Querier asker(protocol, spots, small_collection().query(query),
                            bits);
        const TopQuestion question = asker.top_question();
        CHECK(Payload(question).size() == encode(question).size());
        const TopAnswer answer = owner.answer_top(question, 1, bits);
        CHECK(Payload(answer).size() == encode(answer).size());
        const CountQuestion fetch = asker.count_question({0, 3});
        CHECK(Payload(fetch).size() == encode(fetch).size());
        const CountAnswers counts = owner.answer_counts(fetch, 1, bits);
        CHECK(Payload(counts).size() == encode(counts).size());
      }
    }
}

TEST_CASE("a question that was made here is checked like one that was sent") {
  const SiloProtocol protocol = small_protocol("off", false);
  const TermSpots spots = small_spots(protocol.shape);
  const Querier asker(protocol, spots,
                      small_collection().query(small_shares()[1].queries[0]),
                      simulated_bits(1, Purpose::kTest, 0, 0));
  const TopQuestion good = asker.top_question();
  CHECK(question_of(message_of(good), protocol, 60).terms.size() ==
        asker.terms());
  TopQuestion shorter = good;
  shorter.terms[0].columns.pop_back();
  CHECK_THROWS_AS(question_of(message_of(shorter), protocol, 60),
                  std::invalid_argument);
  const CountQuestion beyond = asker.count_question({60});
  CHECK_NOTHROW(question_of(message_of(beyond), protocol, 61));
  CHECK_THROWS_AS(question_of(message_of(beyond), protocol, 60),
                  std::invalid_argument);
}

}  // namespace fedltr::envelope_test
