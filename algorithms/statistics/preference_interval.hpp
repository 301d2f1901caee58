#pragma once

namespace fedltr {

/// Sums of a comparison over units whose values are from 0 to 1, with noise.
struct PreferenceSums {
  double ahead = 0;  ///< sum of value - 1/2
  double half = 0;   ///< half the number of units
  double noise = 0;  ///< variance of the noise in each of these two
};

/// Values of a mean preference that are not refuted.
struct PreferenceInterval {
  double lower = 0;
  double upper = 1;
};

/// Returns an interval that is valid at all times together: the probability
/// that sums which grow over time ever refute the mean is at most alpha, so one
/// may look after each step and stop at will.
///
/// Normal mixture of a sub-Gaussian martingale, Howard, Ramdas, McAuliffe and
/// Sekhon (Annals of Statistics 2021), proposition 5: a mean mu is refuted once
///   |ahead - (2 mu - 1) half| > sqrt((V + r) log((V + r) / (r a^2))),
///   V = n / 4 + noise (1 + (2 mu - 1)^2), r = 25 fixed before.
/// Without noise n is 2 half and a is alpha. With noise n is the upper end of
/// another such interval, of a tenth of alpha, and a is the rest. Ends are
/// multiples of .001, rounded outward.
///
/// @param sums   of units, each with the mean given those before it: if the
///               mean drifts, the interval is of its average over the units
/// @param alpha  probability of error, in (0, 1)
PreferenceInterval preference_interval(const PreferenceSums& sums,
                                       double alpha);

}  // namespace fedltr
