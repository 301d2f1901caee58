#include "algorithms/silo_audit/rebuild_texts.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

using namespace fedltr;
using namespace fedltr::test;

namespace {

SiloProtocol protocol_of(const std::string& noise, bool naive = false,
                         std::uint32_t real = 15) {
  SiloProtocol protocol = small_protocol(noise, naive);
  protocol.shape = {SketchKind::kCount, 15, 200};
  protocol.noise = make_sketch_noise(noise, {.5, 15, 200});
  protocol.obfuscation = {real};
  protocol.capacity = 1000;
  return protocol;
}

RebuiltTexts attack(const SiloProtocol& protocol, Greed greed) {
  return rebuild_texts(small_collection(), small_shares(), protocol, {},
                       {.greed = greed, .documents = 10});
}

}  // namespace

TEST_CASE("who asks the whole dictionary writes the texts down") {
  for (const char* noise : {"off", "paper"}) {
    const RebuiltTexts texts = attack(protocol_of(noise), Greed::kGreedy);
    CHECK(texts.terms == small_collection().dictionary().size());
    CHECK(texts.questions == (texts.terms + 99) / 100);
    CHECK(texts.told == 1);
    CHECK(texts.found > .9);
    CHECK(texts.precision > .9);
    CHECK(texts.exact > .85);
    CHECK(texts.error < .2);
  }
}

TEST_CASE("an honest run tells its queries' terms, in what it fetches") {
  const RebuiltTexts texts = attack(protocol_of("off"), Greed::kHonest);
  CHECK(texts.terms < small_collection().dictionary().size() / 4);
  CHECK(texts.told < .3);
  CHECK(texts.found > texts.told);  // queries ask for frequent terms
  CHECK(texts.found < .6);
  CHECK(texts.precision > .95);
  CHECK(texts.guess_error > texts.error);
}

TEST_CASE("lists tell which terms are there, whatever noise counts get") {
  const RebuiltTexts lists = attack(protocol_of("sound"), Greed::kGreedy);
  CHECK(lists.found > .8);
  CHECK(lists.precision > .8);
  const RebuiltTexts naive = attack(protocol_of("sound", true), Greed::kGreedy);
  CHECK(naive.precision < 3 * naive.filled);
  CHECK(naive.error > naive.guess_error);
}

TEST_CASE("a budget bounds what is told") {
  SiloProtocol protocol = protocol_of("sound");
  const RebuiltTexts all = attack(protocol, Greed::kGreedy);
  protocol.budget = 3;
  const RebuiltTexts some = attack(protocol, Greed::kGreedy);
  CHECK(some.found < .5 * all.found);
  CHECK(some.questions > all.questions);  // of less each, to get answers at all
}

TEST_CASE("real rows are enough") {
  CHECK(attack(protocol_of("off", false, 9), Greed::kGreedy).exact > .9);
}
