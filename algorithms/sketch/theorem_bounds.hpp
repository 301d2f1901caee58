#pragma once

#include <cstdint>
#include <span>

#include "algorithms/text/term.hpp"

// The papers' guarantees for a Count sketch, as their proofs give them: ICDE
// sections IV-C and V-C, journal section 3.5.2.
namespace fedltr {

/// F2^Res of Theorem 2: the sum of squared counts of a document's terms without
/// the w / 8 most frequent ones, with which no other term is expected to
/// collide.
double residual_moment(std::span<const TermCount> document,
                       std::uint32_t columns);

/// Theorems 2 (one term) and 3: sqrt(16 l / epsilon^2 + 64 l F2^Res / w), which
/// the error of the sum of l terms' counts exceeds in a row of the sketch with
/// probability at most 3/8. ICDE prints F2^Res of Theorem 3 behind the root;
/// its proof and the journal have it under the root.
/// @param epsilon   above 0; kNoBound = no noise
/// @param residual  residual_moment()
/// @param terms     l, in the query
double error_bound(double epsilon, std::uint32_t columns, double residual,
                   std::uint32_t terms);

/// Maximum probability that the median over z1 rows exceeds error_bound(),
/// which is that at least half of the rows do, each with 3/8. This is the
/// papers' exp(-O(z1)) with its constant.
/// @param real_rows  z1
double error_rate(std::uint32_t real_rows);

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
double listing_probability(const CoverSetting& setting);

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
double cover_bound(const CoverSetting& setting);

}  // namespace fedltr
