#pragma once

#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/silo/scaling.hpp"
#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// A party's scaled instances and their scaling.
struct ScaledTrainer {
  Scaling scaling;
  PartyTrainer trainer;
};

/// A party's side of training: performs the steps that a SiloTrainer requests.
class PartyTraining {
 public:
  /// @param own    scaled by the party's moments
  /// @param joint  scaled by all parties' moments; of the same model
  PartyTraining(ScaledTrainer own, ScaledTrainer joint);
  /// Listwise training, without scaling.
  explicit PartyTraining(ListwiseTrainer trainer);

  /// True if the party has labelled instances; a party without any gets no
  /// requests and receives the final model of joint methods.
  bool learns() const;

  /// Performs a step.
  /// @return  parameters to send, or to keep, which are for unscaled features;
  ///          empty if the step neither tells() nor keeps()
  /// @throws DivergedError          if training alone diverges
  /// @throws std::invalid_argument  for a step that the recipe does not have
  Vector perform(const TrainingStep& step);

  /// Returns the intermediate models of the last kept one, for unscaled
  /// features, every TrainingOptions::curve_every iterations; empty for
  /// listwise training.
  std::vector<ModelAt> take_curve() { return std::exchange(curve_, {}); }

 private:
  struct Pointwise {
    ScaledTrainer own;
    ScaledTrainer joint;
  };
  Vector perform(Pointwise& training, const TrainingStep& step);
  static Vector perform(ListwiseTrainer& training, const TrainingStep& step);
  void add_to_curve(const ScaledTrainer& training, std::uint32_t iteration,
                    const Vector& parameters);
  Vector keep_own(const ScaledTrainer& own, Instances instances);
  Vector keep_joint(const ScaledTrainer& joint, const TrainingStep& step);

  std::variant<Pointwise, ListwiseTrainer> training_;
  std::vector<ModelAt> curve_;
};

/// Converts parameters for scaled features to equivalent ones for unscaled
/// features.
Vector unscaled(const Scaling& scaling, const PointwiseModel& model,
                const VectorView& parameters);

}  // namespace fedltr
