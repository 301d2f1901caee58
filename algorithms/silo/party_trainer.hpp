#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/silo/pointwise.hpp"
#include "algorithms/silo/training_instances.hpp"

namespace fedltr {

/// Largest magnitude of a parameter or gradient: far beyond honest training on
/// standardised features.
inline constexpr double kMaxParameter = 1e9;

/// True if a model has a parameter beyond that or not finite: it diverged.
inline bool is_beyond_bounds(const VectorView& parameters) {
  // A maximum may ignore NaN.
  return !parameters.allFinite() ||
         parameters.cwiseAbs().maxCoeff() > kMaxParameter;
}

/// Training that can't continue. Not the fault of the party that sent last.
class TrainingError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A model beyond all bounds.
class DivergedError : public TrainingError {
 public:
  using TrainingError::TrainingError;
};

/// Instances and their labels.
struct TrainingSet {
  Matrix features;  ///< #instances by #features, scaled
  Vector labels;    ///< #instances
};

/// Labelling of cross instances, which are not judged. Ranks by BM25 give a
/// linear model of features new information; labels by such a model hardly do.
enum class Augmentation : std::uint8_t {
  /// ICDE: by their rank among a query's cross instances of each source.
  kRank,
  /// Journal Algorithm 3: by the mean of the local models.
  kSemiSupervised,
};

/// Options of pointwise training. Rate and L2 were chosen on Cranfield; batch
/// and beta are ours, as the papers give none; iterations are the journal's.
struct TrainingOptions {
  /// Learning rate of the first step; falls linearly to 0 at the last.
  double rate = 0.1;
  double l2 = 0.01;  ///< times half the squared weights, except constants
  Index batch = 64;  ///< instances per step, drawn with replacement
  std::uint32_t local_iterations = 1000;
  std::uint32_t joint_iterations = 2000;  ///< of each party
  double cross_weight = 0.1;              ///< beta of journal Eq. 9
  Augmentation augmentation = Augmentation::kRank;
  /// Iterations between the models kept for the learning curve; 0 = no curve.
  std::uint32_t curve_every = 0;
  std::uint64_t seed = 1;
};

/// An intermediate model: before the step of an iteration, or after the last.
struct ModelAt {
  std::uint32_t iteration = 0;
  Vector parameters;
};
/// Receives intermediate models, every `curve_every` iterations.
using SeeModel = std::function<void(std::uint32_t iteration, const Vector&)>;

/// One party's part in training: training by itself, and its part of a joint
/// step. Other parties see only parameters and gradients.
///
/// Draws mini-batches from streams keyed by party and iteration, so that its
/// steps do not depend on the other parties.
class PartyTrainer {
 public:
  /// @param labelled  empty for a party that only owns documents, which may
  ///                  only call label_cross()
  /// @param cross     labelled by rank; may be empty
  PartyTrainer(std::shared_ptr<const PointwiseModel> model,
               const TrainingOptions& options, std::uint32_t party,
               TrainingSet labelled, TrainingSet cross);

  const PointwiseModel& model() const { return *model_; }
  /// True if the party has labelled instances to train with.
  bool learns() const { return labelled_.labels.size() > 0; }
  /// True if the learning curve has a point at an iteration.
  bool shows(std::uint32_t iteration) const {
    return options_.curve_every > 0 && iteration % options_.curve_every == 0;
  }

  /// `local`: SGD from zero on the labelled instances. Algorithm 3, line 2.
  /// `local+`: SGD from zero on journal Eq. 9 with cross instances, labelled by
  /// their rank or, in each step, by the model of the step before.
  /// @throws DivergedError
  Vector train_alone(Instances instances = Instances::kLabelled,
                     const SeeModel& see = {}) const;

  /// Algorithm 3, line 5: labels the cross instances once by a model; under
  /// Augmentation::kRank they keep the labels of their ranks.
  void label_cross(const VectorView& generator);

  /// This party's gradient of a joint step: of the mean loss of a batch of
  /// labelled instances, L2 and, if asked for, beta times the mean loss of a
  /// batch of cross instances. Algorithm 3, lines 8 and 9.
  /// @param iteration  from 0; draws the batches
  Vector joint_gradient(const VectorView& parameters, std::uint32_t iteration,
                        Instances instances) const;

 private:
  struct Step;
  void add_batch(const VectorView& parameters, const TrainingSet& set,
                 double weight, const Step& step, Vector& gradient) const;
  Vector gradient(const VectorView& parameters, const Step& step) const;

  std::shared_ptr<const PointwiseModel> model_;
  TrainingOptions options_;
  std::uint32_t party_;
  TrainingSet labelled_;
  TrainingSet cross_;
};

/// The learning rate of an iteration out of `iterations`; the papers give none.
double rate_of(const TrainingOptions& options, std::uint32_t iteration,
               std::uint32_t iterations);

}  // namespace fedltr
