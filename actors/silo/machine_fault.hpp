#pragma once

#include <stdexcept>

namespace fedltr {

/// A fault of a party's own machine, for example a full disk or a question that
/// no person is there for, not of the run or a peer: another process can resume
/// once it is repaired.
struct MachineFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fedltr
