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

}  // namespace fedltr
