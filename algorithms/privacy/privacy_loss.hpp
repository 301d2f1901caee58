#pragma once

#include <cstdint>
#include <vector>

namespace fedltr {

/// The privacy loss log(P / Q) of one release on a lattice, drawn from P, what
/// is released with a client's data; Q without it. P and Q are such that no
/// other two data sets are told apart more easily (a dominating pair: Zhu, Dong
/// and Wang, AISTATS 2022), so losses of releases add up, also where each is
/// chosen by what the others gave (their theorem 10).
struct LossDistribution {
  double top = 0;            ///< the largest loss
  double step = 0;           ///< of the lattice
  std::vector<double> mass;  ///< P of top - i step; none: not known
};

/// The true one of `values` answers with probability `truth`, else one of the
/// others: no rounding. @param truth  in (1 / values, 1)
LossDistribution randomized_response_loss(double truth, std::size_t values);

/// Laplace noise of scale 1 / epsilon on a vector that moves by at most 1 in
/// the L1 norm.
/// @param epsilon  above 0; beyond 1000: none
/// @param step     0 = continuous; else 1 / scale of discrete noise in its
///                 steps, as in laplace_guarantee()
LossDistribution laplace_loss(double epsilon, double step = 0);

/// The same with every other point of the lattice left out, never below it: an
/// atom between goes to its two neighbours, so that the masses of P and of Q
/// stay (after Doroshenko et al., PETS 2022). What has an odd number of steps
/// stays as it is.
LossDistribution coarser(const LossDistribution& loss);

/// The least epsilon at which so many releases are (epsilon, delta)-private,
/// rounded up to nine decimals; not below the truth, above it by what
/// laplace_loss() and coarser() round up. The convolution is Fourier's, of
/// masses tilted by e^{tilt x}, so that it is as precise in the tail (after
/// Koskela et al., AISTATS 2020); what the transform may have rounded is added,
/// what lies beyond its window is bounded by Chernoff's inequality.
/// @param delta  in (0, 1)
/// @return       infinity if there are more releases than 2^16 points hold
double composed_epsilon(const LossDistribution& loss, std::uint64_t releases,
                        double delta);

}  // namespace fedltr
