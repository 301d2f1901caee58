#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/audit/overhear.hpp"

// Readings by the relay of one asked term in one document, row by row.
namespace fedltr {

/// Information about a document from a cell's list.
enum class Listing : std::uint8_t {
  kUnknown,   ///< there is no list, or it is full
  kListed,    ///< its cell is not 0, and of the asked sign
  kUnlisted,  ///< it is 0, or of the other sign
};

struct Reading {
  Listing listing = Listing::kUnknown;
  std::optional<double> cell;  ///< as sent, minus the noise that is
                               ///< recognisable
};

/// Form of the cells under a protocol: the attacker measures its noise.
struct CellTelling {
  /// Cells are exact, or a draw that all rows share can be removed.
  bool exact = false;
  bool is_signed = false;  ///< cells are the term's counts, for either sign
  bool shared = false;     ///< one draw for all rows of an answer
  double scale = 0;        ///< of the remaining noise: mean magnitude
};
CellTelling cell_telling(const SiloProtocol& protocol);

/// The draw that all rows of an answer share, for a Count sketch: rows of
/// either sign lie on either side of it, so it is the middle of the medians of
/// both, up to an integer, since cells are integers. If signs are not sent,
/// takes the upper and the lower half instead.
/// @param rows      one or more, each an integer plus the draw
/// @param negative  signs of the rows, or empty
double shared_draw(std::span<const double> rows,
                   std::span<const std::uint8_t> negative);

/// Readings of a term in all documents, for one field: row a in document d is
/// at d rows() + a. Under `median-only` there is one row.
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
  void read_lists(const RtkAnswer& answer, const SiloProtocol& protocol);
  void read_cells(std::uint32_t document, std::span<const double> told);
  double sign(std::size_t row) const;

  CellTelling telling_;
  std::span<const std::uint8_t> negative_;  ///< rows with negative cells, or
                                            ///< empty
  std::size_t rows_;
  std::vector<Reading> readings_;
};

}  // namespace fedltr
