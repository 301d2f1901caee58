#pragma once

#include <filesystem>

#include "app/deploy/authority.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::test {

/// An authority with a node called alice.
struct Authority {
  TemporaryFolder folder;
  std::filesystem::path ca = folder / "ca";
  std::filesystem::path alice;

  Authority() {
    init_authority(ca);
    alice = issue_certificate(ca, "alice");
  }
};

}  // namespace fedltr::test
