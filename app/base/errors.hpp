#pragma once

#include <stdexcept>

namespace fedltr {

/// Exit code of a process; the contract of the command line.
enum ExitCode {
  kDone = 0,
  kRunFailed = 1,
  kWrongUsage = 2,
  kBadData = 3,
  kNetwork = 4,
  kBudgetSpent = 5,
  kCheckpointMisfit = 6,
  kInterrupted = 130,
};

/// Wrong usage or scenario: one line for the user, exit 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An unreachable peer or invalid certificates: exit 4.
struct NetworkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A checkpoint that is damaged or belongs to another study: exit 6.
struct CheckpointError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fedltr
