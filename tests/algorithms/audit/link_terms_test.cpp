#include "algorithms/audit/link_terms.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::link_terms_test {
using namespace fedltr::test;

TEST_CASE("a binomial tail gives the number of rows beyond chance") {
  // 2 rows, 1/10 each: P(2) = .01, P(>= 1) = .19.
  CHECK(rows_beyond_chance(2, .1, 50) == 2);
  CHECK(rows_beyond_chance(2, .1, 5) == 1);
  CHECK(rows_beyond_chance(2, .1, 100) == 3);
  CHECK(rows_beyond_chance(2, .1, 0) == 0);
  CHECK(rows_beyond_chance(2, 1, 1) == 3);
  // The largest number of rows: P(>= 21) = .00206, P(>= 22) = .00093.
  CHECK(rows_beyond_chance(4096, 1 / 400., 1000) == 22);
}

TEST_CASE("equal terms are linked, by hand") {
  Overheard heard;
  heard.view.protocol.shape = {SketchKind::kCount, 2, 10};
  heard.view.exchanges.resize(2);
  heard.view.exchanges[0].asked.terms = {{{1, 2}, {}}, {{3, 4}, {}}};
  heard.view.exchanges[1].asked.terms = {{{1, 2}, {}}, {{5, 6}, {}}};
  heard.terms = {{{7}, {8}}, {{7}, {8}}};
  // Pairs across the two: 7-7, 7-8, 8-7, 8-8, the first of which agrees; the
  // two rows of the last are others, as if confounded.
  const LinkedTerms linked = link_terms(heard);
  CHECK(linked.pairs == 4);
  CHECK(linked.rows == 1);
  CHECK(linked.same == .5);
  CHECK(linked.linked == .5);
  CHECK(linked.precision == 1);
  CHECK(std::isnan(link_terms(heard, 2).linked));
}

TEST_CASE("an owner of many questions sees which terms come again") {
  SiloProtocol protocol = small_protocol("sound", false);
  protocol.shape = {SketchKind::kCount, 20, 100};
  protocol.noise = make_sketch_noise("sound", {2, 20, 100});
  const auto attack = [&](std::uint32_t real) {
    protocol.obfuscation = {real};
    return link_terms(overhear(small_collection(), small_shares(), protocol, {},
                               {.owner = 1}));
  };
  const LinkedTerms all = attack(20);
  CHECK(all.same < .2);
  CHECK(all.linked == 1);
  CHECK(all.precision > .99);
  // 10 of 20 rows are real in each question: on average 5 in both.
  CHECK(attack(10).linked > .9);
  CHECK(attack(2).linked < .1);
}

TEST_CASE("a sign that differs parts two terms of one column") {
  Overheard heard;
  heard.view.protocol.shape = {SketchKind::kCount, 2, 10};
  heard.view.exchanges.resize(2);
  heard.view.exchanges[0].asked.terms = {{{1, 2}, {0, 1}}};
  heard.view.exchanges[1].asked.terms = {{{1, 2}, {1, 0}}};
  heard.terms = {{{7}}, {{9}}};
  const LinkedTerms apart = link_terms(heard);
  CHECK(apart.pairs == 1);
  CHECK(apart.same == 0);
  CHECK(std::isnan(apart.precision));  // none linked
  heard.view.exchanges[1].asked.terms[0].negative = {0, 1};
  CHECK(link_terms(heard).precision == 0);  // linked, but wrong
}

TEST_CASE("terms of one question are no pair") {
  Overheard heard;
  heard.view.protocol.shape = {SketchKind::kCount, 1, 10};
  heard.view.exchanges.resize(1);
  heard.view.exchanges[0].asked.terms = {{{1}, {}}, {{1}, {}}};
  heard.terms = {{{7}, {7}}};
  CHECK(link_terms(heard).pairs == 0);
  CHECK(link_terms({}).pairs == 0);
}

}  // namespace fedltr::link_terms_test
