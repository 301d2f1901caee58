#pragma once

namespace fedltr {

/// Version of the program, e.g. "0.1.0".
extern const char* const kVersion;
/// Source of the build: a commit, e.g. "0ba161180f22-dirty"; outside git a
/// digest of the sources, e.g. "sources-9c3f0e6d1b2a".
extern const char* const kCommit;

}  // namespace fedltr
