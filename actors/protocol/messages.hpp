#pragma once

#include "actors/caf.hpp"
#include "actors/protocol/attack_messages.hpp"
#include "actors/protocol/checkpoint_messages.hpp"
#include "actors/protocol/evaluation_messages.hpp"
#include "actors/protocol/run_messages.hpp"
#include "actors/protocol/secure_messages.hpp"
#include "actors/protocol/size.hpp"
#include "actors/protocol/training_messages.hpp"
#include "actors/protocol/unlearning_messages.hpp"

// The entire protocol of a federation, a header for each conversation. A
// message is a struct that lists its members once (`fields`, Described);
// archives, the wire between nodes and the byte counts follow from that. A new
// message needs its struct and an entry in its conversation's list.
namespace fedltr {

using FederationMessages = decltype(RunMessages{} + TrainingMessages{} +
                                    EvaluationMessages{} +
                                    UnlearningMessages{} + SecureMessages{} +
                                    CheckpointMessages{} + AttackMessages{});

}  // namespace fedltr
