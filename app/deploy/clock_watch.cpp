#include "app/deploy/clock_watch.hpp"

#include <cstdlib>
#include <ctime>
#include <utility>

namespace fedltr {
namespace {

constexpr std::int64_t kSecondsOfDay = 86400;
constexpr std::int64_t kFirstDay = 20454;  // 2026-01-01: fedltr is younger

bool is_near(std::int64_t a, std::int64_t b) {
  return std::abs(a - b) <= ClockWatch::kHour;
}

}  // namespace

ClockWatch::ClockWatch(Clock system, Clock since_boot)
    : system_(std::move(system)),
      since_boot_(std::move(since_boot)),
      offset_(system_() - since_boot_()) {}

bool ClockWatch::is_believed() {
  const std::lock_guard lock(mutex_);
  const std::int64_t now = since_boot_();
  const std::int64_t offset = system_() - now;
  if (!is_near(offset, offset_)) {
    if (!change_ || !is_near(offset, change_->offset)) change_ = {offset, now};
    if (now < change_->since + kHour) return false;
  }
  offset_ = offset;
  change_.reset();
  return true;
}

std::optional<std::int64_t> ClockWatch::today() {
  if (!is_believed()) return std::nullopt;
  const std::int64_t day = system_() / kSecondsOfDay;
  return day < kFirstDay ? std::nullopt : std::optional(day);
}

std::int64_t ClockWatch::unix_seconds() {
  return std::int64_t{std::time(nullptr)};
}

std::int64_t ClockWatch::seconds_since_boot() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::int64_t{now.tv_sec};
}

}  // namespace fedltr
