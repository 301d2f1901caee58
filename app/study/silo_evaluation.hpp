#pragma once

#include "app/plan/silo_plans.hpp"

namespace fedltr {

/// Evaluates the parties' records of a repeat: metrics of each method on the
/// test queries, cover rate, correlation of features, privacy, traffic.
/// @param repeat   from 1
/// @param threads  for simulating parties once more
/// @throws std::runtime_error  if parties saw different public keys
SiloRepeat evaluate_silo(const SiloPoint& point, std::uint32_t repeat,
                         const SiloRecord& record, std::size_t threads = 1);

}  // namespace fedltr
