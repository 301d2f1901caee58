#pragma once

#include "algorithms/unlearning/schedule.hpp"

namespace fedltr {

/// All rounds of training once more, with the same searches and clicks, by the
/// clients that stay: exactly the federation the unlearned clients never were
/// in, but for noise, which is drawn anew.
Method<UnlearningMethod> retrain_method();

/// The model as it is, trained on by the clients that stay, for as many rounds
/// and searches as FedEraser takes.
Method<UnlearningMethod> fine_tune_method();

/// The stored updates of the clients that stay, averaged anew and added to the
/// first model; nobody learns. As in Wang et al. (SIGIR 2025, arXiv
/// 2505.12791), each stored update counts once, not for its whole interval: the
/// model points where their updates did, at a shorter length.
Method<UnlearningMethod> fedremove_method();

}  // namespace fedltr
