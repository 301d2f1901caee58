#pragma once

#include <string>

#include "app/deploy/members_agreement.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::test {

/// Returns the agreement of three members, with two features, whose file ends
/// with some lines more.
inline MembersAgreement members_agreement(
    const std::string& more = "", bool rehearsal = false,
    const std::string& names = "north, east, south",
    const std::string& features = "bm25\nlength\n") {
  const TemporaryFolder folder;
  folder.write("f.txt", features);
  return read_members_agreement(
      folder.write("s.ini", "[run]\nname = clinics\n[members]\nnames = " +
                                names + "\nfeatures = f.txt\n" + more),
      {}, rehearsal);
}

}  // namespace fedltr::test
