#pragma once

namespace fedltr {

/// Version of the program, e.g. "0.1.0".
extern const char* const kVersion;
/// Source of the build, e.g. "0ba161180f22-dirty"; "unknown" outside git.
extern const char* const kCommit;

}  // namespace fedltr
