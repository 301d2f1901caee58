#include "algorithms/audit/readings.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::readings_test {
using namespace fedltr::test;

namespace {

SiloProtocol protocol_of(const std::string& noise, bool naive = false) {
  SiloProtocol protocol;
  protocol.shape = {SketchKind::kCount, 2, 10};
  protocol.noise = make_sketch_noise(noise, {2, 2, 10});
  protocol.naive = naive;
  protocol.capacity = 3;
  return protocol;
}

/// A term asked of an owner of four documents; row 1 is negative. Document 1 is
/// fetched and its rows are sent.
RelayView view_of(const std::string& noise, std::vector<double> rows) {
  RelayView view{protocol_of(noise), 4, {}};
  Exchange exchange;
  exchange.asked.terms = {{{3, 7}, {0, 1}}};
  exchange.top.lists = {{{{{0, 5}, {1, 2}}, {{0, -5}, {1, -2}, {3, -1}}}, {}}};
  exchange.fetched = {1};
  DocumentCounts counts;
  counts.terms = {{{rows}, {rows}}};
  exchange.counts.documents = {counts};
  view.exchanges = {exchange};
  return view;
}

}  // namespace

TEST_CASE("the draw that rows share lies between the rows of either sign") {
  // Count 3, draw 1.25: rows of sign + are 4.25, others -1.75; one collides.
  const std::vector<std::uint8_t> none;
  CHECK(shared_draw(std::vector{4.25, -1.75, 4.25, -1.75}, none) == 1.25);
  CHECK(shared_draw(std::vector{4.25, -1.75, 5.25, -1.75, 4.25}, none) == 1.25);
  // An absent term: all rows equal the draw.
  CHECK(shared_draw(std::vector{-7.5, -7.5, -6.5}, none) == -7.5);
  CHECK(shared_draw(std::vector{.5}, none) == .5);
  // Draw .5, no count, a row of either sign collides: medians of the halves are
  // .5 and 2.5, of the signs .5 and .5.
  const std::vector<double> rows = {2.5, .5, .5, 2.5, .5, .5};
  const std::vector<std::uint8_t> signs = {0, 0, 0, 1, 1, 1};
  CHECK(shared_draw(rows, none) == 1.5);
  CHECK(shared_draw(rows, signs) == .5);
  // With one sign only, rows give no information: by halves.
  CHECK(shared_draw(std::vector{2.5, 2.5}, std::vector<std::uint8_t>{1, 1}) ==
        2.5);
}

TEST_CASE("lists reveal their documents, full ones not the absent ones") {
  const RelayView view = view_of("sound", {60, 2});
  const Readings body(view, cell_telling(view.protocol), view.exchanges[0], 0,
                      Field::kBody);
  REQUIRE(body.rows() == 2);
  CHECK(body[0][0].listing == Listing::kListed);
  CHECK(body[3][0].listing == Listing::kUnlisted);
  CHECK(body[3][1].listing == Listing::kListed);
  CHECK(body[2][0].listing == Listing::kUnlisted);
  CHECK(body[2][1].listing == Listing::kUnknown);
  // Noisy values of lists stay; fetched ones get the term's sign.
  CHECK_FALSE(body[0][0].cell);
  CHECK(body[1][0].cell == 60);
  CHECK(body[1][1].cell == -2);
  const Readings title(view, cell_telling(view.protocol), view.exchanges[0], 0,
                       Field::kTitle);
  CHECK(title[0][0].listing == Listing::kUnknown);
  CHECK(title[1][0].cell == 60);
}

TEST_CASE("without noise, and with one draw for all rows, cells come exact") {
  const RelayView off = view_of("off", {2, -2});
  const Readings read(off, cell_telling(off.protocol), off.exchanges[0], 0,
                      Field::kBody);
  CHECK(read[0][0].cell == 5);
  CHECK(read[0][1].cell == 5);
  CHECK(read[1][1].cell == 2);
  CHECK_FALSE(read[2][1].cell);
  CHECK(cell_telling(off.protocol).exact);
  // With two rows, both may have the same sign.
  CHECK_FALSE(cell_telling(protocol_of("paper")).exact);
  RelayView paper{protocol_of("paper"), 1, {}};
  paper.protocol.shape.rows = 8;
  CHECK(cell_telling(paper.protocol).exact);
  Exchange exchange;
  exchange.asked.terms = {
      {std::vector<std::uint32_t>(8), {0, 1, 0, 1, 0, 1, 0, 1}}};
  exchange.fetched = {0};
  std::vector<double> rows;
  for (int row = 0; row < 8; ++row)
    rows.push_back((row % 2 == 0 ? 2 : -2) + 40.5);
  exchange.counts.documents = {DocumentCounts{{}, {}, {{{rows}, {rows}}}}};
  paper.exchanges = {exchange};
  const Readings denoised(paper, cell_telling(paper.protocol),
                          paper.exchanges[0], 0, Field::kBody);
  CHECK(denoised[0][0].cell == 2);
  CHECK(denoised[0][7].cell == 2);
  CHECK(cell_telling(protocol_of("sound")).scale ==
        doctest::Approx(1).epsilon(.1));
}

TEST_CASE("the only row of a sketch may be negative, an estimate is not") {
  RelayView view{protocol_of("off"), 2, {}};
  view.protocol.shape.rows = 1;
  Exchange exchange;
  exchange.asked.terms = {{{3}, {1}}};
  exchange.top.lists = {{{{{0, -5}}}, {}}};
  exchange.fetched = {1};
  DocumentCounts counts;
  counts.terms = {{{{-2}}, {{-2}}}};
  exchange.counts.documents = {counts};
  view.exchanges = {exchange};
  const auto cells = [&](const CellTelling& telling) {
    const Readings read(view, telling, view.exchanges[0], 0, Field::kBody);
    return std::vector{read[0][0].cell, read[1][0].cell};
  };
  CHECK(cells(cell_telling(view.protocol)) ==
        std::vector<std::optional<double>>{5, 2});
  view.protocol.noise = make_sketch_noise("median-only", {2, 1, 10});
  view.exchanges[0].top.lists.clear();
  view.exchanges[0].top.best = {{{0, 5}}};
  CHECK(cells(cell_telling(view.protocol)) ==
        std::vector<std::optional<double>>{5, -2});
}

TEST_CASE("asked about every document, the owner reveals cells without signs") {
  RelayView view{protocol_of("off", true), 2, {}};
  Exchange exchange;
  exchange.asked.terms = {{{3, 7}, {}}};
  exchange.top.rows = {{1, -1, 0, 4}};
  view.exchanges = {exchange};
  CHECK_FALSE(cell_telling(view.protocol).is_signed);
  const Readings read(view, cell_telling(view.protocol), view.exchanges[0], 0,
                      Field::kBody);
  CHECK(read[0][1].cell == -1);
  CHECK(read[1][1].cell == 4);
}

TEST_CASE("median-only reveals one number per document") {
  RelayView view{protocol_of("median-only"), 3, {}};
  Exchange exchange;
  exchange.asked.terms = {{{3, 7}, {1, 1}}};
  exchange.top.best = {{{2, 1.5}}};
  view.exchanges = {exchange};
  const Readings read(view, cell_telling(view.protocol), view.exchanges[0], 0,
                      Field::kBody);
  REQUIRE(read.rows() == 1);
  CHECK(read[2][0].cell == 1.5);
  CHECK_FALSE(read[1][0].cell);
  CHECK(cell_telling(view.protocol).scale == doctest::Approx(.5).epsilon(.1));
  CHECK_FALSE(cell_telling(view.protocol).shared);
}

}  // namespace fedltr::readings_test
