#pragma once

#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// Trains each party by itself, which keeps its model: a single step.
class OwnTraining final : public SiloTrainer {
 public:
  explicit OwnTraining(Instances instances) : instances_(instances) {}

  std::optional<TrainingStep> next(
      const std::set<std::uint32_t>& members) override;
  void combine(std::span<const Vector> answers) override;

 private:
  Instances instances_;
  bool asked_ = false;
};

/// Method `local`: trains on labelled instances.
Method<SiloMethod> local_method();
/// Method `local+`: trains on labelled and cross instances.
Method<SiloMethod> local_with_cross_method();

}  // namespace fedltr
