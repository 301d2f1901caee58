#pragma once

#include <sanitizer/lsan_interface.h>

namespace fedltr {

// libFuzzer 16 drops the only pointer to 32 bytes that it allocates at its
// start. Each check for leaks, after an input or at its end, would find its
// own.

/// Call in LLVMFuzzerInitialize: memory allocated from here on may leak.
inline void begin_of_libfuzzer() {
  __lsan_disable();
}

/// Call before the first input: from here on no memory may leak.
inline void end_of_libfuzzer() {
  [[maybe_unused]] static const bool once = (__lsan_enable(), true);
}

}  // namespace fedltr
