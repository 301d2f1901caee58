#pragma once

#include <exception>
#include <string>

namespace fedltr {

/// Outcome of all runs.
struct FederationOutcome {
  bool interrupted = false;
  bool abandoned = false;  ///< for lack of nodes, see `failure`
  std::string failure;     ///< of the first run that failed; empty if none did
  std::exception_ptr error;  ///< thrown by begin_run()
};

}  // namespace fedltr
