#pragma once

namespace fedltr {

/// Of the program, e.g. "0.1.0".
extern const char* const kVersion;
/// What it was built from, e.g. "0ba161180f22-dirty"; "unknown" outside git.
extern const char* const kCommit;

}  // namespace fedltr
