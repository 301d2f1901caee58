#pragma once

#include "algorithms/unlearning/schedule.hpp"

namespace fedltr {

/// Repeats all rounds of training, with the same searches and clicks, by the
/// clients that stay: exactly the federation without the unlearned clients,
/// except for noise, which is redrawn.
Method<UnlearningMethod> retrain_method();

/// Continues training from the current model by the clients that stay, with
/// FedEraser's numbers of rounds and searches.
Method<UnlearningMethod> fine_tune_method();

/// Averages the stored updates of the clients that stay again and adds them to
/// the first model; no client learns. As in Wang et al. (SIGIR 2025, arXiv
/// 2505.12791), each stored update counts once, not for its whole interval: the
/// model points in the direction of their updates, but is shorter.
Method<UnlearningMethod> fedremove_method();

}  // namespace fedltr
