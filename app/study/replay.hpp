#pragma once

#include <iosfwd>

#include "app/study/study_options.hpp"

namespace fedltr {

/// Repeats the run of a folder from its manifest, after checking the SHA-256 of
/// its data, and prints "same bits", or the first difference of the results and
/// its likely cause.
/// @param options  file: the run folder; without `out`, the new results are
///                 removed
/// @return         kDone for the same bits, kRunFailed for others, or the exit
///                 code of an interrupted run
/// @throws UsageError  for a folder of a grid, or keys that this version lacks
/// @throws DataError   for data that changed, or a folder without results
int replay(const StudyOptions& options, std::ostream& out);

}  // namespace fedltr
