#pragma once

#include <vector>

#include "algorithms/clicks/examination.hpp"
#include "algorithms/unbiased/propensities.hpp"

namespace fedltr {

/// Sums of a client's sessions by pair of ranks a < b, at a * ranks + b: click
/// rates of documents at rank b over those at rank a, of documents shown at
/// both. Each pair of a document that was shown at m ranks counts 2 / m, since
/// only m - 1 of its m (m - 1) / 2 pairs are independent.
std::vector<RateRatio> pair_sums(const SessionLog& log,
                                 const std::vector<Index>& sessions,
                                 std::size_t ranks);

/// Estimates propensities relative to the first rank from all pairs of ranks:
/// least squares of the logarithms of the pairs' quotients, each weighted by
/// its inverse variance. A rank that no pairs connect with the first one is
/// unknown: it has the value of the rank above.
///
/// After AllPairs of Agarwal et al. (WSDM 2019, section 5), which maximises
///   sum over pairs k, k' of c log(p_k r_kk') + (shown - c) log(1 - p_k r_kk')
/// over p and the mean relevances r, with c the clicks at rank k of documents
/// shown at both. Differs: quotients of such sums leave r out, which makes the
/// problem linear, and its solution has standard errors.
/// @param sums  of pair_sums()
/// @return      propensities from 1, with intervals of 95 %
Examination all_pairs_curve(const std::vector<RateRatio>& sums,
                            std::size_t ranks);

}  // namespace fedltr
