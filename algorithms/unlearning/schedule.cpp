#include "algorithms/unlearning/schedule.hpp"

#include "algorithms/core/require.hpp"
#include "algorithms/unlearning/baselines.hpp"
#include "algorithms/unlearning/federaser.hpp"
#include "algorithms/unlearning/projected_ascent.hpp"

namespace fedltr {

const Parameter kInterval =
    whole_parameter("interval", UnlearningOptions{}.interval, 1, 100000000,
                    "rounds from one stored update to the next");
const Parameter kSteps = whole_parameter(
    "steps", 3, 1, 1000000, "searches per client and round of unlearning");
const Parameter kTuningRounds = whole_parameter(
    "rounds", 0, 0, 10000000,
    "rounds of tuning; 0: one per stored update, as in federaser");

const Methods<UnlearningMethod>& unlearning_methods() {
  static const Methods<UnlearningMethod> table = {
      federaser_method(), retrain_method(),          fine_tune_method(),
      fedremove_method(), projected_ascent_method(),
  };
  return table;
}

std::vector<std::uint32_t> stored_rounds(std::uint32_t interval,
                                         std::uint32_t trained) {
  require(interval > 0, "updates can't be stored every 0 rounds");
  std::vector<std::uint32_t> rounds;
  for (std::uint64_t round = 1; round <= trained; round += interval)
    rounds.push_back(round);
  return rounds;
}

RoundSpec fresh_round_spec(Task task, const UnlearningRequest& request,
                           std::size_t i, std::uint32_t searches) {
  return {task, request.rng_round + static_cast<std::uint32_t>(i),
          request.trained, 0, searches};
}

std::vector<RoundSpec> tuning_rounds(const UnlearningOptions& options,
                                     const UnlearningRequest& request,
                                     std::size_t drawn) {
  const auto told = options.parameters.whole<std::size_t>(kTuningRounds);
  const std::size_t rounds =
      told > 0 ? told : stored_rounds(options.interval, request.trained).size();
  std::vector<RoundSpec> specs;
  for (std::size_t i = 0; i < rounds; ++i)
    specs.push_back(
        fresh_round_spec(Task::kLearn, request, drawn + i,
                         options.parameters.whole<std::uint32_t>(kSteps)));
  return specs;
}

}  // namespace fedltr
