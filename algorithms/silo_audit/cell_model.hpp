#pragma once

#include <span>
#include <vector>

#include "algorithms/silo_audit/readings.hpp"
#include "algorithms/sketch/sketch.hpp"

namespace fedltr {

/// What readings of a field's sketch say for a term, to who knows the text and
/// not the hashes.
///
/// A cell of a term with count c is c and what collides with it, which is
/// distributed as the cells of the text's sketch under any other hashes: so the
/// attacker makes a sketch of its own and counts its cells. A cell x then
/// speaks for c by log P(x - c) - log P(x), a listing by the tails of P, one
/// with Laplace noise of scale s by (|x| - |x - c|) / s, as if nothing
/// collided.
class CellModel {
 public:
  /// @param field  the text's
  /// @param own    hashes of the attacker's, for the shape
  CellModel(SketchShape shape, const CellTelling& telling,
            std::span<const TermCount> field, const TermSpots& own);

  /// Log of the likelihood of a reading for a term with this count, over that
  /// for a term that is not in the text.
  /// @param count  1 or more; of a cell with the sign -, where signs are not
  ///               told, -1 or less
  double log_ratio(const Reading& reading, int count) const;

 private:
  /// Cells beyond are as rare as these.
  static constexpr int kRange = 64;

  double of_cell(double cell, int count) const;
  double of_listing(Listing listing, int count) const;

  CellTelling telling_;
  // Of cells -kRange to kRange, logarithms of the share of each, of those above
  // each, and of 1 less the latter.
  std::vector<double> log_shares_;
  std::vector<double> log_above_;
  std::vector<double> log_below_;
};

}  // namespace fedltr
