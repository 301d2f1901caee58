#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace fedltr {

/// Returns the number of processors that this process may use: those it is
/// bound to (taskset, a batch system), limited by its control group's quota
/// (cpu.max of cgroup v2, a container) and SLURM_CPUS_PER_TASK.
/// @return  at least 1
std::size_t usable_processors();

/// Returns the given number of threads; for 0, that of usable processors.
inline std::size_t threads_or_all(std::size_t said) {
  return said > 0 ? said : usable_processors();
}

/// Returns the processors of a cpu.max, rounded up: 3 for "250000 100000";
/// nullopt for "max 100000" and invalid text.
std::optional<std::size_t> processors_of_quota(std::string_view cpu_max);

}  // namespace fedltr
