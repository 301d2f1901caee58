#pragma once

#include <span>
#include <vector>

#include "algorithms/audit/readings.hpp"
#include "algorithms/sketch/sketch.hpp"

namespace fedltr {

/// Likelihood of readings of a field's sketch for a term, for an attacker that
/// knows the text but not the hashes.
///
/// A cell of a term with count c is c plus the terms that collide with it,
/// whose sum is distributed as the cells of the text's sketch under any other
/// hashes: so the attacker makes a sketch of its own and counts its cells. The
/// evidence of a cell x for c is log P(x - c) - log P(x), that of a listing
/// comes from the tails of P, and that of a cell with Laplace noise of scale s
/// is (|x| - |x - c|) / s, as if nothing collided.
class CellModel {
 public:
  /// @param field  of the text
  /// @param own    the attacker's own hashes, for the shape
  CellModel(SketchShape shape, const CellTelling& telling,
            std::span<const TermCount> field, const TermSpots& own);

  /// Log of the likelihood of a reading for a term with this count, relative to
  /// a term that is not in the text.
  /// @param count  1 or more; for a cell with the sign -, if signs are not
  /// sent,
  ///               -1 or less
  double log_ratio(const Reading& reading, int count) const;

 private:
  /// Cells beyond this magnitude count as equally rare.
  static constexpr int kRange = 64;

  double of_cell(double cell, int count) const;
  double of_listing(Listing listing, int count) const;

  CellTelling telling_;
  // Over cells -kRange to kRange, logarithms of the share of each, of the share
  // of those above each, and of 1 minus the latter.
  std::vector<double> log_shares_;
  std::vector<double> log_above_;
  std::vector<double> log_below_;
};

}  // namespace fedltr
