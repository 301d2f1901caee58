#pragma once

#include <cstdint>
#include <vector>

namespace fedltr {

/// Bounds on a probability of which `hits` of `trials` were seen, each wrong
/// with probability `alpha` at most: Clopper and Pearson (Biometrika 1934).
/// @param trials  at least 1
double least_probability(std::uint64_t hits, std::uint64_t trials,
                         double alpha);
double largest_probability(std::uint64_t hits, std::uint64_t trials,
                           double alpha);

/// What trials show of epsilon.
struct EmpiricalEpsilon {
  /// Epsilon is at least this, with 95 % confidence. 0: nothing was shown.
  double least = 0;
  /// The most that so many trials can show, if every one is told right.
  double power = 0;
};

/// Tells two neighbouring data sets apart by a score of what was released: if a
/// score on one side of a threshold has probability p with either set and q
/// with the other, then p <= e^epsilon q + delta. Threshold, side and set are
/// chosen on the first half of the scores; the bound is of the others (after
/// Jagielski, Ullman and Oprea, NeurIPS 2020).
/// @param first, second  as many scores of either, at least 2
/// @param delta          0 to below 1
EmpiricalEpsilon empirical_epsilon(const std::vector<double>& first,
                                   const std::vector<double>& second,
                                   double delta);

}  // namespace fedltr
