#include "actors/silo/live_asking.hpp"

#include <stdexcept>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::live_asking_test {
using namespace fedltr::test;

namespace {

/// A party that asks, party 1 of a small silo.
struct Asker {
  SiloProtocol protocol = small_protocol("off", false);
  HashKey key = simulated_hash_key(3);
  TermSpots spots =
      spots_of(key.summed_rows, protocol.frequency,
               fingerprints_of(small_collection().dictionary(), key));
  OwnFrequencies own{small_collection(), small_shares()[1]};
  SharedStatistics statistics{protocol.frequency,
                              own.ring(protocol.frequency, spots), spots, own};

  AskingParty place() {
    return {small_collection(), small_shares()[1].documents,
            protocol,           key,
            statistics,         own};
  }
};

}  // namespace

TEST_CASE("a query that may not be asked ends at once, without the others") {
  Asker asker;
  std::vector<std::vector<std::string>> wanted;
  LiveAsking asking(asker.place(), BitsSource(5), 1,
                    [&](const std::vector<std::string>& terms) {
                      wanted.push_back(terms);
                      return wanted.size() > 1;
                    });
  const Dictionary& words = small_collection().dictionary();
  asking.ask({std::string(words[1])});
  asking.ask({std::string(words[2])});
  CHECK(asking.begin({{0, 60}, {1, 60}, {2, 60}}).empty());
  const auto result = asking.take_result();
  REQUIRE(result);
  REQUIRE(result->size() == 2);
  for (const auto& [owner, found] : *result) {
    CHECK(found.is_unasked);
    CHECK(found.documents.empty());
  }
  // Numbers of questions ascend over all queries.
  CHECK(asking.begin({{0, 60}, {1, 60}}).at(0).request == 2);
  CHECK(wanted.size() == 2);
}

TEST_CASE("a query that no member would get does not count as asked") {
  Asker asker;
  std::size_t counted = 0;
  LiveAsking asking(asker.place(), BitsSource(5), 1,
                    [&](const std::vector<std::string>&) {
                      ++counted;
                      return true;
                    });
  const Dictionary& words = small_collection().dictionary();
  asking.ask({std::string(words[1])});
  CHECK(asking.begin({{0, 60}, {1, 60}}).size() == 1);
  CHECK(counted == 1);
  asking.give_up(0);  // member 0 is late
  REQUIRE(asking.take_result());
  asking.ask({std::string(words[2])});
  CHECK(asking.begin({{0, 60}, {1, 60}}).empty());
  CHECK(counted == 1);
  const auto result = asking.take_result();
  REQUIRE(result);
  CHECK(result->at(0).is_late);
}

TEST_CASE("a query that can't be hidden as agreed ends, the others continue") {
  Asker asker;
  asker.protocol.obfuscation = {4, Confounders::kColliding, 1};
  LiveAsking asking(asker.place(), BitsSource(5), 1);
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
