#include "app/deploy/revocation.hpp"

#include <fstream>
#include <thread>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/base/errors.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::revocation_test {

namespace fs = std::filesystem;
using test::Authority;
using test::error_of;
using test::has;

/// Error of a handshake; empty if it succeeds.
std::string handshake(const Credentials& server, const Credentials& node) {
  Channel here(TlsConfig(server.certificates, Side::kServer));
  Channel there(TlsConfig(node.certificates, Side::kNode));
  return error_of<std::exception>([&] {
    for (int i = 0; i < 4; ++i) {
      here.receive(there.take());
      there.receive(here.take());
    }
    if (!here.established()) throw std::runtime_error("not established");
  });
}

TEST_CASE("a certificate on the list is refused, others are not") {
  const Authority authority;
  issue_certificate(authority.ca, "bob");
  const Credentials alice = read_node_credentials(authority.alice);
  const Credentials bob = read_node_credentials(authority.ca / "bob");
  CHECK(handshake(read_server_credentials(authority.ca), alice) == "");
  CHECK(revoke_certificate(authority.ca, "alice") == 1);
  const Credentials server = read_server_credentials(authority.ca);
  has(handshake(server, alice), "revoked");
  CHECK(handshake(server, bob) == "");
  // A server that started without a revocation list checks the token.
  CHECK_FALSE(knows_token(authority.ca, "alice", alice.token));
  CHECK(knows_token(authority.ca, "bob", bob.token));
}

TEST_CASE("revoked once, listed once; a new certificate is good") {
  const Authority authority;
  fs::copy_file(authority.alice / "alice.pem", authority.folder / "old.pem");
  CHECK(revoke_certificate(authority.ca, "alice") == 1);
  CHECK(revoke_certificate(authority.ca, "alice") == 1);
  fs::remove_all(authority.alice);
  const Credentials anew =
      read_node_credentials(issue_certificate(authority.ca, "alice"));
  CHECK(handshake(read_server_credentials(authority.ca), anew) == "");
  CHECK(knows_token(authority.ca, "alice", anew.token));
  CHECK(revoke_certificate(authority.ca, "alice",
                           authority.folder / "old.pem") == 1);
  CHECK(revoke_certificate(authority.ca, "alice") == 2);
  has(handshake(read_server_credentials(authority.ca), anew), "revoked");
}

TEST_CASE("each of several certificates revoked at once is on the list") {
  const Authority authority;
  constexpr int kNodes = 6;
  for (int n = 0; n < kNodes; ++n)
    issue_certificate(authority.ca, "node" + std::to_string(n));
  {
    std::vector<std::jthread> at_once;
    for (int n = 0; n < kNodes; ++n)
      at_once.emplace_back([&, n] {
        revoke_certificate(authority.ca, "node" + std::to_string(n));
      });
  }
  CHECK(revoke_certificate(authority.ca, "alice") == kNodes + 1);
}

TEST_CASE("an impossible revocation is refused, and changes nothing") {
  const Authority authority;
  const Authority other;
  const auto said = [&](const std::string& name, const fs::path& file = {}) {
    return error_of<std::exception>(
        [&] { revoke_certificate(authority.ca, name, file); });
  };
  has(said("bob"), "fedltr ca revoke bob --certificate FILE");
  has(said("server"), "expected the name of a node");
  has(said("../x"), "expected the name of a node");
  has(said("alice", other.alice / "alice.pem"), "is not of this authority");
  issue_certificate(authority.ca, "bob");
  has(said("alice", authority.ca / "bob" / "bob.pem"),
      "is not the certificate of 'alice'");
  CHECK_FALSE(fs::exists(authority.ca / "crl.pem"));
  CHECK(fs::exists(authority.ca / "tokens" / "alice"));
}

TEST_CASE("a token goes even where the list is damaged") {
  const Authority authority;
  std::ofstream(authority.ca / "crl.pem") << "nonsense";
  has(error_of<std::exception>(
          [&] { revoke_certificate(authority.ca, "alice"); }),
      "is no list of revoked certificates");
  CHECK_FALSE(fs::exists(authority.ca / "tokens" / "alice"));
}

TEST_CASE(
    "a list that is damaged, another's or open to others starts nothing") {
  const Authority authority;
  const Authority other;
  revoke_certificate(authority.ca, "alice");
  revoke_certificate(other.ca, "alice");
  const fs::path list = authority.ca / "crl.pem";
  const std::string good = test::read_text(list);
  const auto said = [&](const std::string& text) {
    std::ofstream(list) << text;
    return error_of<std::exception>(
        [&] { read_server_credentials(authority.ca); });
  };
  CHECK(said(good) == "");
  has(said("nonsense"), "is no list of revoked certificates");
  has(said(test::read_text(other.ca / "crl.pem")), "is not signed by");
  has(said(""), "is no list");
  std::ofstream(list) << good;
  chmod(list.c_str(), 0666);
  has(error_of<std::exception>([&] { read_server_credentials(authority.ca); }),
      "chmod go-w");
}

TEST_CASE("the command prints what it did, and what comes next") {
  const Authority authority;
  const auto outcome = test::fedltr_command(
      {"ca", "revoke", "alice", "--ca", authority.ca.string()});
  CHECK(outcome.code == 0);
  has(outcome.out, "crl.pem (1 in all)");
  has(outcome.out, "on another machine once it has this crl.pem");
  has(outcome.out, "then fedltr ca sign (or ca issue)");
  CHECK(test::fedltr_command({"ca", "revoke"}).code == 2);
  CHECK(test::fedltr_command(
            {"ca", "revoke", "bob", "--ca", authority.ca.string()})
            .code == 2);
}

}  // namespace fedltr::revocation_test
