#pragma once

#include <span>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Difference between two systems by one query under one seed.
struct CrossedCell {
  Index query = 0;
  Index seed = 0;
  double difference = 0;
};

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

/// Two-way analysis of variance with random effects of queries and seeds, of
/// which each seed may have other queries.
///
/// d(q, s) = mean + query(q) + seed(s) + error(q, s); the mean weighs each cell
/// the same. The three variances are those that give the sums of squares their
/// expected values (Henderson, Biometrics 9, 1953, method 1). With k_q the mean
/// over cells of the number of cells of the same query, MS_query = k_q
/// var(query) + var(error), and so for MS_seed; the variance of the mean over N
/// cells is (MS_query + MS_seed - MS_error) / N, with Satterthwaite's degrees
/// of freedom (Biometrics Bulletin 2, 1946). If each seed has each query, these
/// are the usual mean squares, and t is the quasi-F of Clark (Journal of Verbal
/// Learning and Verbal Behavior 12, 1973). If no two seeds share a query, the
/// variance between queries is part of the error's. Each part of the cells
/// that shares neither query nor seed with the others costs both a degree of
/// freedom.
///
/// Differs: the sum is at least its larger mean square, which chance could
/// otherwise reduce down to 0; and, if both of these are 0, at least MS_error.
///
/// In simulated null comparisons (bench/comparison_nulls, 10,000 each) it is
/// wrong at .05 in .02 to .06 of them, least where queries hardly differ or
/// seeds share few of them; where seeds decide nearly everything, in .07 with 3
/// seeds. All effects there are normal and none is a fold's. With 3 seeds of
/// different queries, whose effects are as large as the queries', it is .08;
/// with five folds whose data differ by a fifth of the queries' deviation, .12
/// (3 repeats) to .19 (10); if one of two systems of equal mean fails in a seed
/// of ten, .18 to .56 with 3 seeds.
///
/// @param cells  each query and seed at most once, numbered from 0 without
///               gaps; at least two of each; finite
/// @param size   largest magnitude of the compared values, against which
///               differences may be mere rounding; 0: that of their mean
CrossedDifference compare_crossed(std::span<const CrossedCell> cells,
                                  double size = 0);

/// The same, if each seed has each query.
/// @param differences  #queries by #seeds
CrossedDifference compare_crossed(const Matrix& differences, double size = 0);

}  // namespace fedltr
