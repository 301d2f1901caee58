#include "algorithms/sketch/cell_reader.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr::cell_reader_test {
namespace {

constexpr SketchShape kShape{SketchKind::kCount, 5, 90};

/// `terms` terms in cells drawn at random, some with large counts.
DocumentSketch sketch_with(std::uint32_t terms, std::int32_t most) {
  Sketch sketch(kShape);
  Rng rng(terms, Purpose::kTest);
  for (std::uint32_t t = 0; t < terms; ++t) {
    std::vector<Cell> spots(kShape.rows);
    for (Cell& spot : spots)
      spot = {static_cast<std::uint32_t>(rng.below(2 * kShape.columns))};
    sketch.add(spots, 1 + static_cast<std::int32_t>(rng.below(most)));
  }
  return DocumentSketch(sketch);
}

}  // namespace

TEST_CASE("cells read many at a time are those read one by one") {
  for (const std::string_view name : register_names()) {
    use_registers(name);
    CellReader reader;
    // Empty, listed, behind a bitmap; with values beyond a byte; and again.
    for (const std::uint32_t terms : {0, 2, 40, 300, 1})
      for (const std::int32_t most : {3, 100000}) {
        const DocumentSketch sketch = sketch_with(terms, most);
        reader.open(sketch);
        std::vector<std::uint32_t> cells;
        for (std::uint32_t cell = 0; cell < kShape.cells(); ++cell)
          cells.push_back((cell * 7) % kShape.cells());
        std::vector<double> values(cells.size());
        reader.read(cells, values);
        bool same = true;
        for (std::size_t i = 0; i < cells.size(); ++i)
          same &= values[i] == sketch.at(cells[i] / kShape.columns,
                                         cells[i] % kShape.columns);
        CAPTURE(terms);
        CHECK(same);
      }
  }
}

}  // namespace fedltr::cell_reader_test
