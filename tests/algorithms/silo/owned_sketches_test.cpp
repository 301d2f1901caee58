#include "algorithms/silo/owned_sketches.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::owned_sketches_test {
using namespace fedltr::test;

namespace {

const SketchShape kShape = small_protocol("off", false).shape;

struct Owned {
  explicit Owned(std::size_t room)
      : sketches(small_collection(), documents, kShape, spots, room) {}

  /// Cells of a document, kept or made.
  std::vector<std::int32_t> cells(Field field, std::uint32_t document) {
    std::vector<std::int32_t> all;
    std::visit(
        [&](const auto* sketch) {
          for (std::uint32_t row = 0; row < kShape.rows; ++row)
            for (std::uint32_t column = 0; column < kShape.columns; ++column)
              all.push_back(sketch->at(row, column));
        },
        sketches.of(field, document));
    return all;
  }
  bool keeps(std::uint32_t document) {
    return std::holds_alternative<const DocumentSketch*>(
        sketches.of(Field::kBody, document));
  }

  std::vector<std::uint32_t> documents = small_shares()[0].documents;
  TermSpots spots = small_spots(kShape);
  OwnedSketches sketches;
};

}  // namespace

TEST_CASE("a document's sketch is the same, kept or made anew") {
  Owned kept(OwnedSketches::kRoom);
  Owned made(0);
  CHECK(kept.keeps(0));
  CHECK_FALSE(made.keeps(0));
  for (int again = 0; again < 2; ++again)
    for (const Field field : kAllFields)
      for (std::uint32_t d = 0; d < kept.documents.size(); ++d) {
        const auto cells = kept.cells(field, d);
        CHECK(cells == made.cells(field, d));
        CHECK(std::ranges::equal(cells, kept.sketches.make(field, d).cells()));
      }
}

TEST_CASE("sketches are kept while there is room, the first ones asked for") {
  Owned whole(OwnedSketches::kRoom);
  std::size_t two = 0;
  for (const std::uint32_t d : {7U, 3U})
    two += DocumentSketch::bytes_of(whole.sketches.make(Field::kBody, d));
  Owned some(two);
  CHECK(some.keeps(7));
  CHECK(some.keeps(3));
  CHECK_FALSE(some.keeps(4));
  CHECK(some.keeps(7));
}

}  // namespace fedltr::owned_sketches_test
