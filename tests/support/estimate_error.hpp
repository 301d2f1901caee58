#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include <boost/math/distributions/binomial.hpp>

#include "algorithms/text/term.hpp"

// The papers' guarantees for a Count sketch, as their proofs give them: ICDE
// sections IV-C and V-C, journal section 3.5.2.
namespace fedltr::testing {

inline double squared(double x) {
  return x * x;
}

/// F2^Res of Theorem 2: the sum of squared counts of a document's terms without
/// the w / 8 most frequent ones, with which no other term is expected to
/// collide.
inline double residual_moment(std::span<const TermCount> document,
                              std::uint32_t columns) {
  std::vector<double> counts;
  for (const TermCount& term : document) counts.push_back(term.count);
  std::ranges::sort(counts, std::greater<>());
  double sum = 0;
  for (std::size_t i = columns / 8; i < counts.size(); ++i)
    sum += squared(counts[i]);
  return sum;
}

/// Theorems 2 (one term) and 3: sqrt(16 l / epsilon^2 + 64 l F2^Res / w), which
/// the error of the sum of l terms' counts exceeds in a row of the sketch with
/// probability at most 3/8. ICDE prints F2^Res of Theorem 3 behind the root;
/// its proof and the journal have it under the root.
/// @param epsilon   above 0; kNoBound = no noise
/// @param residual  residual_moment()
/// @param terms     l, in the query
inline double error_bound(double epsilon, std::uint32_t columns,
                          double residual, std::uint32_t terms) {
  return std::sqrt(terms * (16 / squared(epsilon) + 64 * residual / columns));
}

/// Maximum probability that the median over z1 rows exceeds error_bound(),
/// which is that at least half of the rows do, each with 3/8. This is the
/// papers' exp(-O(z1)) with its constant.
/// @param real_rows  z1
inline double error_rate(std::uint32_t real_rows) {
  const boost::math::binomial_distribution<double> holding(real_rows, 5.0 / 8);
  return boost::math::cdf(holding, real_rows / 2);
}

/// The setting of Theorem 4: an owner of n documents, of which the i-th in
/// order holds a term L / (i q) times and each of L other terms at most once.
struct CoverSetting {
  std::uint32_t documents = 0;  ///< n
  double length = 0;            ///< L, terms per document
  double zipf = 1;              ///< q, 1 or more
  std::uint32_t rows = 0;       ///< z
  std::uint32_t columns = 0;    ///< w
  std::uint32_t top = 0;        ///< K
  double alpha = 1;             ///< 1 or more
  double beta = 0;              ///< share of rows
};

/// The proof's p: minimum probability that a row lists one of the K documents
/// among its alpha K, (1 - 1 / eta^2)^(2 (n - alpha K)) with eta = (alpha - 1)
/// sqrt(L w) / (2 alpha K q); 0 if eta is 1 or less.
inline double listing_probability(const CoverSetting& setting) {
  const double listed = setting.alpha * setting.top;
  if (setting.documents <= listed) return 1;
  const double eta = (setting.alpha - 1) *
                     std::sqrt(setting.length * setting.columns) /
                     (2 * listed * setting.zipf);
  if (eta <= 1) return 0;
  return std::pow(1 - 1 / squared(eta), 2 * (setting.documents - listed));
}

/// Theorem 4: minimum expected share of the K documents with the largest counts
/// that more than beta z rows list, 1 - exp(-2 z (p - beta)^2), or 0 if p is
/// beta or less.
///
/// Differs from the theorem's statement, which is about the results of
/// Algorithm 5: the proof ends at its candidates (line 8) and does not cover
/// their ranking. The proof assumes that different documents collide
/// independently, and its last line sums the probability of being missed
/// instead of being found.
///
/// At the papers' own setting (n = 36,400, L = 1,000, w = 200, z = 30, K = 150,
/// alpha = 5) eta is 1.2 / q and the bound is 0 for any q.
inline double cover_bound(const CoverSetting& setting) {
  const double p = listing_probability(setting);
  if (p <= setting.beta) return 0;
  return -std::expm1(-2.0 * setting.rows * squared(p - setting.beta));
}

}  // namespace fedltr::testing
