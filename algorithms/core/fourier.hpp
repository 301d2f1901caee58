#pragma once

#include <complex>
#include <vector>

namespace fedltr {

/// std::complex's own product looks for infinities first.
inline std::complex<double> product(std::complex<double> a,
                                    std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

/// The discrete Fourier transform in place, sum_j x_j e^{-2 pi i jk / n};
/// `inverse` the other sign, not divided by n. Radix 2, after Cooley and Tukey
/// (1965). Roots of unity by square roots, nothing of the C library: the same
/// bits on every machine.
/// @param values  a power of two of them
void fourier(std::vector<std::complex<double>>& values, bool inverse = false);

}  // namespace fedltr
