#pragma once

#include <cstdlib>  // which says whether it is glibc's

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace fedltr {

/// Gives memory that was freed back to the system, as far as whole pages are
/// free. glibc keeps that of each thread for the same thread, so that the next
/// one's comes on top of it.
inline void give_back_free_memory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

}  // namespace fedltr
