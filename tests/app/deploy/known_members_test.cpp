#include "app/deploy/known_members.hpp"

#include <sstream>

#include <doctest/doctest.h>

#include "actors/silo/machine_fault.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/deploy/certificate.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::known_members_test {
using namespace fedltr::test;

namespace {

const std::string kNorth = digest_of("north's key");
const std::string kEast = digest_of("east's key");
const std::string kOther = digest_of("another key");

/// Party 2 of north, east and west, which sees their keys.
struct West {
  TemporaryFolder folder;
  KeyComparison comparison{{"north", "east", "west"}, {}, false, "2026-01-02"};
  AgreedKeys keys{"c0de", {{0, kNorth}, {1, kEast}}};
  std::ostringstream out;

  void confirm(const std::string& typed = "") {
    out.str("");
    std::istringstream in(typed);
    KnownMembers known(std::filesystem::path(folder.text()));
    confirm_keys(comparison, keys, known, in, out);
  }
  std::string refusal(const std::string& typed = "") {
    return error_of<std::exception>([&] { confirm(typed); });
  }
  bool asks() const { return out.str().find("[y/N]") != std::string::npos; }
  std::string file() const { return read_text(folder / "known-members.csv"); }
};

}  // namespace

TEST_CASE("a code that a person compared is not asked about again") {
  West west;
  CHECK(west.refusal() == "the safety codes were not confirmed");
  CHECK(west.refusal("n\n") == "the safety codes were not confirmed");
  CHECK_FALSE(std::filesystem::exists(west.folder / "known-members.csv"));
  west.confirm("y\n");
  CHECK(west.asks());
  CHECK(west.file() == "member,key,compared\neast," + kEast +
                           ",2026-01-02\nnorth," + kNorth + ",2026-01-02\n");
  west.keys.safety_code = "c0de of the next run";
  west.comparison.today = "2026-03-04";
  for (const bool yes : {false, true}) {
    west.comparison.yes = yes;
    west.confirm();
    CHECK_FALSE(west.asks());
    has(west.out.str(), "safety code c0de of the next run\n");
    has(west.out.str(), "compared on 2026-01-02: no call is needed");
  }
}

TEST_CASE("an expected code is a comparison, another one is refused") {
  West west;
  west.comparison.expect = "other";
  has(west.refusal(), "expected other: the relay may have swapped keys");
  west.comparison.expect = "c0de";
  west.confirm();
  CHECK_FALSE(west.asks());
  west.comparison.expect.reset();
  west.confirm();
  CHECK_FALSE(west.asks());
}

TEST_CASE("--yes alone compares nothing, so no member is known after it") {
  West west;
  west.comparison.yes = true;
  west.confirm();
  has(west.out.str(), "compare by telephone");
  CHECK_FALSE(std::filesystem::exists(west.folder / "known-members.csv"));
}

TEST_CASE("--yes accepts no key after a person has deleted all members") {
  West west;
  west.comparison.yes = true;
  west.folder.write("known-members.csv", "member,key,compared\n");
  has(west.refusal(), "north, east: not a key that was compared");
  std::filesystem::remove(west.folder / "known-members.csv");
  std::filesystem::create_symlink("absent", west.folder / "known-members.csv");
  has(west.refusal(), "known-members.csv: ");
}

TEST_CASE("another key of a known member, or none, is never accepted unseen") {
  for (const std::string& key : {kOther, std::string()}) {
    CAPTURE(key);
    West west;
    west.confirm("y\n");
    west.keys.identities[0] = key;
    west.comparison.yes = true;
    has(west.refusal(), "north: not a key that was compared; compare");
    CHECK_THROWS_AS(west.confirm(), MachineFault);  // the run can be resumed
    west.comparison.yes = false;
    has(west.refusal(), "were not confirmed");
    has(west.out.str(), "north: not the key compared before (a new");
    west.confirm("y\n");
    west.confirm(key.empty() ? "y\n" : "");
    CHECK(west.asks() == key.empty());  // without a key, in each run
  }
}

TEST_CASE("a member who joins later is compared, the others stay known") {
  West west;
  west.keys.identities.erase(1);
  west.confirm("y\n");
  west.keys.identities[1] = kEast;
  west.comparison.today = "2026-03-04";
  has(west.refusal(), "were not confirmed");
  west.comparison.yes = true;
  has(west.refusal(), "east: not a key that was compared; compare");
  west.comparison.yes = false;
  west.confirm("y\n");
  west.keys.identities.erase(0);  // stays away
  west.confirm();
  CHECK_FALSE(west.asks());
}

TEST_CASE("another run may add members meanwhile, a person may delete them") {
  West west;
  const std::string heading = "member,key,compared\n";
  const std::string south = "south," + kOther + ",2026-01-01\n";
  west.folder.write("known-members.csv",
                    heading + "gone," + kOther + ",2026-01-01\n");
  KnownMembers known(std::filesystem::path(west.folder.text()));
  west.folder.write("known-members.csv", heading + south);
  known.remember({{"east", kEast}}, "2026-01-02");
  CHECK(west.file() == heading + "east," + kEast + ",2026-01-02\n" + south);
  // A key is known until its line is deleted, also in a run that has begun.
  west.keys.identities = {{1, kEast}};
  std::istringstream nothing;
  confirm_keys(west.comparison, west.keys, known, nothing, west.out);
  CHECK_FALSE(west.asks());
  west.folder.write("known-members.csv", heading);
  CHECK(error_of<std::exception>([&] {
          confirm_keys(west.comparison, west.keys, known, nothing, west.out);
        }) == "the safety codes were not confirmed");
}

TEST_CASE("a comparison holds where it can't be remembered") {
  West west;
  const std::filesystem::path absent = west.folder / "absent";
  KnownMembers known(absent);
  std::istringstream in("y\n");
  confirm_keys(west.comparison, west.keys, known, in, west.out);
  CHECK(west.asks());
  CHECK_FALSE(std::filesystem::exists(absent));
}

TEST_CASE("two members with one key are refused") {
  West west;
  west.keys.identities[1] = kNorth;
  has(west.refusal("y\n"), "north and east show the same key");
}

TEST_CASE("a file that is none is refused by its line") {
  West west;
  for (const char* line : {"north,c0de,2026", "north", ",,,"}) {
    west.folder.write("known-members.csv",
                      "member,key,compared\n" + std::string(line) + "\n");
    has(west.refusal(), "known-members.csv:2: is no line of members");
  }
}

TEST_CASE("a certificate's key proves a party's, but not in a rehearsal") {
  const Authority authority;
  Agreement agreement;
  agreement.digest = "digest";
  LinkOptions link;
  CHECK_FALSE(prover_for(agreement, link).prove);
  link.certificates = authority.alice;
  const KeyClaim claim{"digest", 1, 2, PublicKey{3}, 4};
  const KeyProver prover = prover_for(agreement, link);
  CHECK(prover.run == "digest");
  const KeyProof proof = prover.prove(key_claim(claim));
  CHECK(fault_of(proof, claim).empty());
  CHECK(lasting_key_of(proof) == prover.lasting_key);
  CHECK(lasting_key_of(prover.prove("another text")) == prover.lasting_key);
  agreement.rehearsal = true;
  CHECK_FALSE(prover_for(agreement, link).prove);
}

}  // namespace fedltr::known_members_test
