#pragma once

#include <cstdint>

#include "algorithms/core/linalg.hpp"
#include "algorithms/statistics/preference_interval.hpp"

namespace fedltr {

struct HeldOutPoint;

/// Rankings with which users' clicks compare the newest model.
enum class Opponent : std::uint8_t {
  kNone,    ///< there are no comparisons
  kLast,    ///< the last model that was kept
  kEngine,  ///< the search engine's own order
};

/// Agreement of a federation on comparisons; the same for all members.
struct Comparing {
  Opponent with = Opponent::kNone;
  double share = 0;  ///< of searches whose lists are interleaved

  bool on() const { return with != Opponent::kNone; }
};

/// Outcomes of one more evaluation for a comparison.
enum class ModelVerdict : std::uint8_t {
  kOpen,       ///< it continues
  kKept,       ///< the newest model is better: it is the last one kept
  kWithdrawn,  ///< it is worse: the last one kept takes its place
};
constexpr ModelVerdict last_of(ModelVerdict) {
  return ModelVerdict::kWithdrawn;
}
/// Name of a verdict, for logs and files.
const char* name_of(ModelVerdict verdict);

/// Probability that the interval that is printed misses the preference.
inline constexpr double kPrintedError = 0.05;
/// Probability that a model which is not worse is withdrawn.
inline constexpr double kWithdrawalError = 0.001;

/// The lead's side of a comparison of the newest models with the last one kept,
/// or with the engine's order. It begins again with each verdict, so an
/// interval is of models since the last one kept.
struct ModelComparison {
  Vector kept;               ///< model that was kept last: the initial one
  std::uint32_t opened = 0;  ///< number of its opened sums
  std::uint32_t began = 0;   ///< epoch since which it is
  PreferenceSums sums;       ///< since then

  /// Adds the opened sum of an evaluation, and takes the newest model, or
  /// replaces it, by the verdict.
  /// @param epoch   of the evaluation
  /// @param sum     #kExamWords
  /// @param noise   variance in each of its numbers
  /// @param model   newest one, of `opened` sums
  HeldOutPoint add(std::uint32_t epoch, const Vector& sum, double noise,
                   std::uint32_t opened, Vector& model);
};

/// A member's side: lists that count are of models after this epoch.
struct MemberTrial {
  std::uint32_t began = 0;  ///< as in ModelComparison
  Vector kept;              ///< as in ModelComparison; empty: not known yet
};

}  // namespace fedltr
