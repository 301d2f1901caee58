#pragma once

namespace fedltr {

/// Gaussian noise whose deviation is `multiplier` times the L2 sensitivity:
/// the least delta at which a release is (epsilon, delta)-private. Balle and
/// Wang (ICML 2018), theorem 8. Above epsilon = 600 a little more than that.
/// @param multiplier  above 0; here and below
/// @param epsilon     from 0
double gaussian_delta(double multiplier, double epsilon);

/// The least multiplier that gives (epsilon, delta): their analytic
/// calibration; right for any epsilon, where sqrt(2 log(1.25 / delta)) /
/// epsilon is so below 1 only.
/// @param epsilon  1e-5 to kMaxEpsilon
/// @param delta    1e-30 to 1; here and below
double gaussian_multiplier(double epsilon, double delta);

/// The epsilon that a release has at delta, rounded up to nine decimals. So
/// many releases of one multiplier are one of that multiplier over the root of
/// their number, also where each is chosen by what the others gave (after Dong,
/// Roth and Su, 2022, on Gaussian differential privacy): so it is exact for
/// them, too.
double gaussian_epsilon(double multiplier, double delta);

}  // namespace fedltr
