#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

class Learner;
struct Simulation;

/// What somebody learns of root data, a random part of the queries of worlds
/// that it knows: of the model given, in the round given, in each round in the
/// next of the worlds. Made for rules that compare updates with it.
///
/// @param worlds    at least one
/// @param queries   drawn of each world, or all that it has
/// @param searches  made in a round
/// @param seed      of the draw and of the searches
std::function<Vector(const Vector& global, std::uint32_t round)>
learn_of_root_data(std::vector<Simulation> worlds, std::uint64_t queries,
                   std::shared_ptr<const Learner> learner,
                   std::uint32_t searches, std::uint64_t seed);

}  // namespace fedltr
