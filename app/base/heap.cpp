#include "app/base/heap.hpp"

#include <malloc.h>

namespace fedltr {

void keep_freed_memory() {
  // Setting one ends the library's own adjusting of both; the second is the
  // largest that adjusting reaches.
  mallopt(M_TRIM_THRESHOLD, 64 << 20);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

}  // namespace fedltr
