#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// What one client of a split got.
struct HoldingSummary {
  Index queries = 0;
  Index documents = 0;
  std::vector<Index> labels;       ///< documents of each
  std::uint32_t interactions = 0;  ///< in a round
  double overlap = 0;   ///< share of its documents that another client has too
  double disputed = 0;  ///< share that another client labels otherwise
  /// Jensen-Shannon divergence of its labels from those of all clients
  /// together, in bits, 0 to 1.
  double divergence = 0;

  /// Its queries whose documents have different labels: the others hold no
  /// preference to learn.
  Index telling_queries = 0;
};

/// One a client. Documents that a client has twice count once for `overlap` and
/// `disputed`.
std::vector<HoldingSummary> describe(const Split& split,
                                     const SplitInput& input,
                                     std::uint32_t interactions);

/// In bits.
double jensen_shannon(const std::vector<double>& p,
                      const std::vector<double>& q);

}  // namespace fedltr
