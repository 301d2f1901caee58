#pragma once

#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// Joint SGD on one model: each iteration takes one step per party (serial) or
/// one of all (parallel). Journal Algorithm 3: with cross instances it starts
/// from the mean of local models, which also labels the cross instances (lines
/// 2 to 5), else from zero; then lines 6 to 9.
///
///   local models --> labels --> gradients, iteration by iteration --> end
///                                  ^ without cross instances: starts here
class JointTraining final : public SiloTrainer {
 public:
  JointTraining(const SiloTrainerConfig& config, Instances instances);

  std::optional<TrainingStep> next(
      const std::set<std::uint32_t>& members) override;
  void combine(std::span<const Vector> answers) override;

 private:
  using Kind = TrainingStep::Kind;

  TrainingStep gradient_or_end(const std::set<std::uint32_t>& members);
  /// @throws DivergedError
  void check_bounds() const;

  SiloTrainerConfig config_;
  Instances instances_;
  /// Kind of the next step; nullopt after the last.
  std::optional<Kind> next_;
  Vector model_;
  std::uint32_t iteration_ = 0;
  std::uint32_t turn_ = 0;  ///< lowest party that has yet to step, serial
  Combination models_;
  Combination gradients_;
};

/// Method `global`: trains on labelled instances.
Method<SiloMethod> global_method();
/// Method `cs-f-ltr`: trains on labelled and cross instances.
Method<SiloMethod> cs_f_ltr_method();

}  // namespace fedltr
