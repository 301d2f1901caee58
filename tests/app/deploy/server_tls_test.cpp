#include "app/deploy/server_tls.hpp"

#include "app/base/errors.hpp"
#include "app/deploy/authority.hpp"
#include "app/deploy/revocation.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::server_tls_test {
using namespace fedltr::test;

namespace {

/// Returns the server's side of a connection; nullopt if a side rejects it.
std::optional<Channel> connected(const TlsConfig& server,
                                 const TlsConfig& node) {
  Channel here(server);
  Channel there(node);
  try {
    for (int turn = 0; turn < 4; ++turn) {
      here.receive(there.take());
      there.receive(here.take());
    }
  } catch (const ChannelError&) {
    return {};
  }
  if (!here.established() || !there.established()) return {};
  return here;
}

bool lets_in(const TlsConfig& server, const TlsConfig& node) {
  return connected(server, node).has_value();
}

TlsConfig node_tls(const std::filesystem::path& folder) {
  return {read_node_credentials(folder).certificates, Side::kNode};
}

}  // namespace

TEST_CASE("a certificate that is revoked needs no restart of the server") {
  const TemporaryFolder folder;
  const auto ca = folder / "ca";
  init_authority(ca);
  const TlsConfig alice = node_tls(issue_certificate(ca, "alice"));
  const TlsConfig bob = node_tls(issue_certificate(ca, "bob"));
  ServerTls server(ca);
  const auto tls = [&] { return server.current(); };
  const auto of_alice = connected(tls(), alice);
  const auto of_bob = connected(tls(), bob);
  REQUIRE(of_alice);
  REQUIRE(of_bob);
  CHECK_FALSE(of_alice->is_revoked_by(tls()));
  CHECK(tls().context() == tls().context());  // files are read once
  revoke_certificate(ca, "alice");
  CHECK(of_alice->is_revoked_by(tls()));
  CHECK_FALSE(of_bob->is_revoked_by(tls()));
  CHECK_FALSE(Channel().is_revoked_by(tls()));
  CHECK_FALSE(lets_in(tls(), alice));
  CHECK(lets_in(tls(), bob));
}

TEST_CASE("unusable files are not used until they become usable") {
  const TemporaryFolder folder;
  const auto ca = folder / "ca";
  init_authority(ca);
  const TlsConfig alice = node_tls(issue_certificate(ca, "alice"));
  ServerTls server(ca);
  const auto tls = [&] { return server.current(); };
  const auto* const before = tls().context();
  const std::string old = read_text(ca / "server.pem");
  folder.write("ca/server.pem", "half a certif");
  CHECK(tls().context() == before);
  CHECK(lets_in(tls(), alice));
  folder.write("ca/server.pem", old);
  CHECK(lets_in(tls(), alice));
  CHECK(tls().context() != before);
  // Renewed with a new key and certificate.
  const auto* const again = tls().context();
  std::filesystem::remove(ca / "server.pem");
  std::filesystem::remove(ca / "server.key");
  CHECK(tls().context() == again);
  issue_certificate(ca, "server");
  CHECK(lets_in(tls(), alice));
  CHECK(tls().context() != again);
}

TEST_CASE("a server without certificates does not start") {
  const TemporaryFolder folder;
  CHECK_THROWS_AS(ServerTls(folder / "none"), NetworkError);
}

}  // namespace fedltr::server_tls_test
