#pragma once

#include <functional>
#include <memory>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"

namespace fedltr {

class Archive;

/// Moves the global model towards the clients' proposal; keeps its own state
/// from round to round.
class ServerOptimizer {
 public:
  virtual ~ServerOptimizer() = default;
  /// @param proposal  mean local model, or the model plus a mean estimate of
  ///                  the gradient; #parameters
  virtual Vector step(const Vector& model, const Vector& proposal) = 0;
  /// Saves or loads the optimizer's state, for a checkpoint; default: nothing.
  virtual void exchange(Archive&) {}
};

/// @param rate  step size, > 0
using OptimizerFactory =
    std::function<std::unique_ptr<ServerOptimizer>(double rate)>;

struct OptimizerTraits {
  bool adaptive = false;  ///< scales each step by past gradients
};

/// All server optimizers by name.
const Methods<OptimizerFactory, OptimizerTraits>& server_optimizers();

}  // namespace fedltr
