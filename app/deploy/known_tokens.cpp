#include "app/deploy/known_tokens.hpp"

#include <ctime>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "actors/link/channel.hpp"
#include "app/deploy/authority.hpp"

namespace fedltr {
namespace {

constexpr std::int64_t kNanoseconds = 1000000000;
/// Longer than from one tick of the clock for files to the next.
constexpr std::int64_t kSettled = kNanoseconds / 10;

std::int64_t nanoseconds(const timespec& time) {
  return kNanoseconds * time.tv_sec + time.tv_nsec;
}

}  // namespace

KnownTokens::KnownTokens(std::filesystem::path folder)
    : folder_(std::move(folder)) {}

/// Opens the file, for which a network file system asks its server.
KnownTokens::Stamp KnownTokens::stamp_of(const std::filesystem::path& file) {
  const int opened = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (opened < 0) return {};
  struct stat found {};
  const bool told = fstat(opened, &found) == 0;
  close(opened);
  timespec now{};
  if (!told || clock_gettime(CLOCK_REALTIME, &now) != 0 ||
      nanoseconds(now) - nanoseconds(found.st_ctim) < kSettled)
    return {};
  return {static_cast<std::int64_t>(found.st_dev),
          static_cast<std::int64_t>(found.st_ino),
          found.st_size,
          nanoseconds(found.st_ctim),
          found.st_mode,
          found.st_uid};
}

std::optional<bool> KnownTokens::matches(const std::string& name,
                                         const std::string& token) {
  if (!is_node_name(name)) return false;
  // Taken before reading: a file written meanwhile is read the next time.
  const Stamp now = stamp_of(folder_ / "tokens" / name);
  const std::lock_guard lock(mutex_);
  const auto known = matched_.find(name);
  if (known != matched_.end() && now != Stamp{} && known->second.stamp == now &&
      same_secret(known->second.token, token))
    return true;
  const std::optional<bool> matches = token_matches(folder_, name, token);
  if (matches == true) matched_[name] = {now, token};
  return matches;
}

}  // namespace fedltr
