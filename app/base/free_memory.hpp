#pragma once

#include <cstdlib>  // defines __GLIBC__

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace fedltr {

/// Returns freed memory to the system, as far as whole pages are free. glibc
/// keeps each thread's freed memory for that thread, so that another thread's
/// is added to it.
inline void give_back_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

/// Keeps freed memory for later use, up to some tens of MB a thread, where the
/// C library would return it to the system after each round: getting a page
/// back costs more than what most rounds do with it: 1.25 times with 64 hidden
/// units and a robust rule, which needs all models at once. Blocks of 32 MiB
/// and more are still returned at once. For the rest of the process.
inline void keep_freed_memory() {
#ifdef __GLIBC__
  // Setting one ends the library's own adjusting of both; the second is the
  // largest that adjusting reaches.
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
#endif
}

}  // namespace fedltr
