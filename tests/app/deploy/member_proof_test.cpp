#include "app/deploy/member_proof.hpp"

#include <fstream>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/member_lock.hpp"
#include "app/deploy/revocation.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::member_proof_test {
using namespace fedltr::test;
namespace {

/// An authority in memory.
pem::Issuer made_issuer() {
  pem::Issuer issuer;
  issuer.key = pem::make_key();
  issuer.text = pem::certify_itself(issuer.key.get());
  issuer.certificate = pem::parse_certificate("ca.pem", issuer.text);
  return issuer;
}

Certifier certifier_of(const TemporaryFolder& folder,
                       const pem::Issuer& issuer) {
  folder.write("ca.pem", issuer.text);
  return certifier_in(folder.text(), {"north", "east"});
}

/// Returns why a certificate is not valid for a name now; empty if it is.
std::string refusal(const Certifier& certifier,
                    const std::string& certificate) {
  try {
    return fault_of(certifier.certify(1, certificate), certifier.now().time,
                    {});
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a certificate of the authority verifies what its key signs") {
  const pem::Issuer issuer = made_issuer();
  openssl::Key key = pem::make_key();
  const std::string certificate =
      pem::certify("east", key.get(), issuer, Side::kNode, 1);
  const TemporaryFolder folder;
  const Certifier certifier = certifier_of(folder, issuer);
  const SignatureKey signer{std::shared_ptr<EVP_PKEY>(std::move(key))};
  const SignatureKey read = certifier.certify(1, certificate).key;
  const std::string signature = signer.sign("text");
  CHECK(read.verifies("text", signature));
  CHECK_FALSE(read.verifies("another", signature));
}

TEST_CASE("certificates of others are refused with the reason") {
  const pem::Issuer issuer = made_issuer();
  const pem::Issuer stranger = made_issuer();
  const TemporaryFolder folder;
  const Certifier certifier = certifier_of(folder, issuer);
  const auto made = [&](const char* name, const pem::Issuer& by, Side side,
                        int days) {
    return refusal(certifier,
                   pem::certify(name, pem::make_key().get(), by, side, days));
  };
  CHECK(made("east", issuer, Side::kNode, 1) == "");
  CHECK(made("north", issuer, Side::kNode, 1) ==
        "it is of another name, north");
  CHECK(made("east", stranger, Side::kNode, 1) != "");
  CHECK(made("east", issuer, Side::kServer, 1) != "");
  CHECK(made("east", issuer, Side::kNode, -1) == "it has expired");
  CHECK(refusal(certifier, "text") == "it is no certificate");
}

TEST_CASE("a certificate has its number on the list that revokes it") {
  const Authority authority;
  const Certifier certifier = certifier_in(authority.ca, {"north", "alice"});
  const auto alice =
      certifier.certify(1, pem::read_text(authority.alice / "alice.pem"));
  CHECK(certifier.now().revoked == "");
  revoke_certificate(authority.ca, "alice");
  const EpochStart now = certifier.now();
  const Serials revoked = certifier.serials(now.revoked);
  CHECK(revoked == Serials{alice.serial});
  CHECK(fault_of(alice, now.time, revoked) == "it is revoked");
  CHECK(fault_of(alice, now.time, {}) == "");
  CHECK(fault_of(alice, alice.until + 1, {}) == "it has expired");
  CHECK(fault_of(alice, alice.from - 1, {}) == "it is not valid yet");
  // A damaged list is not used.
  std::ofstream(authority.ca / "crl.pem") << "damaged";
  CHECK(certifier.now().revoked == now.revoked);
  const Authority stranger;
  CHECK_THROWS_WITH_AS(
      certifier_in(stranger.ca, {"north"}).serials(now.revoked),
      "crl.pem: is not signed by ca.pem", std::invalid_argument);
}

TEST_CASE("one process at a time is a member") {
  const TemporaryFolder folder;
  {
    const MemberLock first(folder.text());
    CHECK_THROWS_WITH_AS(MemberLock(folder.text()),
                         doctest::Contains("may be this member"), UsageError);
  }
  CHECK_NOTHROW(MemberLock(folder.text()));
  std::filesystem::remove(folder / "member.lock");
  std::filesystem::create_directory(folder / "member.lock");
  CHECK_THROWS_WITH_AS(
      MemberLock(folder.text()),
      doctest::Contains("member.lock: can't be opened: Is a directory"),
      UsageError);
}

TEST_CASE("a member's memory has a history for each agreement") {
  const TemporaryFolder folder;
  MemberProof proof = simulated_proof(1, 0, "run");
  remember_in(folder.text(), proof);
  CHECK_FALSE(proof.memory);
  proof.keep({7, first_head("run", Vector::Zero(2)), {"0x2a"}});
  MemberProof again = simulated_proof(1, 0, "run");
  MemberProof other = simulated_proof(1, 0, "other run");
  remember_in(folder.text(), other);
  CHECK_FALSE(other.memory);
  other.keep({3, first_head("other run", Vector::Zero(2))});
  remember_in(folder.text(), again);
  CHECK(again.memory->asked == 7);
  CHECK(again.memory->revoked == Serials{"0x2a"});
}

}  // namespace fedltr::member_proof_test
