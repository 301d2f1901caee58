#include "algorithms/sketch/document_sketch.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::document_sketch_test {
using namespace fedltr::testing;

namespace {

std::vector<std::int32_t> cells_of(const DocumentSketch& document) {
  std::vector<std::int32_t> cells(document.shape().cells());
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    cells[cell] = document.at(cell);
  return cells;
}

}  // namespace

TEST_CASE("a stored document keeps its sketch's counts, in a quarter or less") {
  const ZipfDocuments documents;
  const TermSpots spots = random_spots(documents.vocabulary, 30, 200);
  const SketchShape shape{SketchKind::kCount, 30, 200};
  const Field title{{3, 1}, {77, 2}, {5000, 1}};
  // Beyond a byte, at its edges too.
  const Field large{{1, 127}, {2, -128 + 256}, {3, 129}, {4, 100000}};
  for (const Field& field : {documents.document(0), title, large, Field{}}) {
    const Sketch dense = sketch_of(shape, field, spots);
    const DocumentSketch stored(dense);
    CHECK(std::ranges::equal(cells_of(stored), dense.cells()));
    for (TermId term = 0; term < 100; ++term)
      REQUIRE(stored.estimate(spots[term]) == dense.estimate(spots[term]));
    CHECK(stored.bytes() <= shape.cells());
    CHECK(stored.bytes() == DocumentSketch::bytes_of(dense));
  }
  CHECK(DocumentSketch(sketch_of(shape, title, spots)).bytes() < 1000);
}

TEST_CASE("each cell of a stored document is that of its sketch") {
  const SketchShape shape{SketchKind::kCountMin, 4, 70};
  const TermSpots spots = random_spots(500, 4, 70);
  Field field;
  for (TermId term = 0; term < 300; term += 2)
    field.push_back({term, static_cast<std::int32_t>(term * term + 1)});
  for (const std::size_t terms : {1, 20, 150}) {
    const Sketch dense =
        sketch_of(shape, Field(field.begin(), field.begin() + terms), spots);
    const DocumentSketch stored(dense);
    CHECK(stored.shape().rows == 4);
    for (std::uint32_t row = 0; row < 4; ++row)
      for (std::uint32_t column = 0; column < 70; ++column)
        REQUIRE(stored.at(row, column) == dense.cells()[row * 70 + column]);
  }
}

TEST_CASE("any share of filled cells is kept, at every size of the bitmap") {
  Rng rng(1, Purpose::kTest);
  // Cells within a word, whole words, within 8 words and beyond.
  for (const std::uint32_t columns : {1, 63, 64, 65, 511, 512, 513, 1500})
    for (const double share : {0.0, 0.02, 0.06, 0.3, 1.0}) {
      const SketchShape shape{SketchKind::kCount, 2, columns};
      Sketch dense(shape);
      std::vector<Cell> spots(2);
      for (std::uint32_t column = 0; column < columns; ++column) {
        if (rng.uniform() >= share) continue;
        spots[0] = spots[1] = {column << 1};
        dense.add(spots, static_cast<std::int32_t>(rng.below(400)) - 200);
      }
      const DocumentSketch stored(dense);
      CHECK(stored.shape() == shape);
      CHECK(std::ranges::equal(cells_of(stored), dense.cells()));
      for (std::uint32_t column = 0; column < columns; ++column)
        CHECK(stored.at(1, column) == dense.at(1, column));
    }
}

TEST_CASE("values at and beyond the edges of a byte keep their sign") {
  const SketchShape shape{SketchKind::kCount, 1, 8};
  Sketch dense(shape);
  const std::vector<std::int32_t> values = {-128, -127,       127,         128,
                                            -129, 2147483647, -2147483647, 0};
  for (std::uint32_t column = 0; column < 8; ++column)
    dense.add(std::vector<Cell>{{column << 1}}, values[column]);
  const DocumentSketch stored(dense);
  CHECK(cells_of(stored) == values);
  for (std::uint32_t column = 0; column < 8; ++column) {
    CHECK(stored.at(0, column) == values[column]);
    // The same cell requested by a term of sign -1.
    const std::vector<Cell> negative = {{column << 1 | 1}};
    CHECK(stored.estimate(negative) == -double(values[column]));
  }
  CHECK_THROWS_WITH(stored.at(0, 8), "the sketch has no such cell");
  CHECK_THROWS_WITH(stored.at(1, 0), "the sketch has no such cell");
}

}  // namespace fedltr::document_sketch_test
