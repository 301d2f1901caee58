#include "actors/silo/envelope.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/querier.hpp"
#include "algorithms/silo/simulated_bits.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::envelope_test {
using namespace fedltr::test;

TEST_CASE("copies of a message share its body, which has a type and a size") {
  const SiloMessage message = message_of(BeginKeys{{4, 9}}, 3);
  const SiloMessage copy = message;
  CHECK(&copy.body() == &message.body());
  CHECK(copy.type() == MessageType::kBeginKeys);
  CHECK(copy.request == 3);
  CHECK(copy.size() == 8);
  CHECK(body_of<BeginKeys>(copy).parties == std::vector<std::uint32_t>{4, 9});
  CHECK_THROWS_WITH_AS(body_of<PartyKey>(copy), "is of another type",
                       std::invalid_argument);
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
        CHECK(size_of(question) == encode(question).size());
        const TopAnswer answer = owner.answer_top(question, 1, bits);
        CHECK(size_of(answer) == encode(answer).size());
        const CountQuestion fetch = asker.count_question({0, 3});
        CHECK(size_of(fetch) == encode(fetch).size());
        const ByteVector counts = owner.encoded_counts(fetch, 1, bits);
        CHECK(size_of(PackedCounts{counts}) == counts.size());
      }
    }
}

}  // namespace fedltr::envelope_test
