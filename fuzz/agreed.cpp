#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/base/files.hpp"
#include "app/deploy/agreement.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/own_limits.hpp"
#include "app/deploy/revocation.hpp"
#include "fuzz/input_file.hpp"
#include "fuzz/targets.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;
using Bytes = std::string_view;

constexpr const char* kAgreement =
    "[silo]\nmembers = north, east, south, west\ngrades = 3\nepsilon = 0.5\n"
    "noise = sound\n[privacy]\nbudget = 20\n";

/// Input that another member sends around to be run.
void read_agreed(Bytes bytes) {
  // Other users' files are not for a fuzzer.
  if (bytes.find("include") != Bytes::npos) return;
  (void)plan_of(read_agreement(as_file(bytes, ".ini")));
}

void read_limits(Bytes bytes) {
  Agreement agreement;
  agreement.scenario.silo.members = {"north", "east", "west"};
  agreement.scenario.privacy.budget = 20;
  const OwnLimits limits = read_own_limits(as_file(bytes, ".ini"), agreement);
  // Above 0, and at most the agreed limit.
  if (limits.budget && !(*limits.budget > 0 && *limits.budget <= 20))
    std::abort();
}

/// An authority that has revoked the certificate of its only node.
struct Revoking {
  FuzzFolder folder;
  fs::path ca = folder.path / "ca";
  std::string authority;
  std::string list;

  Revoking() {
    init_authority(ca);
    issue_certificate(ca, "alice");
    revoke_certificate(ca, "alice");
    authority = file_text(ca / "ca.pem");
    list = file_text(ca / "crl.pem");
  }
};

const Revoking& revoking() {
  static const Revoking made;
  return made;
}

void read_list(Bytes bytes) {
  const Revoking& of = revoking();
  std::ofstream(of.ca / "crl.pem", std::ios::binary) << bytes;
  (void)read_revoked(of.ca, of.authority);
}

}  // namespace

std::vector<FuzzTarget> agreed_targets() {
  return {{"agreement", read_agreed, {kAgreement}},
          {"own-limits",
           read_limits,
           {"[answers]\nbudget = 5  # less\nin-all = 400\na-member = 150\n"
            "a-run = 2000\nrefuse = west, east\n"}},
          {"revoked", read_list, {revoking().list}}};
}

}  // namespace fedltr
