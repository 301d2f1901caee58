#pragma once

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Difference between two systems where both the queries and the seeds are
/// samples: would other queries and other seeds show it too?
struct CrossedDifference {
  Index queries = 0;
  Index seeds = 0;
  double mean = 0;
  double query_square = 0;  ///< mean square between queries
  double seed_square = 0;   ///< mean square between seeds
  double error_square = 0;  ///< mean square of the error
  double degrees = 0;       ///< of freedom, Satterthwaite's
  double interval = 0;      ///< the mean lies within +- this with 95 %
  double effect = 0;        ///< mean / deviation of one query under one seed
  double t = 0;
  double t_test = 1;  ///< two-tailed p-value
};

/// Two-way analysis of variance with random effects of queries and seeds.
///
/// d(q, s) = mean + query(q) + seed(s) + error(q, s). The variance of the mean
/// over Q queries and S seeds is (MS_query + MS_seed - MS_error) / (Q S), with
/// Satterthwaite's degrees of freedom (Biometrics Bulletin 2, 1946): the
/// quasi-F of Clark (Journal of Verbal Learning and Verbal Behavior 12, 1973).
/// Differs: the sum is at least its larger mean square, which chance could
/// otherwise reduce down to 0; and, if both of these are 0, at least MS_error.
///
/// In simulated null comparisons (100 queries, 10,000 each) it is wrong at .05
/// in .02 to .05 of them, least where queries hardly differ; where seeds decide
/// nearly everything, in .07 with 3 seeds and .06 with 5.
///
/// @param differences  one system less the other, #queries by #seeds, each at
///                     least 2, finite
/// @param size         largest magnitude of the compared values, against which
///                     differences may be mere rounding; 0: that of their mean
CrossedDifference compare_crossed(const Matrix& differences, double size = 0);

}  // namespace fedltr
