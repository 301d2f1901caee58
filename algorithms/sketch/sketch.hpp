#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/core/require.hpp"
#include "algorithms/sketch/hashes.hpp"
#include "algorithms/sketch/median.hpp"

namespace fedltr {

/// The kind of sketch: it determines the sign of a term's counts and the
/// estimate from the rows.
enum class SketchKind : std::uint8_t {
  kCount,     ///< signed; median over rows: unbiased
  kCountMin,  ///< unsigned; minimum over rows: never below the truth
};

/// "count" or "count-min".
/// @throws std::invalid_argument naming both
SketchKind sketch_kind(std::string_view name);
std::string name_of(SketchKind kind);

/// Rows by columns. z and w of the papers.
struct SketchShape {
  SketchKind kind = SketchKind::kCount;
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  std::size_t cells() const { return std::size_t{rows} * columns; }

  friend bool operator==(const SketchShape&, const SketchShape&) = default;
};

/// The value of a term's count in a row's cell: with a Count sketch its sign
/// times the cell, which both papers omit (ICDE Eq. 3 and 6; Charikar, Chen and
/// Farach-Colton 2004 have it), else the cell.
template <class Number>
Number signed_value(SketchKind kind, Cell spot, Number cell) {
  // Multiplies: signs are random, and a branch would be mispredicted.
  const int sign = kind == SketchKind::kCount ? spot.sign() : 1;
  return cell * static_cast<Number>(sign);
}

/// Estimates a count from the signed values of some rows: their median (the
/// mean of the two middle ones for an even number) or minimum.
/// @param values  at least one; reordered
double estimate_of(SketchKind kind, std::span<double> values);
/// The same for other numbers, which a double holds exactly; does not reorder.
template <class Number>
double estimate_of(SketchKind kind, std::span<Number> values) {
  return with_numbers(values.size(), [&](std::span<double> copy) {
    for (std::size_t i = 0; i < values.size(); ++i) copy[i] = values[i];
    return estimate_of(kind, copy);
  });
}

/// Estimates a term's count from any form of sketch.
/// @param spots  of the term, one per row
template <class Cells>
double estimate_from(const Cells& sketch, const SketchShape& shape,
                     std::span<const Cell> spots) {
  require(spots.size() == shape.rows, "a term has one spot in each row");
  return with_numbers(shape.rows, [&](std::span<double> values) {
    for (std::uint32_t row = 0; row < shape.rows; ++row)
      values[row] = signed_value(shape.kind, spots[row],
                                 sketch.at(row, spots[row].column()));
    return estimate_of(shape.kind, values);
  });
}

/// A Count sketch or a Count-Min sketch with all its cells, row by row.
///
/// Count sketch: ICDE Eq. 2, C[a, h_a(t)] += g_a(t) count. Count-Min: Cormode
/// and Muthukrishnan (2005), the same without signs.
class Sketch {
 public:
  explicit Sketch(SketchShape shape);

  const SketchShape& shape() const { return shape_; }
  std::span<const std::int32_t> cells() const { return cells_; }
  std::int32_t at(std::uint32_t row, std::uint32_t column) const {
    return cells_[std::size_t{row} * shape_.columns + column];
  }

  void clear();

  /// Adds a count of a term, which may be negative. Cells hold sums of up to
  /// 2^31 - 1; overflow is not checked here.
  /// @param spots  #rows, columns below the shape's
  void add(std::span<const Cell> spots, std::int32_t count);

  /// Adds a whole field. @throws std::invalid_argument if its counts sum to
  /// more than 2^31 - 1 or its terms are not in the dictionary
  void add(std::span<const TermCount> field, const TermSpots& dictionary);

  /// Adds cell by cell. @throws std::invalid_argument unless shapes are the
  /// same
  Sketch& operator+=(const Sketch& other);

  double estimate(std::span<const Cell> spots) const;

 private:
  SketchShape shape_;
  std::vector<std::int32_t> cells_;
};

/// The sketch of one field.
Sketch sketch_of(SketchShape shape, std::span<const TermCount> field,
                 const TermSpots& dictionary);

}  // namespace fedltr
