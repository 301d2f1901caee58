#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/silo/party_trainer.hpp"
#include "algorithms/sketch/audit_terms.hpp"

// What the relay reads in a party's gradient: it passes as it is, and the relay
// knows the parameters it is taken at.
namespace fedltr {

/// What one gradient of the softmax model says of its batch.
struct GradientReading {
  /// Instances of each grade; exact if the gradient is taken at zero, where
  /// every instance gets the same probabilities. None: the parameters are not
  /// zero and the batch is no single instance.
  std::optional<std::vector<std::uint32_t>> labels;
  /// The one instance's features, as scaled: where all outputs' rows are
  /// multiples of one another.
  std::optional<Vector> instance;
};

/// Attack. With slopes p - y of the outputs, a row of the gradient is the mean
/// of (p_k - y_k) x, and its constant the mean of p_k - y_k, so that for one
/// instance the row over its constant is x (after Zhu, Liu and Han, NeurIPS
/// 2019, for whom it is the case that needs no search).
/// @param gradient    of labelled instances, without cross instances
/// @param parameters  what the party was sent
/// @param batch       instances of a step: no secret
GradientReading read_gradient(const Vector& gradient, const Vector& parameters,
                              const PointwiseModel& model, double l2,
                              Index batch);

/// How often that succeeds.
struct GradientAudit {
  std::uint32_t gradients = 0;
  Measured labels;          ///< share whose count of each grade is right
  double blind_labels = 0;  ///< the same of who always says the commonest one
  Measured instances;       ///< share that give an instance to 1e-6
};

struct GradientAuditOptions {
  Index batch = 64;
  double l2 = 0.01;
  std::uint32_t gradients = 200;
  std::uint64_t seed = 1;
};

/// Gradients of random batches, drawn with replacement as parties do.
/// @param instances  of a party, scaled; at least one
GradientAudit audit_gradients(const PointwiseModel& model,
                              const TrainingSet& instances,
                              const Vector& parameters,
                              const GradientAuditOptions& options);

}  // namespace fedltr
