// Certificates for keys that never leave their node.
#include <algorithm>
#include <fstream>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "actors/link/channel.hpp"
#include "app/base/errors.hpp"
#include "app/deploy/pem.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::certificate_request_test {
using test::Authority;
using test::error_of;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("a node asks, the authority signs, and no key or token travels") {
  const Authority authority;
  const fs::path node =
      request_certificate(authority.folder / "node", "carol").folder;
  CHECK(names_in(node) == Names{"carol.csr", "carol.key", "carol.token"});
  const fs::path given = sign_request(authority.ca, node / "carol.csr").folder;
  CHECK(given == authority.ca / "carol");
  CHECK(names_in(given) == Names{"ca.pem", "carol.pem"});
  for (const std::string& name : names_in(given))
    fs::copy_file(given / name, node / name);
  const Credentials carol = read_node_credentials(node);
  CHECK(carol.name == "carol");
  CHECK(knows_token(authority.ca, "carol", carol.token));
  CHECK_FALSE(knows_token(authority.ca, "alice", carol.token));
  // The request contains only the token's hash.
  const std::string request = test::read_text(node / "carol.csr");
  CHECK(request.find(carol.token) == std::string::npos);
  struct stat status {};
  for (const char* secret : {"carol.key", "carol.token"}) {
    REQUIRE(stat((node / secret).c_str(), &status) == 0);
    CHECK((status.st_mode & 0777) == 0600);
  }
}

TEST_CASE(
    "a certificate that was asked for is as good as one that was issued") {
  const Authority authority;
  const fs::path node =
      request_certificate(authority.folder / "node", "carol").folder;
  const fs::path given = sign_request(authority.ca, node / "carol.csr").folder;
  for (const char* name : {"ca.pem", "carol.pem"})
    fs::copy_file(given / name, node / name);
  Channel server(TlsConfig(read_server_credentials(authority.ca).certificates,
                           Side::kServer));
  Channel client(
      TlsConfig(read_node_credentials(node).certificates, Side::kNode));
  for (int i = 0; i < 4; ++i) {
    server.receive(client.take());
    client.receive(server.take());
  }
  CHECK(server.established());
  CHECK(server.peer() == "carol");
  CHECK(client.established());
}

TEST_CASE("a request is for a node's name, once, and by its key") {
  const Authority authority;
  const fs::path there = authority.folder / "node";
  const fs::path node = request_certificate(there, "carol").folder;
  CHECK(error_of<std::exception>([&] {
          request_certificate(there, "carol");
        }).find("exists already") != std::string::npos);
  CHECK(error_of<std::exception>([&] {
          request_certificate(there, "server");
        }).find("the server's certificate is issued where the CA is") !=
        std::string::npos);
  CHECK(error_of<std::exception>([&] {
          request_certificate(there, "../x");
        }).find("expected a name of letters") != std::string::npos);
  sign_request(authority.ca, node / "carol.csr");
  CHECK(error_of<std::exception>([&] {
          sign_request(authority.ca, node / "carol.csr");
        }).find("exists already") != std::string::npos);
  // A request can't take the certificate of an existing node either.
  const fs::path other = request_certificate(there, "alice").folder;
  CHECK(error_of<std::exception>([&] {
          sign_request(authority.ca, other / "alice.csr");
        }).find("exists already") != std::string::npos);
}

TEST_CASE("an invalid or changed request is not signed") {
  const Authority authority;
  const fs::path node =
      request_certificate(authority.folder / "node", "carol").folder;
  const fs::path file = node / "carol.csr";
  const auto fault = [&] {
    return error_of<std::exception>([&] { sign_request(authority.ca, file); });
  };
  const std::string good = test::read_text(file);
  std::string changed = good;
  char& letter = changed[changed.find('\n', 60) - 3];
  letter = letter == 'A' ? 'B' : 'A';
  std::ofstream(file, std::ios::trunc) << changed;
  CHECK(fault() != "");
  std::ofstream(file, std::ios::trunc) << "nonsense";
  CHECK(fault().find("carol.csr: is no request of fedltr ca request") !=
        std::string::npos);
  std::ofstream(file, std::ios::trunc)
      << test::read_text(authority.alice / "alice.pem");
  CHECK(fault().find("is no request") != std::string::npos);
  CHECK_FALSE(fs::exists(authority.ca / "carol"));
  CHECK_FALSE(fs::exists(authority.ca / "tokens/carol"));
  std::ofstream(file, std::ios::trunc) << good;
  CHECK(fault() == "");
}

TEST_CASE("both ends see the fingerprint of one key, others of another") {
  const Authority authority;
  const auto asked = request_certificate(authority.folder / "node", "carol");
  const auto other = request_certificate(authority.folder / "else", "carol");
  const auto given = sign_request(authority.ca, asked.folder / "carol.csr");
  CHECK(given.fingerprint == asked.fingerprint);
  CHECK(other.fingerprint != asked.fingerprint);
  CHECK(asked.fingerprint.size() == 64 + 15);  // groups of four
}

TEST_CASE("the command line asks, signs and prints the next step") {
  const test::TemporaryFolder folder;
  const std::string ca = (folder / "ca").string();
  const std::string node = (folder / "n").string();
  REQUIRE(test::fedltr_command({"ca", "init", "--ca", ca}).code == 0);
  const auto asked =
      test::fedltr_command({"ca", "request", "bob", "--out", node});
  CHECK(asked.code == 0);
  CHECK(asked.out.find("bob.csr: send this to the authority") !=
        std::string::npos);
  const auto given = test::fedltr_command(
      {"ca", "sign", node + "/bob/bob.csr", "--ca", ca, "--days", "30"});
  CHECK(given.code == 0);
  CHECK(given.out.find("send its files back") != std::string::npos);
  CHECK(test::fedltr_command({"ca", "sign", node + "/none.csr", "--ca", ca})
            .code != 0);
  CHECK(test::fedltr_command({"ca", "request"}).code == 2);
}

TEST_CASE("a signature that can't be kept leaves nothing behind") {
  const Authority authority;
  const auto asked = request_certificate(authority.folder / "node", "carol");
  fs::create_symlink(authority.folder / "nowhere/x",
                     authority.ca / "tokens/carol");
  CHECK(error_of<std::exception>([&] {
          sign_request(authority.ca, asked.folder / "carol.csr");
        }) != "");
  CHECK_FALSE(fs::exists(authority.ca / "carol"));
  CHECK_THROWS_AS(sign_request(authority.ca, asked.folder / "none.csr"),
                  UsageError);
  CHECK_THROWS_AS(request_certificate("", "bob"), UsageError);
}

}  // namespace fedltr::certificate_request_test
