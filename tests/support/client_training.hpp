#pragma once

#include "actors/client/client.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::test {

/// Update of a client of a begun run, computed without actors.
inline Update train(const MaterializedPlan& run, std::uint32_t id,
                    const Train& order, ClientMemory* memory = nullptr) {
  return train_client(*run.plan, id, run.population[id], order, memory);
}

/// Order for a training round.
inline Train train_order(std::uint32_t round, const VectorView& model) {
  return {round, Parameters(model), training_spec(round)};
}

}  // namespace fedltr::test
