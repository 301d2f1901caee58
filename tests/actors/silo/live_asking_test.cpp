#include "actors/silo/live_asking.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::live_asking_test {
using namespace fedltr::test;

TEST_CASE("a query that can't be hidden as agreed ends, the others continue") {
  SiloProtocol protocol = small_protocol("off", false);
  protocol.obfuscation = {4, Confounders::kColliding, 1};
  const HashKey key = simulated_hash_key(3);
  const TermSpots spots =
      spots_of(key.summed_rows, protocol.frequency,
               fingerprints_of(small_collection().dictionary(), key));
  const OwnFrequencies own(small_collection(), small_shares()[1]);
  const SharedStatistics statistics(
      protocol.frequency, own.ring(protocol.frequency, spots), spots, own);
  LiveAsking asking({small_collection(), small_shares()[1].documents, protocol,
                     key, statistics, own},
                    BitsSource(5), 1);
  const Dictionary& words = small_collection().dictionary();
  std::uint32_t refused = 0;
  std::uint32_t asked = 0;
  // About five of 500 terms collide with one: with a few terms none does.
  for (std::uint32_t number = 0; number < words.size(); ++number) {
    asking.ask({std::string(words[number])});
    try {
      const auto questions = asking.begin({{0, 60}, {1, 60}});
      REQUIRE(questions.size() == 1);
      CHECK(questions.at(0).request == 2 * number);
      asking.exclude(0);
      CHECK(asking.take_result()->empty());
      ++asked;
    } catch (const std::invalid_argument&) {
      CHECK_FALSE(asking.take_result());
      ++refused;
    }
  }
  CHECK(asked > 400);
  CHECK(refused > 0);
}

}  // namespace fedltr::live_asking_test
