#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/online/learner.hpp"

// Models of a round at the limit of what the check of an update accepts,
// around a model of zeros.
namespace fedltr::test {

/// Magnitudes of attackers' models, up to the largest accepted one.
inline const std::vector<double> kMagnitudes = {
    1, 1e3, 1e10, 1e16, 1e24, 1e50, 1e100, kLargestSent};

/// Kinds of honest models.
enum class Honest { kNormal, kTied, kEqual, kZero, kMostlyZero, kDenormal };
inline constexpr Honest kEveryHonest[] = {
    Honest::kNormal, Honest::kTied,       Honest::kEqual,
    Honest::kZero,   Honest::kMostlyZero, Honest::kDenormal};

inline Matrix honest_models(Honest kind, Index clients, Index size,
                            std::uint32_t stream) {
  Rng rng(1, Purpose::kTest, stream);
  Matrix models(clients, size);
  for (Index i = 0; i < clients; ++i) {
    const bool moved = kind != Honest::kMostlyZero || rng.below(5) == 0;
    for (Index j = 0; j < size; ++j) {
      const double normal = rng.normal();
      switch (kind) {
        case Honest::kNormal:
        case Honest::kMostlyZero:
          models(i, j) = moved ? 0.3 + normal : 0;
          break;
        case Honest::kTied:
          models(i, j) = normal < -0.5 ? -1 : normal < 0.5 ? 0 : 1;
          break;
        case Honest::kEqual:
          models(i, j) = 1;
          break;
        case Honest::kZero:
          models(i, j) = 0;
          break;
        case Honest::kDenormal:
          models(i, j) = 1e-310 * normal;
          break;
      }
    }
  }
  return models;
}

/// Kinds of attackers' models: all equal; a huge one beside poisoned ones;
/// models that cancel each other; each along another axis.
enum class Sent { kSame, kDecoy, kCancelling, kAxes };
inline constexpr Sent kEverySent[] = {Sent::kSame, Sent::kDecoy,
                                      Sent::kCancelling, Sent::kAxes};

inline Matrix sent_models(Sent kind, Index attackers, Index size,
                          double magnitude) {
  Matrix models = Matrix::Zero(attackers, size);
  for (Index i = 0; i < attackers; ++i) switch (kind) {
      case Sent::kSame:
        models.row(i).setConstant(magnitude);
        break;
      case Sent::kDecoy:
        models.row(i).setConstant(i == 0 ? magnitude
                                         : -std::min(1e6, magnitude));
        break;
      case Sent::kCancelling:
        models.row(i).setConstant(i % 2 == 0 ? magnitude : -magnitude);
        break;
      case Sent::kAxes:
        models(i, i % size) = magnitude;
        break;
    }
  return models;
}

}  // namespace fedltr::test
