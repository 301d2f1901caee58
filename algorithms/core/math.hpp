#pragma once

#include <cmath>

#include <Eigen/Core>

namespace fedltr {

/// Exponential and logarithm with the same bits on every machine.
///
/// The C library picks a fused-multiply-add variant at run time where the
/// processor has one, so its last bit depends on the machine; Eigen's packet
/// functions are compiled in. Only arrays that fill whole packets reach them: a
/// remainder would use the C library. Results below 2^-1022 are about 2^-1022:
/// e^-1000 is 6e-309, not 0.
inline double portable_exp(double x) {
  // Stored first: reading one coefficient of the expression would be scalar.
  const Eigen::Array2d both = Eigen::Array2d(x, x).exp();
  return both[0];
}

inline double portable_log(double x) {
  const Eigen::Array2d both = Eigen::Array2d(x, x).log();
  return both[0];
}

/// x^y for x >= 0.
inline double portable_pow(double x, double y) {
  if (y == 0) return 1;
  return x > 0 ? portable_exp(y * portable_log(x)) : 0;
}

/// share * count, for a share as written in decimals: .29 of 100 is 29 and .145
/// of it 14.5, where the product of binary numbers is slightly less. For
/// results to be rounded up, down or to the nearest.
/// @param share  0 or more, of at most 10 digits
inline double share_of(double share, double count) {
  const double product = share * count;
  const double halves = std::round(2 * product) / 2;
  return std::abs(product - halves) <= 1e-11 * halves ? halves : product;
}

/// `count` rounded up to whole registers: the size of buffers for
/// `exp_in_place`.
inline Eigen::Index padded(Eigen::Index count) {
  return (count + 7) & ~7;
}

/// values[i] <- portable_exp(values[i]) for i < padded(count), the same bits
/// for any width of registers; also overwrites values from `count` on.
///
/// @param values  at least padded(count) numbers
void exp_in_place(double* values, Eigen::Index count);

/// values[i] <- portable_exp(x[i] - the largest x), for any count; the same
/// bits for any width of registers.
void exp_below_most(const double* x, Eigen::Index count, double* values);

/// values[i] <- portable_log(values[i]) for i < padded(count), the same bits
/// for any width of registers; also overwrites values from `count` on.
/// @param values  at least padded(count) numbers of 2^-1022 or more, finite
void log_in_place(double* values, Eigen::Index count);

/// values[i] <- 1 / (1 + e^-values[i]), to 6e-16 relative, for any count; the
/// same bits for any width of registers. Values beyond +-700 count as +-700.
void sigmoid_in_place(double* values, Eigen::Index count);

}  // namespace fedltr
