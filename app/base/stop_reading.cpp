#include "app/base/stop_reading.hpp"

#include <atomic>

namespace fedltr {
namespace {

/// The whole process has one, since Ctrl-C stops all of it: readers in any
/// thread, many calls below the watch, read it before each piece of a file.
std::atomic<bool> stopped = false;

}  // namespace

ReadingWatch::ReadingWatch(Interrupt& interrupt) : interrupt_(interrupt) {
  interrupt_.on_trigger([] { stopped = true; });
}

ReadingWatch::~ReadingWatch() {
  interrupt_.on_trigger(nullptr);
  stopped = false;
}

void throw_if_stopped() {
  if (stopped) throw ReadingStopped("interrupted while reading files");
}

}  // namespace fedltr
