#pragma once

#include <sanitizer/lsan_interface.h>

namespace fedltr {

// libFuzzer 16 drops the only pointer to 32 bytes that it takes at its start.
// Whenever it looks for leaks, after an input or at its end, it would find its
// own.

/// In LLVMFuzzerInitialize: what is taken from here on may leak.
inline void begin_of_libfuzzer() {
  __lsan_disable();
}

/// Before the first input: from here on nothing may.
inline void end_of_libfuzzer() {
  [[maybe_unused]] static const bool once = (__lsan_enable(), true);
}

}  // namespace fedltr
