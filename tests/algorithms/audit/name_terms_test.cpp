#include "algorithms/audit/name_terms.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::name_terms_test {
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

/// Every `every`-th of the first texts of owner 1, with its number.
std::vector<PlacedText> known_of(std::uint32_t every) {
  std::vector<PlacedText> known;
  const auto& documents = small_shares()[1].documents;
  for (std::uint32_t d = 0; d < documents.size(); d += every)
    known.push_back({documents[d], d});
  return known;
}

/// Two texts of an owner: red occurs once in the first and twice in the second,
/// blue and green in one each.
Collection two_texts() {
  CollectionBuilder builder;
  builder.add_document("a", "", "red blue");
  builder.add_document("b", "", "red red green");
  builder.add_query("q", "red");
  return builder.take();
}

/// A question for one term, all of whose rows have the same value for a
/// document.
RelayView view_of_cells(double first, double second) {
  SiloProtocol protocol = protocol_of("off", 4);
  protocol.shape = {SketchKind::kCount, 4, 100};
  protocol.noise = make_sketch_noise("off", {.5, 4, 100});
  RelayView view{protocol, 2, {}};
  Exchange exchange;
  exchange.asked.terms = {{{1, 2, 3, 4}, {0, 0, 1, 1}}};
  exchange.fetched = {0, 1};
  for (const double cell : {first, second}) {
    DocumentCounts counts;
    const std::vector<double> rows = {cell, cell, -cell, -cell};
    counts.terms = {{{{0, 0, 0, 0}}, {rows}}};
    exchange.counts.documents.emplace_back(counts);
  }
  view.exchanges = {exchange};
  return view;
}

/// The term inferred from two cells; empty if none.
std::string named(double first, double second,
                  const std::vector<PlacedText>& known = {{0, 0}, {1, 1}}) {
  const Collection texts = two_texts();
  const auto guesses =
      name_terms(view_of_cells(first, second), texts, known, 9);
  REQUIRE(guesses.size() == 1);
  REQUIRE(guesses[0].size() == 1);
  std::string words;
  for (const TermId term : guesses[0][0].terms)
    words += std::string(texts.dictionary()[term]) + " ";
  return words;
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

TEST_CASE("the attack works without the signs") {
  CHECK(attack(protocol_of("off", 20, true), 1).right.mean > .9);
}

TEST_CASE("noise on all answers hides it") {
  const NamedTerms found = attack(protocol_of("sound", 20, true), 1);
  CHECK(found.right.mean < .1);
  CHECK(found.sure < .05);
}

TEST_CASE("real rows speak through random confounders") {
  CHECK(attack(protocol_of("off", 10), 1).right.mean > .8);
}

TEST_CASE("guesses are judged by documents that were not sent") {
  Overheard heard;
  heard.terms = {{{4}, {5}}, {{4}, {6, true}}};
  const std::vector<PlacedText> none;
  const std::vector<std::vector<TermGuess>> guesses = {{{{4}, 50}, {{5, 9}, 1}},
                                                       {{}, {{6}, 50}}};
  const NamedTerms named = judge(heard, guesses, small_collection(), none);
  CHECK(named.asked == 3);
  CHECK(named.dummies == 1);
  CHECK(named.right.mean == doctest::Approx((1 + .5 + 0) / 3));
  CHECK(named.sure == .5);
  CHECK(named.right_of_sure == .5);  // the other one was a dummy
  CHECK(named.blind == doctest::Approx(2.0 / 3));
  CHECK(named.possible == 0);
}

TEST_CASE("cells name the term whose counts they are") {
  CHECK(named(1, 2) == "red ");
  CHECK(named(1, 0) == "blue ");
  CHECK(named(0, 1) == "green ");
  CHECK(named(0, 0) == "");  // a term of other texts
}

TEST_CASE("terms with the same counts in what is known are equally good") {
  // From the first text alone: red and blue occur in it once.
  CHECK(named(1, 2, {{0, 0}}) == "red blue ");
  CHECK(named(1, 2, {}) == "");
}

TEST_CASE("a text that is taken for another document misleads") {
  CHECK(named(1, 0, {{0, 1}, {1, 0}}) == "green ");
}

TEST_CASE("nothing asked, nothing judged") {
  const NamedTerms none = judge({}, {}, small_collection(), {});
  CHECK(none.asked == 0);
  CHECK(none.sure == 0);
}

TEST_CASE("the rows to choose from count against being sure") {
  Overheard heard;
  heard.terms = {{{4}}};
  // Two of four rows: 6 ways; no known term counts as one: log 120 = 4.79.
  heard.view.protocol.shape = {SketchKind::kCount, 4, 10};
  heard.view.protocol.noise = make_sketch_noise("off", {2, 4, 10});
  heard.view.protocol.obfuscation = {2};
  const auto sure = [&](double log_ratio) {
    const std::vector<std::vector<TermGuess>> guesses = {{{{4}, log_ratio}}};
    return judge(heard, guesses, small_collection(), {}).sure;
  };
  CHECK(sure(4.8) == 1);
  CHECK(sure(4.7) == 0);
  CHECK(std::isnan(judge(heard, std::vector<std::vector<TermGuess>>{{{}}},
                         small_collection(), {})
                       .right_of_sure));
}

}  // namespace fedltr::name_terms_test
