#pragma once

#include <span>

#include "algorithms/online/learner.hpp"
#include "algorithms/unlearning/schedule.hpp"

namespace fedltr {

/// Radius of the ball relative to the length of the trained update: a third, as
/// the paper takes a third of the distance to random models, of which the first
/// model is one (chosen).
inline constexpr double kAscentRadius = 1.0 / 3;

/// Projected gradient ascent: Halimi et al., "Federated unlearning: how to
/// erase a client in FL?" (2022). The clients that stay recall their last
/// stored updates, whose mean gives the reference, a model without the
/// unlearned clients; each unlearned client then ascends its loss from there
/// within a ball around it; the rest trains on. The unlearned clients leave
/// after their ascent. Updates of the last round replace the last stored ones.
Method<UnlearningMethod> projected_ascent_method();

/// Makes searches that unlearn: after each the model is projected into the ball
/// around the reference.
///
/// @param ascent_learner  learner with its rate reversed
/// @param reference  #parameters
/// @param initial    the first model
/// @param model      filled
OnlineTotals ascend_within_ball(const Learner& ascent_learner,
                                const VectorView& reference,
                                const VectorView& initial, Index searches,
                                Streams& streams, Session& session,
                                Eigen::Ref<Vector> model);

}  // namespace fedltr
