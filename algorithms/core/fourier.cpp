#include "algorithms/core/fourier.hpp"

#include <bit>
#include <cmath>
#include <utility>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

using Complex = std::complex<double>;

/// quarter^(2k / half) for k < half. Each is a product with one root per set
/// bit of k; each root is half the angle of the one before.
/// @param quarter  of a turn: -i or i
std::vector<Complex> roots_of_unity(std::size_t half, Complex quarter) {
  std::vector<Complex> roots(half, 1);
  Complex root = quarter;
  for (std::size_t bit = half / 2; bit > 0; bit /= 2) {
    for (std::size_t k = bit; k < half; k += 2 * bit) roots[k] = root;
    const double cosine = std::sqrt((1 + root.real()) / 2);
    root = {cosine, root.imag() / (2 * cosine)};
  }
  for (std::size_t k = 3; k < half; ++k)
    if (const std::size_t last = k & -k; last != k)
      roots[k] = product(roots[k - last], roots[last]);
  return roots;
}

void reverse_bits(std::vector<Complex>& values) {
  const std::size_t size = values.size();
  for (std::size_t i = 1, j = 0; i < size; ++i) {
    std::size_t bit = size / 2;
    for (; (j & bit) != 0; bit /= 2) j ^= bit;
    j ^= bit;
    if (i < j) std::swap(values[i], values[j]);
  }
}

void transform(std::vector<Complex>& values, Complex quarter) {
  const std::size_t size = values.size();
  require(std::has_single_bit(size),
          "the number of values must be a power of two");
  if (size == 1) return;
  const std::vector<Complex> roots = roots_of_unity(size / 2, quarter);
  reverse_bits(values);
  for (std::size_t half = 1; half < size; half *= 2)
    for (std::size_t begin = 0; begin < size; begin += 2 * half)
      for (std::size_t k = 0; k < half; ++k) {
        Complex& low = values[begin + k];
        Complex& high = values[begin + k + half];
        const Complex turned = product(roots[k * (size / 2 / half)], high);
        high = low - turned;
        low += turned;
      }
}

}  // namespace

void fourier(std::vector<Complex>& values) {
  transform(values, {0, -1});
}

void inverse_fourier(std::vector<Complex>& values) {
  transform(values, {0, 1});
}

}  // namespace fedltr
