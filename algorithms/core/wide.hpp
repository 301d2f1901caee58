#pragma once

/// Compiles a function for wider registers too, chosen at start: only for loops
/// whose elements do not touch each other, so that the bits are the same.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define FEDLTR_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define FEDLTR_WIDE
#endif
