#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/document_sketch.hpp"

namespace fedltr {

/// Reads many cells of one document's sketch in turn: counts the bits before
/// each word of its bitmap once, and needs no call or search per cell. Keeps
/// its working memory from sketch to sketch.
class CellReader {
 public:
  /// @param sketch  must outlive its reading
  void open(const DocumentSketch& sketch);

  /// @param cells   row * columns + column, each within the sketch's shape
  /// @param values  one per cell, overwritten
  void read(std::span<const std::uint32_t> cells,
            std::span<double> values) const;

 private:
  const DocumentSketch* sketch_ = nullptr;
  std::vector<std::uint64_t> bits_;    ///< one bit per cell, set if the cell is
                                       ///< not zero
  std::vector<std::uint32_t> before_;  ///< bits set before each word
};

}  // namespace fedltr
