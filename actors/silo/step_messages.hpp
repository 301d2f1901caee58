#pragma once

#include "actors/silo/envelope.hpp"
#include "algorithms/silo/silo_training.hpp"

namespace fedltr {

/// Maximum number of iterations of a method.
inline constexpr std::uint32_t kIterations = 1U << 24;

/// Returns the number of a step of training, unique for each answer.
/// @param method  index in the plan, below 256
constexpr std::uint32_t training_number(std::size_t method,
                                        std::uint32_t iteration) {
  return static_cast<std::uint32_t>(method) * kIterations + iteration;
}

/// Makes the message of a step to its parties.
/// @param method  index in the plan
SiloMessage message_of_step(const TrainingStep& step, std::size_t method);

/// Returns the type of the answer to a step that awaits().
MessageType answer_to(const TrainingStep& step);

/// Returns the step that a message to a party asks for, without its parties.
/// @param method      of the message
/// @param parameters  number of a model's parameters
/// @throws std::invalid_argument for another type or number of parameters
TrainingStep step_of_message(const SiloMessage& message,
                             const SiloMethod& method, Index parameters);

}  // namespace fedltr
