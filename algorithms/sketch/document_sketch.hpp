#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/sketch/sketch.hpp"

namespace fedltr {

/// A document's sketch as its owner stores it, in at most a quarter of a dense
/// one's memory: the cells that are not zero, in a list (short fields) or
/// behind a bitmap (long fields), whichever is smaller, with one-byte values
/// and a few exceptions beside them. Read without expanding.
class DocumentSketch {
 public:
  explicit DocumentSketch(const Sketch& sketch);

  const SketchShape& shape() const { return shape_; }

  /// @param row, column  within the shape
  std::int32_t at(std::uint32_t row, std::uint32_t column) const;

  /// @param cell  row * columns + column, within the shape
  std::int32_t at(std::size_t cell) const;

  double estimate(std::span<const Cell> spots) const;

  /// Number of bytes held.
  std::size_t bytes() const;
  /// Returns the same before a sketch is stored.
  static std::size_t bytes_of(const Sketch& sketch);

  // For CellReader.

  /// One byte per cell that is not zero; kLarge for a value beyond a byte.
  static constexpr std::int8_t kLarge = -128;
  std::span<const std::int8_t> bytes_of_cells() const { return values_; }
  bool all_small() const { return large_.empty(); }
  /// Copies one bit per cell, set if the cell is not zero.
  void copy_bits(std::vector<std::uint64_t>& bits) const;

 private:
  void add_word(std::span<const std::int32_t> cells, std::size_t first);
  /// The number of cells before this one that are not zero, and true if it is
  /// not.
  std::pair<std::size_t, bool> rank(std::size_t cell) const;
  std::int32_t value(std::size_t rank) const;

  SketchShape shape_;
  bool listed_ = false;
  std::vector<std::uint32_t> cells_;   ///< if listed: the cells, ascending
  std::vector<std::uint64_t> bits_;    ///< else: one bit per cell
  std::vector<std::uint32_t> before_;  ///< else: bits set before each 8 words
  std::vector<std::int8_t> values_;
  /// Place in values_ and value of the cells that a byte does not hold,
  /// ascending.
  std::vector<std::pair<std::uint32_t, std::int32_t>> large_;
};

}  // namespace fedltr
