#pragma once

#include <iosfwd>

#include "app/schema/reader.hpp"
#include "app/study/folder_lock.hpp"
#include "app/study/node_service.hpp"
#include "app/study/stream/study_stream.hpp"
#include "app/study/study.hpp"
#include "app/study/study_options.hpp"

namespace fedltr {

/// Runs a scenario, federations or silos: reads and validates it, prepares its
/// study, runs it, writes the results and prints a report, or lines of JSON as
/// it goes, on `out`. Ctrl-C and kill -9 are survived by checkpoints, from
/// which --resume goes on.
/// @param nodes  where the clients are; nullptr: in this process
/// @return       the process's exit code
int run_study(const RunOptions& options, std::ostream& out,
              NodeService* nodes = nullptr);

/// The same for a scenario that is read already.
int run_study(const ReadScenario& read, const RunOptions& options,
              std::ostream& out, NodeService* nodes = nullptr);

/// Takes a study through its steps, from prepare() to report().
/// @param first   the first point's scenario, which speaks for all
/// @param held    folder of the results
/// @param stream  that the study writes instead of a report; nullptr: none
/// @return        the process's exit code
int drive(StudySteps& study, const Scenario& first, const RunOptions& options,
          FolderLock& held, Interrupt& interrupt, std::ostream& out,
          StudyStream* stream = nullptr);

}  // namespace fedltr
