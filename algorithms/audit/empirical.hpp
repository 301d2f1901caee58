#pragma once

#include <cstdint>
#include <vector>

namespace fedltr {

/// Lower and upper bound on the probability of an event seen in `hits` of
/// `trials`, each wrong with probability at most `alpha`: Clopper and Pearson
/// (Biometrika 1934).
/// @param trials  at least 1
double least_probability(std::uint64_t hits, std::uint64_t trials,
                         double alpha);
double largest_probability(std::uint64_t hits, std::uint64_t trials,
                           double alpha);

/// Lower bounds on epsilon from trials.
struct EmpiricalEpsilon {
  /// Epsilon is at least this, with 95 % confidence; 0 if nothing was shown.
  double least = 0;
  /// Largest possible value of `least`: the bound if all guesses on the second
  /// half of the scores are right.
  double power = 0;
};

/// Distinguishes two neighbouring data sets by a score of the released values:
/// if a score on one side of a threshold has probability p with one set and q
/// with the other, then p <= e^epsilon q + delta. The first half of the scores
/// chooses threshold, side and set; the bound is computed on the other half
/// (after Jagielski, Ullman and Oprea, NeurIPS 2020).
/// @param first, second  scores of each data set, equally many, at least 2
/// @param delta          in [0, 1)
EmpiricalEpsilon empirical_epsilon(const std::vector<double>& first,
                                   const std::vector<double>& second,
                                   double delta);

}  // namespace fedltr
