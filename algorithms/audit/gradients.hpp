#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/audit/audit_terms.hpp"
#include "algorithms/silo/party_trainer.hpp"

// Attack of the relay on a party's gradient: the gradient passes unprotected,
// and the relay knows its parameters.
namespace fedltr {

/// Information about a batch from one gradient of the softmax model.
struct GradientReading {
  /// Number of instances of each grade; exact if the gradient is taken at zero,
  /// where every instance gets the same probabilities. nullopt if the
  /// parameters are not zero and the batch is not a single instance.
  std::optional<std::vector<std::uint32_t>> labels;
  /// The only instance's scaled features, if all outputs' rows are multiples of
  /// one another.
  std::optional<Vector> instance;
};

/// Attack. With slopes p - y of the outputs, a row of the gradient is the mean
/// of (p_k - y_k) x, and its constant the mean of p_k - y_k, so that for one
/// instance the row over its constant is x (after Zhu, Liu and Han, NeurIPS
/// 2019, for whom it is the case that needs no search).
/// @param gradient    of labelled instances, without cross instances
/// @param parameters  as sent to the party
/// @param batch       instances per step, which is public
GradientReading read_gradient(const Vector& gradient, const Vector& parameters,
                              const PointwiseModel& model, double l2,
                              Index batch);

/// Success rates of that attack.
struct GradientAudit {
  std::uint32_t gradients = 0;
  Measured labels;          ///< share whose counts of all grades are right
  double blind_labels = 0;  ///< baseline: always guess the most frequent counts
  Measured instances;       ///< share that reveal an instance to 1e-6
};

struct GradientAuditOptions {
  Index batch = 64;
  double l2 = 0.01;
  std::uint32_t gradients = 200;
  std::uint64_t seed = 1;
};

/// Draws gradients of random batches, with replacement as parties do.
/// @param instances  of a party, scaled; at least one
GradientAudit audit_gradients(const PointwiseModel& model,
                              const TrainingSet& instances,
                              const Vector& parameters,
                              const GradientAuditOptions& options);

}  // namespace fedltr
