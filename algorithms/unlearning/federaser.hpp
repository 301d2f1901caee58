#pragma once

#include "algorithms/core/linalg.hpp"
#include "algorithms/unlearning/schedule.hpp"

namespace fedltr {

/// FedEraser as Wang (2025), section 6.1.2, adapts it to ranking: from the
/// first model on, one round per stored update, in which each client that stays
/// makes `steps` searches and sends its update scaled to the length of its
/// stored update (Eq. 6.2); averaged as in training (Eq. 6.1).
///
/// The server's optimizer takes these means as it does in training.
///
/// Against retraining it takes n/n' * interval fewer searches and `interval`
/// fewer rounds (section 6.1.3).
Method<UnlearningMethod> federaser_method();

/// Eq. 6.2: |stored| * update / |update|; zero if the update is zero.
/// @param update  #parameters, overwritten
void calibrate(Eigen::Ref<Vector> update, const VectorView& stored);

}  // namespace fedltr
