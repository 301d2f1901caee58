#pragma once

#include <cstdint>
#include <vector>

namespace fedltr {

/// The privacy loss log(P / Q) of one release on a lattice, drawn from P, the
/// distribution of the release with a client's data; Q is the one without it.
/// No other two data sets are easier to distinguish than P and Q (a dominating
/// pair: Zhu, Dong and Wang, AISTATS 2022), so losses of releases add up, even
/// if each is chosen by the results of the others (their theorem 10).
struct LossDistribution {
  double top = 0;            ///< the largest loss
  double step = 0;           ///< of the lattice
  std::vector<double> mass;  ///< P of top - i step; empty if unknown
};

/// Loss of a reply that is the true one of `values` answers with probability
/// `truth`, else one of the others; not rounded. @param truth  in (1 / values,
/// 1)
LossDistribution randomized_response_loss(double truth, std::size_t values);

/// Laplace noise of scale 1 / epsilon on a vector that moves by at most 1 in
/// the L1 norm.
/// @param epsilon  above 0; the loss is empty beyond 1000
/// @param step     0 = continuous; else 1 / scale of discrete noise in its
///                 steps, as in laplace_guarantee()
LossDistribution laplace_loss(double epsilon, double step = 0);

/// Leaves out every other point of the lattice, so that the loss is never below
/// the original: an atom in between goes to its two neighbours, which keeps the
/// total masses of P and of Q (after Doroshenko et al., PETS 2022). A loss with
/// an odd number of steps stays as it is.
LossDistribution coarser(const LossDistribution& loss);

/// The minimum epsilon at which `releases` releases are (epsilon,
/// delta)-private, rounded up to nine decimals; never below the truth, and
/// above it by the rounding of laplace_loss() and coarser(). Convolves by
/// Fourier transform the masses tilted by e^{tilt x}, so that the tail is as
/// precise (after Koskela et al., AISTATS 2020), adds the transform's possible
/// rounding error, and bounds the mass beyond its window by Chernoff's
/// inequality.
/// @param delta  in (0, 1)
/// @return       infinity if there are more releases than 2^16 points hold
double composed_epsilon(const LossDistribution& loss, std::uint64_t releases,
                        double delta);

}  // namespace fedltr
