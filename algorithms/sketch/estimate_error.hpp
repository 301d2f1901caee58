#pragma once

#include <cstdint>
#include <span>

#include "algorithms/text/term.hpp"

// What the theorems of the papers promise of a Count sketch, as their proofs
// give it: ICDE sections IV-C and V-C, journal section 3.5.2.
namespace fedltr {

/// F2^Res of Theorem 2: the sum of squared counts of a document's terms without
/// the w / 8 most frequent ones, which no other term is expected to collide
/// with.
double residual_moment(std::span<const TermCount> document,
                       std::uint32_t columns);

/// Theorems 2 (one term) and 3: sqrt(16 l / epsilon^2 + 64 l F2^Res / w), which
/// the error of the sum of l terms' counts exceeds in a row of the sketch with
/// probability 3/8 at most. ICDE prints F2^Res of Theorem 3 behind the root,
/// its proof and the journal have it under the root.
/// @param epsilon   above 0; kNoBound: no noise
/// @param residual  residual_moment()
/// @param terms     l, of the query
double error_bound(double epsilon, std::uint32_t columns, double residual,
                   std::uint32_t terms);

/// Most often that the median over z1 rows exceeds error_bound(): the
/// probability that half of the rows or more do, each with 3/8. The papers'
/// exp(-O(z1)), with its constant.
/// @param real_rows  z1
double error_rate(std::uint32_t real_rows);

/// What Theorem 4 is about: an owner whose n documents hold a term
/// L / (i q) times, the i-th most, and L other terms once at most.
struct CoverSetting {
  std::uint32_t documents = 0;  ///< n
  double length = 0;            ///< L, terms of a document
  double zipf = 1;              ///< q, 1 or more
  std::uint32_t rows = 0;       ///< z
  std::uint32_t columns = 0;    ///< w
  std::uint32_t top = 0;        ///< K
  double alpha = 1;             ///< 1 or more
  double beta = 0;              ///< share of rows
};

/// The proof's p: least probability that a row lists one of the K documents
/// among its alpha K, (1 - 1 / eta^2)^(2 (n - alpha K)) with eta = (alpha - 1)
/// sqrt(L w) / (2 alpha K q); 0 where eta is 1 or less.
double listing_probability(const CoverSetting& setting);

/// Theorem 4: least expected share of the K documents with the largest counts
/// that more than beta z rows list, 1 - exp(-2 z (p - beta)^2), or 0 where p is
/// beta or less.
///
/// Differs from its statement, which is of the results of Algorithm 5: the
/// proof ends at its candidates (line 8) and says nothing of how these are
/// ranked. It takes different documents' collisions to be independent, and
/// its last line sums the probability of being missed in place of being found.
///
/// At the papers' own setting (n = 36,400, L = 1,000, w = 200, z = 30, K = 150,
/// alpha = 5) eta is 1.2 / q and the bound is 0, whatever q.
double cover_bound(const CoverSetting& setting);

}  // namespace fedltr
