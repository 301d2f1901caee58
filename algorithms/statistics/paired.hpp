#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fedltr {

/// Difference between two systems over pairs: b less a, in the same order.
struct PairedDifference {
  std::size_t pairs = 0;
  double mean = 0;
  double deviation = 0;  ///< sample standard deviation of the differences
  double interval = 0;   ///< the mean lies within +- this with 95 %
  double effect = 0;     ///< mean / deviation (Cohen's d for pairs)
  double t = 0;          ///< Student's statistic
  double t_test = 1;     ///< two-tailed p-value
  double fisher = 1;     ///< of the randomisation test
};

/// Two-tailed paired t-test and Fisher's randomisation test.
///
/// The randomisation test flips the signs of the differences at random and
/// counts means at least as far from zero, including the observed one (Smucker
/// et al., CIKM 2007); (count + 1) / (permutations + 1), never 0. If all
/// differences are equal, t-test p = 0, or 1 if they are zero.
///
/// @param differences   at least 2, finite
/// @param permutations  drawn from the seed, so that a p-value is reproducible
/// @param size          largest magnitude of the compared values, against which
///                      differences may be mere rounding; 0: that of their mean
PairedDifference compare_pairs(std::span<const double> differences,
                               int permutations, std::uint64_t seed,
                               double size = 0);

/// Maximum difference, relative to the size of values, of values that are equal
/// except for rounding.
inline constexpr double kRounding = 1e-12;

/// p-values multiplied by their number, at most 1.
std::vector<double> bonferroni(std::span<const double> p_values);

/// Holm's step-down adjustment (1979), in the order given.
std::vector<double> holm(std::span<const double> p_values);

}  // namespace fedltr
