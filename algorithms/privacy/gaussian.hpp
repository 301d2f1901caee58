#pragma once

namespace fedltr {

/// The minimum delta at which a release with Gaussian noise, of deviation
/// `multiplier` times the L2 sensitivity, is (epsilon, delta)-private. Balle
/// and Wang (ICML 2018), theorem 8. Slightly above the minimum for epsilon >
/// 600.
/// @param multiplier  above 0; here and below
/// @param epsilon     at least 0
double gaussian_delta(double multiplier, double epsilon);

/// The minimum multiplier that gives (epsilon, delta), by their analytic
/// calibration. Valid for any epsilon, whereas sqrt(2 log(1.25 / delta)) /
/// epsilon is valid only below 1.
/// @param epsilon  1e-5 to kMaxEpsilon
/// @param delta    1e-30 to 1; here and below
double gaussian_multiplier(double epsilon, double delta);

/// The epsilon of a release at delta, rounded up to nine decimals. n releases
/// of one multiplier equal one release of that multiplier / sqrt(n), even if
/// each is chosen by the results of the others (after Dong, Roth and Su, 2022,
/// on Gaussian differential privacy), so this is exact for n releases as well.
double gaussian_epsilon(double multiplier, double delta);

}  // namespace fedltr
