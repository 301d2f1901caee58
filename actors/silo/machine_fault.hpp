#pragma once

#include <stdexcept>

namespace fedltr {

/// What is wrong with a party's own machine, a full disk, say, and neither with
/// the run nor with a peer: another process can go on once it is repaired.
struct MachineFault : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace fedltr
