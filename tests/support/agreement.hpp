#pragma once

#include <string>

#include "app/deploy/agreement.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::test {

constexpr const char* kThree = "[silo]\nmembers = a, b, c\n";

/// Returns the agreement of a file with this text.
inline Agreement agreement_of(const std::string& text,
                              const AgreementKind& run = {}) {
  const TemporaryFolder folder;
  return read_agreement(folder.write("s.ini", text), run);
}

}  // namespace fedltr::test
