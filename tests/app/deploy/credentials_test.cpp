// Reading certificates and tokens, and the peers they admit.
#include <fstream>

#include <doctest/doctest.h>
#include <openssl/pem.h>
#include <sys/stat.h>

#include "actors/link/channel.hpp"
#include "algorithms/privacy/signature.hpp"
#include "app/deploy/pem.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::credentials_test {
using test::Authority;
using test::error_of;

namespace {

namespace fs = std::filesystem;

/// Passes bytes both ways until none are left; returns what each side received.
std::pair<std::string, std::string> shuttle(Channel& a, Channel& b) {
  std::pair<std::string, std::string> heard;
  while (true) {
    const std::string to_b = a.take();
    const std::string to_a = b.take();
    if (to_a.empty() && to_b.empty()) return heard;
    if (!to_b.empty()) heard.second += b.receive(to_b);
    if (!to_a.empty()) heard.first += a.receive(to_a);
  }
}

TlsConfig server_of(const fs::path& authority) {
  return {read_server_credentials(authority).certificates, Side::kServer};
}

TlsConfig node_of(const fs::path& folder) {
  return {read_node_credentials(folder).certificates, Side::kNode};
}

/// Error of the handshake; empty if it succeeds.
std::string fault_of(const TlsConfig& server, const TlsConfig& node) {
  Channel a(server);
  Channel b(node);
  try {
    shuttle(a, b);
    return a.established() && b.established() ? "" : "not established";
  } catch (const ChannelError& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("a node and its server know each other, by name") {
  const Authority authority;
  Channel server(server_of(authority.ca));
  Channel node(node_of(authority.alice));
  node.send("early");  // waits until the server is known
  const auto heard = shuttle(server, node);
  CHECK(heard.first == "early");
  CHECK(server.peer() == "alice");
  CHECK(node.peer() == "server");
  const std::string large(1000000, 'x');
  server.send(large);
  CHECK(shuttle(server, node).second == large);
}

TEST_CASE("strangers are kept out on either side") {
  const Authority ours;
  const Authority theirs;
  CHECK(fault_of(server_of(ours.ca), node_of(ours.alice)) == "");
  CHECK(fault_of(server_of(ours.ca), node_of(theirs.alice)) != "");
  CHECK(fault_of(server_of(theirs.ca), node_of(ours.alice)) != "");
  // A node's certificate does not work for a server, nor a server's for a node.
  const TlsConfig as_server(read_node_credentials(ours.alice).certificates,
                            Side::kServer);
  const TlsConfig as_node(read_server_credentials(ours.ca).certificates,
                          Side::kNode);
  CHECK(fault_of(as_server, node_of(ours.alice)).find("purpose") !=
        std::string::npos);
  CHECK(fault_of(server_of(ours.ca), as_node).find("purpose") !=
        std::string::npos);
}

TEST_CASE("bytes that are not TLS are an error, not a crash") {
  const Authority authority;
  for (const std::string& bytes :
       {std::string("GET / HTTP/1.0\r\n\r\n"), std::string(32, '\1'),
        std::string(100, '\xff'),
        std::string("\x16\x03\x01\xff\xff", 5) + std::string(300, 'x')}) {
    Channel server(server_of(authority.ca));
    CHECK_THROWS_AS(
        {
          server.receive(bytes);
          server.receive(std::string(70000, '\0'));
        },
        ChannelError);
  }
}

TEST_CASE("a token is known while its hash exists") {
  const Authority authority;
  const std::string token = read_node_credentials(authority.alice).token;
  CHECK(token.size() == 64);
  CHECK(knows_token(authority.ca, "alice", token));
  CHECK_FALSE(knows_token(authority.ca, "alice", token + " "));
  CHECK_FALSE(knows_token(authority.ca, "alice", ""));
  CHECK_FALSE(knows_token(authority.ca, "bob", token));
  CHECK_FALSE(knows_token(authority.ca, "../tokens/alice", token));
  fs::remove(authority.ca / "tokens" / "alice");
  CHECK_FALSE(knows_token(authority.ca, "alice", token));
}

TEST_CASE("a token that can't be read is neither known nor withdrawn") {
  const Authority authority;
  const std::string token = read_node_credentials(authority.alice).token;
  const fs::path tokens = authority.ca / "tokens";
  const fs::path file = tokens / "alice";
  const auto matches = [&] {
    return token_matches(authority.ca, "alice", token);
  };
  CHECK(matches() == true);
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  CHECK_FALSE(matches().has_value());
  fs::permissions(file, fs::perms::others_write, fs::perm_options::remove);
  fs::rename(tokens, authority.ca / "not-mounted");
  CHECK_FALSE(matches().has_value());
  fs::rename(authority.ca / "not-mounted", tokens);
  fs::remove(file);
  CHECK(matches() == false);
  fs::create_directory(file);
  CHECK_FALSE(matches().has_value());
  CHECK_FALSE(knows_token(authority.ca, "alice", token));
}

TEST_CASE("certificates are checked before anything listens") {
  const Authority authority;
  const Authority other;
  const auto server = [&] {
    return error_of<std::exception>(
        [&] { read_server_credentials(authority.ca); });
  };
  const auto node = [&](const fs::path& folder) {
    return error_of<std::exception>([&] { read_node_credentials(folder); });
  };
  CHECK(server() == "");
  CHECK(node(authority.alice) == "");
  test::has(node(authority.ca), "expected one NAME.token");
  const auto old = issue_certificate(authority.ca, "old", -1);
  test::has(node(old), "expired");
  const auto replaced = [&](const char* file, const std::string& text,
                            mode_t mode = 0600) {
    const fs::path path = authority.ca / file;
    const std::string kept = test::read_text(path);
    std::ofstream(path, std::ios::trunc) << text;
    chmod(path.c_str(), mode);
    const std::string complaint = server();
    std::ofstream(path, std::ios::trunc) << kept;
    chmod(path.c_str(), 0600);
    return complaint;
  };
  test::has(replaced("server.key", test::read_text(other.ca / "server.key")),
            "is not the key of");
  test::has(replaced("server.key", "nonsense"), "is no private key");
  test::has(replaced("server.pem", ""), "is no certificate");
  test::has(replaced("ca.pem", test::read_text(other.ca / "ca.pem")),
            "server.pem: ");
  test::has(replaced("server.key", test::read_text(authority.ca / "server.key"),
                     0640),
            "chmod 600");
  test::has(replaced("server.pem", std::string(100000, 'x')), "too large");
  CHECK(server() == "");
}

TEST_CASE("a node's folder has one token, for its owner only") {
  const Authority authority;
  const auto fault = [&] {
    return error_of<std::exception>(
        [&] { read_node_credentials(authority.alice); });
  };
  const fs::path token = authority.alice / "alice.token";
  chmod(token.c_str(), 0644);
  test::has(fault(), "alice.token: others can read or change it: chmod 600");
  chmod(token.c_str(), 0600);
  fs::copy_file(token, authority.alice / "bob.token");
  test::has(fault(),
            "expected one NAME.token, of fedltr ca request NAME or ca issue "
            "NAME; it has 2");
  fs::remove(token);  // bob has no certificate here
  test::has(fault(), "bob.pem: can't be read");
  fs::remove(authority.alice / "bob.token");
  test::has(fault(), "it has 0");
  test::has(error_of<std::exception>(
                [&] { read_node_credentials(authority.ca / "none"); }),
            "none: there is no such folder");
}

TEST_CASE("a token is read without the ends of its lines") {
  const Authority authority;
  const std::string token = read_node_credentials(authority.alice).token;
  const fs::path file = authority.alice / "alice.token";
  CHECK(test::read_text(file) == token + "\n");
  for (const char* end : {"", "\n\n", "\r\n"}) {
    std::ofstream(file, std::ios::trunc) << token << end;
    CHECK(read_node_credentials(authority.alice).token == token);
  }
}

TEST_CASE("a damaged hash admits no node") {
  const Authority authority;
  const std::string token = read_node_credentials(authority.alice).token;
  const fs::path file = authority.ca / "tokens" / "alice";
  const std::string hash = test::read_text(file);
  REQUIRE(hash == digest_of(token) + "\n");
  for (const std::string& damaged :
       {std::string(), std::string("\n"), hash.substr(0, 63), "0" + hash,
        "\n" + hash, hash.substr(1), digest_of("")}) {
    std::ofstream(file, std::ios::trunc) << damaged;
    CHECK_FALSE(knows_token(authority.ca, "alice", token));
  }
  // The hash itself does not work as a token.
  std::ofstream(file, std::ios::trunc) << hash;
  CHECK_FALSE(knows_token(authority.ca, "alice", digest_of(token)));
  CHECK(knows_token(authority.ca, "alice", token));
}

TEST_CASE("a key with a passphrase is refused without a prompt") {
  const Authority authority;
  const fs::path file = authority.alice / "alice.key";
  const auto key = pem::parse_key(file, pem::read_secret(file));
  BIO* const out = BIO_new_file(file.c_str(), "w");
  REQUIRE(PEM_write_bio_PKCS8PrivateKey(out, key.get(), EVP_aes_256_cbc(),
                                        "secret", 6, nullptr, nullptr) == 1);
  BIO_free(out);
  test::has(
      error_of<std::exception>([&] { read_node_credentials(authority.alice); }),
      "alice.key: is no private key, or one with a passphrase");
}

TEST_CASE("a folder without an authority is an error that names the command") {
  const test::TemporaryFolder folder;
  test::has(
      error_of<std::exception>([&] { read_server_credentials(folder.text()); }),
      "holds no ca.pem; fedltr ca init makes a CA");
  const Authority authority;
  fs::remove(authority.ca / "server.pem");
  test::has(
      error_of<std::exception>([&] { read_server_credentials(authority.ca); }),
      "server.pem: can't be read");
  fs::create_directory(authority.ca / "server.pem");
  test::has(
      error_of<std::exception>([&] { read_server_credentials(authority.ca); }),
      "server.pem: can't be read");
}

TEST_CASE("an expired server is reported before it listens") {
  const Authority authority;
  for (const char* file : {"server.pem", "server.key"})
    fs::remove(authority.ca / file);
  issue_certificate(authority.ca, "server", -1);
  test::has(
      error_of<std::exception>([&] { read_server_credentials(authority.ca); }),
      "server.pem: the server's certificate expired on");
}

}  // namespace fedltr::credentials_test
