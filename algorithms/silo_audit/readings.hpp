#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/silo_audit/overhear.hpp"

// What the relay reads of one asked term in one document, row by row.
namespace fedltr {

/// What a cell's list says of a document.
enum class Listing : std::uint8_t {
  kUnknown,   ///< there is no list, or it is full
  kListed,    ///< its cell is not 0, and of the asked sign
  kUnlisted,  ///< it is 0, or of the other sign
};

struct Reading {
  Listing listing = Listing::kUnknown;
  std::optional<double> cell;  ///< as told, less what noise gives away
};

/// How cells are told under a protocol: the attacker tries its noise out.
struct CellTelling {
  /// Cells come exact, be it since a draw that all rows share can be taken off.
  bool exact = false;
  bool is_signed = false;  ///< cells are the term's counts, whatever its sign
  bool shared = false;     ///< one draw for all rows of an answer
  double scale = 0;        ///< of the noise that is left: mean magnitude
};
CellTelling cell_telling(const SiloProtocol& protocol);

/// The draw that all rows of an answer share, of a Count sketch: rows of either
/// sign lie on either side of it, so that it is in the middle of the medians of
/// both, up to whole numbers, which cells are. Where signs are not told, of the
/// upper and the lower half.
/// @param rows      one or more, each a whole number and the draw
/// @param negative  signs of the rows, or none
double shared_draw(std::span<const double> rows,
                   std::span<const std::uint8_t> negative);

/// A term's readings of all documents in a field: reading of row a in document
/// d at d rows() + a. Under `median-only` there is one row.
class Readings {
 public:
  /// @param telling  of the view's protocol
  /// @param place    of the term in the question
  Readings(const RelayView& view, const CellTelling& telling,
           const Exchange& exchange, std::size_t place, Field field);

  std::size_t rows() const { return rows_; }
  std::span<const Reading> operator[](std::uint32_t document) const {
    return {readings_.data() + document * rows_, rows_};
  }

 private:
  void read_lists(const RtkAnswer& answer, std::size_t capacity, bool exact);
  void read_cells(std::uint32_t document, std::span<const double> told);
  double sign(std::size_t row) const;

  CellTelling telling_;
  std::span<const std::uint8_t> negative_;  ///< rows whose cells are; or none
  std::size_t rows_;
  std::vector<Reading> readings_;
};

}  // namespace fedltr
