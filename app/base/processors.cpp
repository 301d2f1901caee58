#include "app/base/processors.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <sched.h>

#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kGroups = "/sys/fs/cgroup";

/// Returns this process's control group, relative to the system's; empty in a
/// container that sees only its own.
fs::path own_group() {
  std::ifstream groups("/proc/self/cgroup");
  constexpr std::string_view kSecondVersion = "0::/";
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with(kSecondVersion))
      return line.substr(kSecondVersion.size());
  return {};
}

std::optional<std::size_t> quota_in(const fs::path& group) {
  std::ifstream file(group / "cpu.max");
  std::string line;
  return std::getline(file, line) ? processors_of_quota(line) : std::nullopt;
}

}  // namespace

std::optional<std::size_t> processors_of_quota(std::string_view cpu_max) {
  const auto words = split(cpu_max, ' ');
  if (words.size() != 2) return std::nullopt;
  const auto quota = parse_whole(words[0]);
  const auto period = parse_whole(words[1]);
  if (!quota || !period || *period == 0) return std::nullopt;
  const std::uint64_t rounded = *quota / *period + (*quota % *period > 0);
  return std::max<std::size_t>(1, rounded);
}

std::size_t usable_processors() {
  std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  const auto limit = [&](std::optional<std::uint64_t> allowed) {
    if (allowed && *allowed > 0) most = std::min<std::size_t>(most, *allowed);
  };
  cpu_set_t bound;
  if (sched_getaffinity(0, sizeof bound, &bound) == 0)
    limit(static_cast<std::uint64_t>(CPU_COUNT(&bound)));
  for (fs::path group = kGroups / own_group();; group = group.parent_path()) {
    limit(quota_in(group));
    if (group == kGroups || group == group.parent_path()) break;
  }
  if (const char* const tasks = std::getenv("SLURM_CPUS_PER_TASK"))
    limit(parse_whole(tasks));
  return most;
}

}  // namespace fedltr
