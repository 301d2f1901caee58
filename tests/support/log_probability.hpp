#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/math.hpp"

namespace fedltr::test {

/// log of the probability that sample_ranking() draws exactly this list.
inline double log_probability(const VectorView& scores,
                              std::span<const Index> ranking) {
  std::vector<bool> placed(scores.size(), false);
  double total = 0;
  for (const Index next : ranking) {
    double highest = -std::numeric_limits<double>::infinity();
    for (Index i = 0; i < scores.size(); ++i)
      if (!placed[i]) highest = std::max(highest, scores(i));
    double mass = 0;
    for (Index i = 0; i < scores.size(); ++i)
      if (!placed[i]) mass += portable_exp(scores(i) - highest);
    total += scores(next) - highest - portable_log(mass);
    placed[next] = true;
  }
  return total;
}

}  // namespace fedltr::test
