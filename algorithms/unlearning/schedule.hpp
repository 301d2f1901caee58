#pragma once

#include <functional>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/federation/round_spec.hpp"

namespace fedltr {

/// Wang (2025), chapter 6; Liu et al., "FedEraser" (IWQoS 2021).
struct UnlearningOptions {
  std::uint32_t interval = 10;  ///< rounds from one stored update to the next
  ParameterValues parameters = {};
};

// Parameters that several methods share.
/// Rounds from one update that clients store to the next.
extern const Parameter kInterval;
/// Searches of a client in a round of unlearning.
extern const Parameter kSteps;
/// Rounds of tuning; 0: one per stored update.
extern const Parameter kTuningRounds;

/// Request to unlearn clients.
struct UnlearningRequest {
  std::uint32_t trained = 1;                 ///< rounds of training so far
  std::uint32_t rng_round = kFreshRngRound;  ///< first free number of a stream
};

/// Schedule of unlearning: rounds from a model on, by the clients that stay,
/// except rounds of ascent, which the unlearned clients make.
struct UnlearningSchedule {
  enum class Start {
    kInitial,     ///< the federation's first model
    kCurrent,     ///< the current model
    kLastStored,  ///< the model before the last round with stored updates
  };

  Start start = Start::kInitial;
  std::vector<RoundSpec> specs;
  std::size_t leave_before =
      0;  ///< index of the first round spec without the unlearned clients
};

/// Method to unlearn clients, and its requirements.
struct UnlearningMethod {
  std::function<UnlearningSchedule(const UnlearningOptions&,
                                   const UnlearningRequest&)>
      plan;
  bool history = false;   ///< needs stored updates
  bool gradient = false;  ///< needs a learner that can ascend its loss
  bool repeats = false;   ///< repeats training with the same searches
};

/// federaser, retrain, fine-tune, fedremove, pga.
const Methods<UnlearningMethod>& unlearning_methods();

/// Rounds with stored updates: 1, 1 + interval, ... up to `trained`.
std::vector<std::uint32_t> stored_rounds(std::uint32_t interval,
                                         std::uint32_t trained);

/// Makes the i-th round of its kind after training, with `searches` searches
/// per client.
RoundSpec fresh_round_spec(Task task, const UnlearningRequest& request,
                           std::size_t i, std::uint32_t searches);

/// Rounds of training that continue from the current model.
/// @param drawn  fresh round specs before them
std::vector<RoundSpec> tuning_rounds(const UnlearningOptions& options,
                                     const UnlearningRequest& request,
                                     std::size_t drawn);

}  // namespace fedltr
