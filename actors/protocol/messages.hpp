#pragma once

#include "actors/protocol/attack_messages.hpp"
#include "actors/protocol/checkpoint_messages.hpp"
#include "actors/protocol/evaluation_messages.hpp"
#include "actors/protocol/inspect.hpp"
#include "actors/protocol/run_messages.hpp"
#include "actors/protocol/secure_messages.hpp"
#include "actors/protocol/size.hpp"
#include "actors/protocol/training_messages.hpp"
#include "actors/protocol/unlearning_messages.hpp"

// The entire protocol of a federation, a header for each conversation. A
// message is a struct that lists its members once (`fields`, Described);
// everything that CAF, archives, the wire between nodes and the byte counts
// need follows from that. A new message needs its struct and an entry in its
// conversation's list.
namespace fedltr {

using FederationMessages = decltype(RunMessages{} + TrainingMessages{} +
                                    EvaluationMessages{} +
                                    UnlearningMessages{} + SecureMessages{} +
                                    CheckpointMessages{} + AttackMessages{});

}  // namespace fedltr

FEDLTR_TYPE_ID_BLOCK(fedltr, caf::first_custom_type_id,
                     ::fedltr::FederationMessages)
