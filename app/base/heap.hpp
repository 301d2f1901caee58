#pragma once

namespace fedltr {

/// Keeps freed memory for later use, up to some tens of MB a thread, where the
/// C library would return it to the system after each round: getting a page
/// back costs more than what most rounds do with it. Blocks of 32 MiB and more
/// are still returned at once.
void keep_freed_memory();

}  // namespace fedltr
