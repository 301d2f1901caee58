#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/silo/party_trainer.hpp"

namespace fedltr {

/// How parties take turns in joint training.
enum class JointOrder : std::uint8_t {
  kSerial,    ///< one after the other, each from what the one before left
  kParallel,  ///< all from the same model; the mean of their gradients
};

/// The mean of models, Agg of journal section 4.2.
Vector mean_of(std::span<const Vector> models);

/// Joint SGD: each iteration takes one step of each party (serial) or one of
/// all (parallel). Journal Algorithm 3, lines 6 to 9.
Vector train_jointly(std::span<const PartyTrainer> parties, Vector start,
                     const TrainingOptions& options, JointOrder order,
                     bool with_cross);

/// What of training a method does.
struct SiloTraining {
  /// Whether parties share a model: then they scale features together.
  bool joint = false;
  /// Parameters for each party.
  std::function<std::vector<Vector>(std::span<PartyTrainer>,
                                    const TrainingOptions&, JointOrder)>
      train;
};

/// `local`: each alone. `local+`: each alone with its cross instances.
/// `global`: jointly, from zero, on labelled instances. `cs-f-ltr`: jointly,
/// from the mean of local models, with cross instances.
const Methods<SiloTraining>& silo_methods();

}  // namespace fedltr
