#include "algorithms/silo_audit/name_terms.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

using namespace fedltr;
using namespace fedltr::test;

namespace {

SiloProtocol protocol_of(const std::string& noise, std::uint32_t real = 20,
                         bool naive = false) {
  SiloProtocol protocol = small_protocol(noise, naive);
  protocol.shape = {SketchKind::kCount, 20, 100};
  protocol.noise = make_sketch_noise(noise, {.5, 20, 100});
  protocol.obfuscation = {real};
  protocol.capacity = 1000;
  return protocol;
}

/// The first texts of owner 1, one of `every`, by the numbers they have.
std::vector<PlacedText> known_of(std::uint32_t every) {
  std::vector<PlacedText> known;
  const auto& documents = small_shares()[1].documents;
  for (std::uint32_t d = 0; d < documents.size(); d += every)
    known.push_back({documents[d], d});
  return known;
}

NamedTerms attack(const SiloProtocol& protocol, std::uint32_t every) {
  const Overheard heard =
      overhear(small_collection(), small_shares(), protocol, {}, {.owner = 1});
  const auto known = known_of(every);
  const auto guesses = name_terms(heard.view, small_collection(), known, 9);
  return judge(heard, guesses, small_collection(), known);
}

}  // namespace

TEST_CASE("a relay that knows the owner's texts names the terms asked for") {
  const NamedTerms all = attack(protocol_of("off"), 1);
  CHECK(all.asked > 20);
  CHECK(all.right.mean > .9 * all.possible);
  CHECK(all.right_of_sure > .95);
  CHECK(all.blind < .2);
  const NamedTerms some = attack(protocol_of("off"), 5);
  CHECK(some.right.mean < all.right.mean);
  CHECK(some.right.mean > 2 * some.blind);
  CHECK(some.right.mean <= some.possible);
}

TEST_CASE("neither one draw for all rows nor noise on lists hides a term") {
  CHECK(attack(protocol_of("paper"), 1).right.mean > .9);
  CHECK(attack(protocol_of("sound"), 1).right.mean > .8);
}

TEST_CASE("it need not be told the signs") {
  CHECK(attack(protocol_of("off", 20, true), 1).right.mean > .9);
}

TEST_CASE("noise on all that is told hides it") {
  const NamedTerms found = attack(protocol_of("sound", 20, true), 1);
  CHECK(found.right.mean < .1);
  CHECK(found.sure < .05);
}

TEST_CASE("real rows speak through random confounders") {
  CHECK(attack(protocol_of("off", 10), 1).right.mean > .8);
}

TEST_CASE("guesses are judged by what nobody told") {
  Overheard heard;
  heard.terms = {{{4}, {5}}, {{4}, {6, false}}};
  const std::vector<PlacedText> none;
  const std::vector<std::vector<TermGuess>> guesses = {{{{4}, 50}, {{5, 9}, 1}},
                                                       {{}, {{6}, 50}}};
  const NamedTerms named = judge(heard, guesses, small_collection(), none);
  CHECK(named.asked == 3);
  CHECK(named.right.mean == doctest::Approx((1 + .5 + 0) / 3));
  CHECK(named.sure == doctest::Approx(2.0 / 3));
  CHECK(named.right_of_sure == .5);  // the other one was asked as a dummy
  CHECK(named.blind == doctest::Approx(2.0 / 3));
  CHECK(named.possible == 0);
}
