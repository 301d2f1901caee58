#include "algorithms/core/math.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "algorithms/core/wide.hpp"

namespace fedltr {

FEDLTR_WIDE void sigmoid_in_place(double* values, Eigen::Index count) {
  // e^-x by Cephes' rational function on [-log(2)/2, log(2)/2]; adding kShift
  // leaves the power of two in the last bits, from where it is moved to the
  // exponent.
  constexpr double kShift = 0x1.8p52;
  for (Eigen::Index i = 0; i < count; ++i) {
    const double x = std::min(700.0, std::max(-700.0, -values[i]));
    const double shifted = x * 1.4426950408889634 + kShift;
    const double power = shifted - kShift;
    const double r =
        (x - power * 6.93145751953125e-1) - power * 1.42860682030941723212e-6;
    const double rr = r * r;
    const double p =
        r * ((1.26177193074810590878e-4 * rr + 3.02994407707441961300e-2) * rr +
             9.99999999999999999910e-1);
    const double q =
        ((3.00198505138664455042e-6 * rr + 2.52448340349684104192e-3) * rr +
         2.27265548208155028766e-1) *
            rr +
        2.00000000000000000005e0;
    const double mantissa = 1 + 2 * (p / (q - p));
    const double exponential =
        std::bit_cast<double>(std::bit_cast<std::int64_t>(mantissa) +
                              (std::bit_cast<std::int64_t>(shifted) << 52));
    values[i] = 1 / (1 + exponential);
  }
}

}  // namespace fedltr
