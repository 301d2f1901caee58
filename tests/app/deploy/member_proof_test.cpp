#include "app/deploy/member_proof.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/deploy/certificate.hpp"
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

/// Returns why a certificate is not valid for a name; empty if it is.
std::string refusal(const Certify& certify, const std::string& certificate) {
  try {
    certify(1, certificate);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a certificate of the authority verifies what its key signs") {
  const pem::Issuer issuer = made_issuer();
  openssl::Key key = pem::make_key();
  const std::string certificate =
      pem::certify("east", key.get(), issuer, Side::kNode, 1);
  const Certify certify = certify_by(issuer.text, {"north", "east"});
  const SignatureKey signer{std::shared_ptr<EVP_PKEY>(std::move(key))};
  const SignatureKey read = certify(1, certificate);
  const std::string signature = signer.sign("text");
  CHECK(read.verifies("text", signature));
  CHECK_FALSE(read.verifies("another", signature));
}

TEST_CASE("certificates of others are refused with the reason") {
  const pem::Issuer issuer = made_issuer();
  const pem::Issuer stranger = made_issuer();
  const Certify certify = certify_by(issuer.text, {"north", "east"});
  const auto made = [&](const char* name, const pem::Issuer& by, Side side,
                        int days) {
    return refusal(certify,
                   pem::certify(name, pem::make_key().get(), by, side, days));
  };
  CHECK(made("east", issuer, Side::kNode, 1) == "");
  CHECK(made("north", issuer, Side::kNode, 1) ==
        "it is of another name, north");
  CHECK(made("east", stranger, Side::kNode, 1) != "");
  CHECK(made("east", issuer, Side::kServer, 1) != "");
  CHECK(made("east", issuer, Side::kNode, -1) == "certificate has expired");
  CHECK(refusal(certify, "text") == "it is no certificate");
}

TEST_CASE("one process at a time has a member's memory") {
  const TemporaryFolder folder;
  MemberProof proof = simulated_proof(1, 0, "run");
  remember_in(folder.text(), proof);
  CHECK_FALSE(proof.memory);
  proof.keep({7, first_head("run", Vector::Zero(2))});
  MemberProof again = simulated_proof(1, 0, "run");
  CHECK_THROWS_AS(remember_in(folder.text(), again), UsageError);
  proof.keep = {};
  MemberProof other = simulated_proof(1, 0, "other run");
  remember_in(folder.text(), other);
  CHECK_FALSE(other.memory);
  other.keep({3, first_head("other run", Vector::Zero(2))});
  other.keep = {};
  remember_in(folder.text(), again);
  CHECK(again.memory->asked == 7);
}

}  // namespace fedltr::member_proof_test
