#pragma once

#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "algorithms/silo/scaling.hpp"
#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// A party's instances, scaled, with what they are scaled by.
struct ScaledTrainer {
  Scaling scaling;
  PartyTrainer trainer;
};

/// A party's side of training: does the steps that a SiloTrainer asks for.
class PartyTraining {
 public:
  /// @param own    scaled by the party's moments
  /// @param joint  scaled as all parties' are: of the same model
  PartyTraining(ScaledTrainer own, ScaledTrainer joint);
  /// Listwise: nothing is scaled.
  explicit PartyTraining(ListwiseTrainer trainer);

  /// Whether the party has anything to train with; one that has not is asked
  /// for nothing and gets the final model of joint methods.
  bool learns() const;

  /// Does a step.
  /// @return  parameters to be told, or kept: those are for features that are
  ///          not scaled; empty if the step neither tells() nor keeps()
  /// @throws DivergedError          if training alone diverges
  /// @throws std::invalid_argument  for a step that the recipe does not have
  Vector perform(const TrainingStep& step);

  /// The models on the way to the last one that was kept, for features that
  /// are not scaled, every TrainingOptions::curve_every iterations; listwise:
  /// none.
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
  Vector keep_own(const ScaledTrainer& own, bool with_cross);
  Vector keep_joint(const ScaledTrainer& joint, const TrainingStep& step);

  std::variant<Pointwise, ListwiseTrainer> training_;
  std::vector<ModelAt> curve_;
};

/// The parameters for features as they are that do what `parameters` do for
/// scaled ones.
Vector unscaled(const Scaling& scaling, const PointwiseModel& model,
                const VectorView& parameters);

/// Trains all parties in one place, a step at a time: what actors do by
/// messages has to give the same bits.
/// @param parties  all of the same model
/// @return         the models that the parties keep
std::vector<Vector> train_in_one_place(const SiloMethod& method,
                                       std::span<PartyTraining> parties,
                                       const SiloTrainerConfig& config);

}  // namespace fedltr
