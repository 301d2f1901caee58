#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/privacy/key_stream.hpp"
#include "algorithms/text/term.hpp"

namespace fedltr {

/// A term's place in one row of a sketch: column and sign, in one number.
struct Cell {
  std::uint32_t packed = 0;

  std::uint32_t column() const { return packed >> 1; }
  bool negative() const { return (packed & 1) != 0; }
  int sign() const { return negative() ? -1 : 1; }

  friend bool operator==(Cell, Cell) = default;
};

/// The hashes h_a, g_a of all rows a, which all parties share: from a term's
/// 64-bit fingerprint x to a column and a sign.
///
/// Multiply-shift (Dietzfelbinger 1996): the upper 64 bits of a x + b modulo
/// 2^128 are pairwise independent and uniform for random a, b. The highest bit
/// is the sign, the other 63 are scaled to the columns, so that column and sign
/// are independent of each other and the columns' probabilities differ by at
/// most 2^-32.
class RowHashes {
 public:
  /// @param key      from which each row's a and b are drawn
  /// @param rows     z, 1 to 4096
  /// @param columns  w, 1 to 2^31
  RowHashes(const Secret& key, std::uint32_t rows, std::uint32_t columns);

  std::uint32_t rows() const { return multipliers_.size(); }
  std::uint32_t columns() const { return columns_; }

  Cell spot(std::uint32_t row, std::uint64_t fingerprint) const;

  /// Writes the spots of all rows. @param spots  #rows
  void spots(std::uint64_t fingerprint, std::span<Cell> spots) const;

 private:
  __extension__ using Wide = unsigned __int128;
  struct Multiplier {
    Wide factor;
    Wide offset;
  };

  std::vector<Multiplier> multipliers_;
  std::uint32_t columns_;
};

/// The spots of a dictionary's terms, each computed once: 4 z bytes per term.
class TermSpots {
 public:
  TermSpots(const RowHashes& hashes,
            std::span<const std::uint64_t> fingerprints);

  std::size_t terms() const { return spots_.size() / rows_; }
  std::uint32_t rows() const { return rows_; }
  std::uint32_t columns() const { return columns_; }

  /// Returns #rows spots. @param term  below terms()
  std::span<const Cell> operator[](TermId term) const {
    return {spots_.data() + std::size_t{term} * rows_, rows_};
  }

 private:
  std::uint32_t rows_;
  std::uint32_t columns_;
  std::vector<Cell> spots_;
};

}  // namespace fedltr
