#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Draws from the symmetric Dirichlet distribution: shares that sum to 1.
/// Computed from logarithms of gamma variables, so that it ends and sums to 1
/// for any concentration: no share is redrawn because it is too small.
/// @param concentration  1e-6 to 1e6
std::vector<double> draw_dirichlet(std::size_t size, double concentration,
                                   Rng& rng);

/// Cuts `count` into pieces with these shares; returns the ends of the pieces.
std::vector<std::size_t> cut_by_shares(std::size_t count,
                                       const std::vector<double>& shares);

/// Draws clients' shares from a Dirichlet distribution: of each label's
/// documents (Hsu et al. 2019), or of all queries. The smaller alpha, the more
/// they differ; clients may get nothing. As an IID baseline every client draws
/// from the whole set.
SplitMethod dirichlet_split();

}  // namespace fedltr
