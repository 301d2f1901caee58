#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Probability that an honest member is ever among find_repeaters(), of all
/// together and over any number of epochs, unless liars see to it that the
/// groups of this member are hit rather than others.
inline constexpr double kWronglyLeftOut = 1e-4;

/// Adds the evidence of an epoch that members spoil the groups they are in.
///
/// Groups are drawn anew in each epoch, so an honest member is in one that is
/// hit with at most the chance p of any member. Its wealth in a bet at these
/// odds, of half of it each time, is multiplied by (1 + 1/p) / 2 if its group
/// is hit, else by 1/2, which is no gain on average: a sequential binomial
/// test, whose wealth ever reaches w with probability at most 1 / w (Ville's
/// inequality; Shafer, "Testing by betting", JRSS A 2021).
/// @param evidence  logarithm of the wealth, by member; of size 0 at first
/// @param named     number of members of the agreement
/// @param hit       members in groups that are hit, ascending
/// @param judged    all members of groups that are hit or count, ascending
void add_evidence(Vector& evidence, std::size_t named,
                  const std::vector<std::uint32_t>& hit,
                  const std::vector<std::uint32_t>& judged);

/// Returns the members with enough evidence, ascending. One that alone hits its
/// group in each epoch is found after about log(members / kWronglyLeftOut) /
/// log((1 + groups) / 2) epochs.
std::vector<std::uint32_t> find_repeaters(const Vector& evidence);

}  // namespace fedltr
