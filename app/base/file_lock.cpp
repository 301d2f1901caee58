#include "app/base/file_lock.hpp"

#include <chrono>
#include <thread>

#include <sys/file.h>

namespace fedltr {
namespace {

constexpr int kTries = 60;
constexpr std::chrono::milliseconds kPause{50};

}  // namespace

bool lock_soon(int descriptor) {
  for (int tries = 0; tries < kTries; ++tries) {
    if (flock(descriptor, LOCK_EX | LOCK_NB) == 0) return true;
    std::this_thread::sleep_for(kPause);
  }
  return false;
}

}  // namespace fedltr
