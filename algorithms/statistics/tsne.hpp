#pragma once

#include "algorithms/core/linalg.hpp"

namespace fedltr {

struct TsneOptions {
  double perplexity = 30;  ///< 1 or more; at most (#points - 1) / 3 is used
  int iterations = 1000;
  double rate = 100;
};

/// Places points in a plane so that neighbours stay neighbours: t-SNE, exact,
/// van der Maaten and Hinton (JMLR 9, 2008): Algorithm 1 with their momentum
/// (.5, after 250 iterations .8), adaptive gains and early exaggeration (P
/// times 4 for 50 iterations). Points are not scaled. O(#points^2) an
/// iteration.
///
/// Differs: starts from the first two principal axes, scaled to a deviation of
/// 1e-4, where the paper draws places at random: so it needs no seed, and
/// distant groups keep their order (Kobak and Berens, Nature Communications
/// 2019).
///
/// @param points  #points by #dimensions, at least 4 by 2
/// @return        #points by 2, about their mean
Matrix tsne(const MatrixView& points, const TsneOptions& options = {});

/// The joint probabilities P of Eq. 1 and section 3.1: symmetric, their sum is
/// 1, those of a point with itself are 0.
/// @param perplexity  1 to #points - 1
/// @return            #points by #points
Matrix tsne_affinities(const MatrixView& points, double perplexity);

}  // namespace fedltr
