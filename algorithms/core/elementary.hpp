#pragma once

#include "algorithms/core/wide.hpp"

namespace fedltr {

/// Added to a number, leaves the nearest integer in the last bits.
inline constexpr double kShift = 0x1.8p52;

/// Functions of a register: written in packets, because GCC doesn't vectorise a
/// loop with a minimum in it for the narrower ones.
template <int kLanes>
struct Elementary {
  using Real = Lanes<kLanes>;
  using Whole = LaneBits<kLanes>;

  /// Clamps x to [low, high]; NaN stays.
  FEDLTR_INLINE static void clamp(Real& x, double low, double high) {
    const Real least = Real{} + low;
    const Real most = Real{} + high;
    x = x > most ? most : x;
    x = x < least ? least : x;
  }

  /// value *= 2^power for an integer power from -1022 to 1023.
  /// @param shifted  power + kShift
  FEDLTR_INLINE static void scale(Real& value, const Real& shifted) {
    value *= (Real)(((Whole)shifted + 1023) << 52);
  }

  /// x <- e^(x - power log(2)) by Cephes' rational function on
  /// [-log(2)/2, log(2)/2].
  FEDLTR_INLINE static void exp_near_zero(Real& x, const Real& power) {
    const Real r =
        (x - power * 6.93145751953125e-1) - power * 1.42860682030941723212e-6;
    const Real rr = r * r;
    const Real p =
        r * ((1.26177193074810590878e-4 * rr + 3.02994407707441961300e-2) * rr +
             9.99999999999999999910e-1);
    const Real q =
        ((3.00198505138664455042e-6 * rr + 2.52448340349684104192e-3) * rr +
         2.27265548208155028766e-1) *
            rr +
        2.00000000000000000005e0;
    x = 1 + 2 * (p / (q - p));
  }

  /// Repeats the steps of Eigen's packets (3.4), so that the bits are those of
  /// portable_exp(): 2^n in two factors, because 2^1024 and 2^-1023 can't be
  /// represented.
  FEDLTR_INLINE static void exp(Real& value) {
    Real x = value;
    clamp(x, -709.784, 709.784);
    const Real scaled = x * 1.4426950408889634 + 0.5;
    Real power = (scaled + kShift) - kShift;
    power = power > scaled ? power - 1 : power;  // rounded down
    const Real half = power * 0.5 + kShift;
    exp_near_zero(x, power);
    scale(x, half);
    scale(x, (power - (half - kShift)) + kShift);
    value = x < value ? value : x;  // infinity stays
  }

  /// Repeats the steps of portable_log(). Cephes: with m in [sqrt(1/2),
  /// sqrt(2)), log(2^n m) = n log(2) + log(1 + (m - 1)). For normal positive
  /// numbers.
  FEDLTR_INLINE static void log(Real& value) {
    const Whole bits = (Whole)value;
    const Real m =
        (Real)((bits & 0x000fffffffffffff) | 0x3fe0000000000000);  // 0.5 to 1
    const Real zero = {};
    const auto low = m < 0.70710678118654752440;
    const Real power =
        ((Real)((bits >> 52) | 0x4330000000000000) - (0x1p52 + 1022)) -
        (low ? zero + 1 : zero);
    const Real x = (m - 1) + (low ? m : zero);
    const Real xx = x * x;
    const Real xxx = xx * x;
    const Real p =
        ((1.01875663804580931796e-4 * x + 4.97494994976747001425e-1) * x +
         4.70579119878881725854) *
            xxx +
        ((1.44989225341610930846e1 * x + 1.79368678507819816313e1) * x +
         7.70838733755885391666);
    const Real q =
        ((x + 1.12873587189167450590e1) * x + 4.52279145837532221105e1) * xxx +
        ((8.29875266912776603211e1 * x + 7.11544750618563894466e1) * x +
         2.31251620126765340583e1);
    value = power * 0.693147180559945309417 + (x + (-0.5 * xx + (p * xxx) / q));
  }

  FEDLTR_INLINE static void sigmoid(Real& value) {
    Real x = -value;
    clamp(x, -700, 700);
    const Real shifted = x * 1.4426950408889634 + kShift;
    exp_near_zero(x, shifted - kShift);
    scale(x, shifted);
    value = 1 / (1 + x);
  }
};

}  // namespace fedltr
