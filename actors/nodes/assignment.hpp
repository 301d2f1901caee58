#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace fedltr {

/// Assigns cohorts to nodes in proportion to their cores and moves as few as
/// possible: a cohort stays at its node while the node has no more than its
/// share. No result depends on the assignment.
///
/// @param homes  the node of each cohort; 0 or an unknown one if none yet
/// @param cores  of each node, at least 1
/// @return       the node of each cohort; all 0 if there is no node
std::vector<std::uint64_t> assign_cohorts(
    std::vector<std::uint64_t> homes,
    const std::map<std::uint64_t, std::uint32_t>& cores);

}  // namespace fedltr
