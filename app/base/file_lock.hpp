#pragma once

namespace fedltr {

/// Locks an open file against other processes (flock(2)), until it is closed.
/// Waits up to three seconds: a process that was just killed holds its locks
/// for a moment.
/// @return  false if another process holds it
bool lock_soon(int descriptor);

}  // namespace fedltr
