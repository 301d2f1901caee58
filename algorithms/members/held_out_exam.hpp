#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "algorithms/members/epoch_code.hpp"
#include "algorithms/members/model_comparison.hpp"
#include "algorithms/ranking/evaluation.hpp"

namespace fedltr {

/// A metric over the held-out queries of the members in a sum, or the
/// preference of their users for the newest models.
struct HeldOutPoint {
  std::uint32_t opened = 0;   ///< number of opened sums that the model is of
  std::uint32_t members = 0;  ///< in the sum
  /// In it, or users since the last verdict; with noise an estimate.
  double queries = 0;
  double mean = 0;  ///< with noise an estimate, which may leave [0, 1]

  /// Number of opened sums of the model that was kept last, in a comparison.
  std::uint32_t kept = 0;
  ModelVerdict verdict = ModelVerdict::kOpen;
  double lower = 0;  ///< interval of the mean, of kPrintedError
  double upper = 1;

  auto fields(auto&& f) {
    return f(opened, members, queries, mean, kept, verdict, lower, upper);
  }
};

/// Largest norm of what a query adds to a sum of a metric: sqrt(1/2).
inline constexpr double kExamClip = 0x1.6a09e667f3bcdp-1;
/// Numbers in a part of such a sum.
inline constexpr std::uint32_t kExamWords = 2;

/// Returns what a value adds to such a sum, cut to the quantum.
/// @param value  from 0 to 1
Vector exam_part(double value, double quantum);

/// Settings of a member's part in evaluations; the same for all members.
struct HeldOutTerms {
  bool one_each = false;  ///< the member's mean counts as one query
  double quantum = 0;     ///< to which each query is cut
};

/// Measures a model on one member's held-out queries, for a masked sum. A query
/// adds (value - 1/2, 1/2) of a metric from 0 to 1, so that value and number
/// have the same bound and noise in the number hardly moves the mean.
class HeldOutExam {
 public:
  /// @param own  of the held-out queries; its first metric counts; null: there
  ///             are none
  HeldOutExam(std::shared_ptr<const Evaluation> own, const HeldOutTerms& terms)
      : own_(std::move(own)), terms_(terms) {}

  /// Returns the part of the sum; 0 without queries that count.
  /// @param model  #parameters
  /// @throws std::runtime_error  if a value is not from 0 to 1
  Vector part(const VectorView& model) const;

 private:
  std::shared_ptr<const Evaluation> own_;
  HeldOutTerms terms_;
};

/// Returns the mean of an opened sum, with its number of queries.
/// @param sum         #kExamWords
/// @param multiplier  of the sum's noise; 0: the number of queries is whole
/// @throws std::invalid_argument  if no query counts, or the noise leaves less
///                                than one
HeldOutPoint held_out_point(const Vector& sum, double multiplier);

/// True if a metric's values can leave [0, 1].
bool leaves_unit_range(const NamedMetric& metric);

}  // namespace fedltr
