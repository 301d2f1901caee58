#pragma once

#include <complex>
#include <vector>

namespace fedltr {

/// Complex product without std::complex's checks for infinities.
inline std::complex<double> product(std::complex<double> a,
                                    std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

/// The discrete Fourier transform in place, sum_j x_j e^{-2 pi i jk / n}. Radix
/// 2, after Cooley and Tukey (1965). Computes roots of unity by square roots,
/// without the C library: the same bits on every machine.
/// @param values  their number is a power of two
void fourier(std::vector<std::complex<double>>& values);
/// The same with e^{+2 pi i jk / n}: n times its inverse.
void inverse_fourier(std::vector<std::complex<double>>& values);

}  // namespace fedltr
