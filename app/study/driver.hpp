#pragma once

#include <iosfwd>

#include "app/schema/reader.hpp"
#include "app/study/folder_lock.hpp"
#include "app/study/node_service.hpp"
#include "app/study/study.hpp"
#include "app/study/study_options.hpp"

namespace fedltr {

/// Runs a scenario of federations or silos: reads and validates it, prepares
/// its study, runs it, writes the results and prints a report, or a stream of
/// JSON lines, to `out`. Checkpoints survive Ctrl-C and kill -9, and --resume
/// continues from them.
/// @param nodes  hosts of the clients; nullptr: this process
/// @return       the process's exit code
int run_study(const StudyOptions& options, std::ostream& out,
              NodeService* nodes = nullptr);

/// Runs a scenario that has been read.
int run_study(const ReadScenario& read, const StudyOptions& options,
              std::ostream& out, NodeService* nodes = nullptr);

/// Takes a study through its steps, from prepare() to report().
/// @param first      the first point's scenario, for settings common to all
/// @param held       folder of the results
/// @param listeners  of the study
/// @return           the process's exit code
int drive(ScenarioStudy& study, const Scenario& first,
          const StudyOptions& options, FolderLock& held,
          const StudyListeners& listeners, Interrupt& interrupt,
          std::ostream& out);

/// Throws the failure that ended the runs early, unless it was an interruption.
/// A mismatch with the data is an error in the scenario.
/// @param name  of the scenario
void throw_failure(const FederationOutcome& outcome, const std::string& name);

}  // namespace fedltr
