#include "algorithms/audit/rebuild_texts.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/silo/experiment.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::rebuild_texts_test {
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

TEST_CASE("an asker of the full dictionary writes the texts down") {
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

TEST_CASE("an honest run reveals its queries' terms, in what it fetches") {
  const RebuiltTexts texts = attack(protocol_of("off"), Greed::kHonest);
  CHECK(texts.terms < small_collection().dictionary().size() / 4);
  CHECK(texts.told < .3);
  CHECK(texts.found > texts.told);  // queries ask for frequent terms
  CHECK(texts.found < .6);
  CHECK(texts.precision > .95);
  CHECK(texts.guess_error > texts.error);
}

TEST_CASE("lists reveal which terms occur, whatever noise counts get") {
  const RebuiltTexts lists = attack(protocol_of("sound"), Greed::kGreedy);
  CHECK(lists.found > .8);
  CHECK(lists.precision > .8);
  const RebuiltTexts naive = attack(protocol_of("sound", true), Greed::kGreedy);
  CHECK(naive.precision < 3 * naive.filled);
  CHECK(naive.error > naive.guess_error);
}

TEST_CASE("a budget bounds what is revealed") {
  SiloProtocol protocol = protocol_of("sound");
  const RebuiltTexts all = attack(protocol, Greed::kGreedy);
  protocol.budget = 3;
  const RebuiltTexts some = attack(protocol, Greed::kGreedy);
  CHECK(some.found < .5 * all.found);
  CHECK(some.questions > all.questions);  // smaller ones, to get answers at all
}

TEST_CASE("real rows are enough") {
  CHECK(attack(protocol_of("off", false, 9), Greed::kGreedy).exact > .9);
}

TEST_CASE("cells are counted as they are in the owner's texts") {
  const RebuiltTexts texts = attack(protocol_of("off"), Greed::kHonest);
  const auto& owner = small_shares()[0].documents;
  CHECK(texts.cells == 10 * small_collection().dictionary().size());
  double filled = 0;
  double counts = 0;
  double ones = 0;
  for (std::size_t i = 0; i < 10; ++i)
    for (const TermCount& term :
         small_collection().terms(Field::kBody, owner[i * owner.size() / 10])) {
      ++filled;
      counts += term.count;
      ones += term.count == 1 ? 1 : 0;
    }
  CHECK(texts.exact_of_1 == doctest::Approx(ones / filled));
  CHECK(texts.filled == doctest::Approx(filled / double(texts.cells)));
  CHECK(texts.guess_error == doctest::Approx(counts / filled));
}

TEST_CASE("with few documents all are looked at") {
  const RebuiltTexts texts =
      rebuild_texts(small_collection(), small_shares(), protocol_of("off"), {},
                    {.documents = 100000});
  CHECK(texts.cells == small_shares()[0].documents.size() *
                           small_collection().dictionary().size());
}

TEST_CASE("the most frequent terms come first and reveal most") {
  const auto ask = [](std::uint32_t terms) {
    return rebuild_texts(
        small_collection(), small_shares(), protocol_of("off"), {},
        {.greed = Greed::kGreedy, .documents = 10, .terms = 7, .asked = terms});
  };
  const RebuiltTexts some = ask(50);
  CHECK(some.terms == 50);
  CHECK(some.questions == 8);  // 7 terms each, and the last one 1
  const double share = 50.0 / double(small_collection().dictionary().size());
  CHECK(some.told == doctest::Approx(share));
  CHECK(some.found > 2 * share);
  CHECK(ask(100).found > some.found);
}

TEST_CASE("askers and owners are chosen, the same each time") {
  const RebuildOptions options{.owner = 1, .asker = 0, .documents = 10};
  const auto ask = [&] {
    return rebuild_texts(small_collection(), small_shares(),
                         protocol_of("sound"), {}, options);
  };
  const RebuiltTexts one = ask();
  const RebuiltTexts again = ask();
  CHECK(one.error == again.error);
  CHECK(one.found == again.found);
  const auto queries =
      held_out_queries(small_collection(), small_shares()[0], 0, {}).train;
  CHECK(one.questions == queries.size());
}

TEST_CASE("median-only reveals a number for a document that it lists") {
  SiloProtocol protocol = protocol_of("median-only");
  const RebuiltTexts texts = attack(protocol, Greed::kHonest);
  CHECK(texts.told > 0);
  CHECK(texts.told < .3);
  CHECK(texts.precision <= 1);
}

TEST_CASE("dummies reveal more of the texts to an honest asker") {
  SiloProtocol protocol = protocol_of("off");
  const RebuiltTexts plain = attack(protocol, Greed::kHonest);
  protocol.dummies = 20;
  const RebuiltTexts more = attack(protocol, Greed::kHonest);
  CHECK(more.terms > plain.terms);
  CHECK(more.told > plain.told);
  CHECK(more.questions == plain.questions);
}

}  // namespace fedltr::rebuild_texts_test
