#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/sketch/sketch.hpp"

namespace fedltr {

/// A document's sketch as its owner keeps it, in a quarter of a dense one's
/// memory or less: the cells that are not zero, in a list (of a short field) or
/// behind a bitmap (of a long one), whichever is smaller, values in one byte
/// with a few exceptions beside. Read without expanding.
class DocumentSketch {
 public:
  explicit DocumentSketch(const Sketch& sketch);

  const SketchShape& shape() const { return shape_; }

  /// @param row, column  within the shape
  std::int32_t at(std::uint32_t row, std::uint32_t column) const;

  /// @param cell  row * columns + column, within the shape
  std::int32_t at(std::size_t cell) const;

  double estimate(std::span<const Cell> spots) const;

  /// All cells again.
  std::vector<std::int32_t> expand() const;

  /// Bytes held.
  std::size_t bytes() const;

  // For CellReader.

  /// A byte for each cell that is not zero, kLarge for a value beyond it.
  static constexpr std::int8_t kLarge = -128;
  std::span<const std::int8_t> bytes_of_cells() const { return values_; }
  bool all_small() const { return large_.empty(); }
  /// A bit a cell, whether it is not zero.
  void copy_bits(std::vector<std::uint64_t>& bits) const;

 private:
  /// How many cells before this one are not zero, and whether it is not.
  std::pair<std::size_t, bool> rank(std::size_t cell) const;
  std::int32_t value(std::size_t rank) const;

  SketchShape shape_;
  bool listed_ = false;
  std::vector<std::uint32_t> cells_;   ///< listed: which, ascending
  std::vector<std::uint64_t> bits_;    ///< else: a bit a cell
  std::vector<std::uint32_t> before_;  ///< else: bits set before 8 words each
  std::vector<std::int8_t> values_;
  /// Place in values_ and value of those that a byte does not hold, ascending.
  std::vector<std::pair<std::uint32_t, std::int32_t>> large_;
};

}  // namespace fedltr
