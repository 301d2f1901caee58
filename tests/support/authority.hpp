#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "app/deploy/authority.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::test {

/// Message of the exception that `something` throws; empty if none.
template <class Do>
std::string complaint(const Do& something) {
  try {
    something();
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

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
