#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Data of one client of a split.
struct HoldingSummary {
  Index queries = 0;
  Index documents = 0;
  std::vector<Index> labels;       ///< documents of each label
  std::uint32_t interactions = 0;  ///< in a round
  double overlap = 0;   ///< share of its documents that another client also has
  double disputed = 0;  ///< share that another client labels differently
  /// Jensen-Shannon divergence of its labels from those of all clients
  /// together, in bits, 0 to 1.
  double divergence = 0;

  /// Number of its queries whose documents have different labels: the others
  /// hold no preference to learn.
  Index telling_queries = 0;
};

/// One summary per client. Documents that a client has twice count once for
/// `overlap` and `disputed`.
std::vector<HoldingSummary> describe(const Split& split,
                                     const SplitInput& input,
                                     std::uint32_t interactions);

/// Jensen-Shannon divergence, in bits.
double jensen_shannon(const std::vector<double>& p,
                      const std::vector<double>& q);

}  // namespace fedltr
