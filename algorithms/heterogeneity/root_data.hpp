#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

class Learner;
class Population;
struct Simulation;

/// Returns the worlds of the first clients, except those without searches;
/// `world` if none of them has any.
std::vector<Simulation> worlds_of(const Population& population,
                                  std::uint32_t clients,
                                  const Simulation& world);

/// Makes a function that learns from root data, a random part of the queries of
/// given worlds: it starts from the given model, and each round learns in the
/// next of the worlds. For rules that compare updates with its result.
///
/// @param worlds    at least one
/// @param queries   number drawn from each world; all if it has fewer
/// @param searches  made in a round
/// @param seed      of the draw and of the searches
std::function<Vector(const Vector& global, std::uint32_t round)>
learn_of_root_data(std::vector<Simulation> worlds, std::uint64_t queries,
                   std::shared_ptr<const Learner> learner,
                   std::uint32_t searches, std::uint64_t seed);

}  // namespace fedltr
