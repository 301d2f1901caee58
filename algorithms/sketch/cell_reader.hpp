#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/document_sketch.hpp"

namespace fedltr {

/// Reads many cells of one document's sketch after another: what stands before
/// each word of its bitmap is counted once, and no call or search is left for a
/// cell. Keeps its working memory from sketch to sketch.
class CellReader {
 public:
  /// @param sketch  outlives the reading of it
  void open(const DocumentSketch& sketch);

  /// @param cells   row * columns + column, each within the sketch's shape
  /// @param values  as many
  void read(std::span<const std::uint32_t> cells,
            std::span<double> values) const;

 private:
  const DocumentSketch* sketch_ = nullptr;
  std::vector<std::uint64_t> bits_;    ///< a bit a cell that is not zero
  std::vector<std::uint32_t> before_;  ///< bits set before each word
};

}  // namespace fedltr
