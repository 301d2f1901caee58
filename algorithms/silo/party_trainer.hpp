#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/silo/pointwise.hpp"

namespace fedltr {

/// Largest magnitude of a parameter or gradient: beyond what honest training on
/// standardised features comes near to.
inline constexpr double kMaxParameter = 1e9;

/// True for a model beyond that, or with what is no number: it diverged.
inline bool is_beyond_bounds(const VectorView& parameters) {
  // A maximum may pass over what is no number.
  return !parameters.allFinite() ||
         parameters.cwiseAbs().maxCoeff() > kMaxParameter;
}

/// Training that can't go on. Not the fault of the party that sent last.
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

/// How cross instances, which nobody judged, get labels. Ranks by BM25 tell a
/// linear model of features something new; labels by such a model hardly do.
enum class Augmentation : std::uint8_t {
  /// ICDE: by their rank among a query's cross instances of each source.
  kRank,
  /// Journal Algorithm 3: by the mean of the local models.
  kSemiSupervised,
};

/// Rate and L2 were chosen on Cranfield; batch and beta are ours, the papers
/// name none; iterations are the journal's.
struct TrainingOptions {
  /// Learning rate of the first step; falls linearly to 0 at the last.
  double rate = 0.1;
  double l2 = 0.01;  ///< times half the squared weights, constants excepted
  Index batch = 64;  ///< instances of a step, drawn with replacement
  std::uint32_t local_iterations = 1000;
  std::uint32_t joint_iterations = 2000;  ///< each party's
  double cross_weight = 0.1;              ///< beta of journal Eq. 9
  Augmentation augmentation = Augmentation::kRank;
  /// Iterations between models that are kept for the learning curve; 0: none.
  std::uint32_t curve_every = 0;
  std::uint64_t seed = 1;
};

/// A model on the way: before the step of an iteration, or after the last.
struct ModelAt {
  std::uint32_t iteration = 0;
  Vector parameters;
};
/// Sees models on the way, every `curve_every` iterations.
using SeeModel = std::function<void(std::uint32_t iteration, const Vector&)>;

/// One party's part in training: training by itself, and its part of a joint
/// step. Others see parameters and gradients only.
///
/// Draws mini-batches from streams keyed by party and iteration, so that its
/// steps do not depend on the other parties.
class PartyTrainer {
 public:
  /// @param labelled  of a party that only owns documents none, and then
  ///                  nothing but label_cross() may be called
  /// @param cross     its labels are by rank; may be empty
  PartyTrainer(std::shared_ptr<const PointwiseModel> model,
               const TrainingOptions& options, std::uint32_t party,
               TrainingSet labelled, TrainingSet cross);

  const PointwiseModel& model() const { return *model_; }
  /// Whether there is anything to train with.
  bool learns() const { return labelled_.labels.size() > 0; }
  /// Whether the learning curve has a point at an iteration.
  bool shows(std::uint32_t iteration) const {
    return options_.curve_every > 0 && iteration % options_.curve_every == 0;
  }

  /// `local`: SGD from zero on the labelled instances. Algorithm 3, line 2.
  /// Both throw DivergedError.
  Vector train_alone(const SeeModel& see = {}) const;
  /// `local+`: SGD from zero on journal Eq. 9 with cross instances, labelled by
  /// their rank or, in each step, by the model of the step before.
  Vector train_alone_with_cross(const SeeModel& see = {}) const;

  /// Algorithm 3, line 5: labels the cross instances once for all by a model;
  /// under Augmentation::kRank they keep their ranks' labels.
  void label_cross(const VectorView& generator);

  /// This party's gradient of a joint step: of the mean loss of a batch of
  /// labelled instances, L2 and, if asked for, beta times the mean loss of a
  /// batch of cross instances. Algorithm 3, lines 8 and 9.
  /// @param iteration  from 0; draws the batches
  Vector joint_gradient(const VectorView& parameters, std::uint32_t iteration,
                        bool with_cross) const;

 private:
  struct Step;
  void add_batch(const VectorView& parameters, const TrainingSet& set,
                 double weight, const Step& step, Vector& gradient) const;
  Vector gradient(const VectorView& parameters, const Step& step) const;
  Vector train(bool with_cross, const SeeModel& see) const;

  std::shared_ptr<const PointwiseModel> model_;
  TrainingOptions options_;
  std::uint32_t party_;
  TrainingSet labelled_;
  TrainingSet cross_;
};

/// The rate of an iteration of so many; the papers name none.
double rate_of(const TrainingOptions& options, std::uint32_t iteration,
               std::uint32_t iterations);

}  // namespace fedltr
