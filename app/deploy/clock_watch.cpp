#include "app/deploy/clock_watch.hpp"

#include <ctime>
#include <utility>

namespace fedltr {

ClockWatch::ClockWatch(Clock system, Clock since_boot)
    : system_(std::move(system)),
      since_boot_(std::move(since_boot)),
      offset_(system_() - since_boot_()) {}

bool ClockWatch::is_believed() {
  const std::int64_t now = since_boot_();
  const std::int64_t offset = system_() - now;
  if (offset > offset_ + kHour) {
    if (!since_) since_ = now;
    if (now < *since_ + kHour) return false;
  }
  offset_ = offset;
  since_.reset();
  return true;
}

std::int64_t ClockWatch::seconds_since_boot() {
  timespec now{};
  clock_gettime(CLOCK_BOOTTIME, &now);
  return std::int64_t{now.tv_sec};
}

}  // namespace fedltr
