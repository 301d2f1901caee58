#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fedltr {

/// Number of processors that this process may use: those it is bound to
/// (taskset, a batch system), and no more than its control group's quota
/// (cpu.max of cgroup v2, a container) and SLURM_CPUS_PER_TASK allow.
/// @return  at least 1
std::size_t usable_processors();

/// So many threads as said; for 0, as many as there are usable processors.
inline std::size_t threads_or_all(std::size_t said) {
  return said > 0 ? said : usable_processors();
}

/// Processors that a cpu.max allows, rounded up: 3 for "250000 100000"; none
/// for "max 100000" and what is no quota.
std::optional<std::size_t> processors_of_quota(std::string_view cpu_max);

}  // namespace fedltr
