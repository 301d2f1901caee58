#include "app/deploy/rights.hpp"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::rights_test {
using test::Authority;
using test::error_of;

namespace {

constexpr uid_t kRoot = 0;
constexpr uid_t kUser = 1000;

}  // namespace

TEST_CASE("a private secret is readable by its owner alone") {
  for (const uid_t user : {kUser, kRoot}) {
    for (const mode_t mode : {0600, 0400, 0700})
      CHECK(fault_of_secret(mode, user, user) == "");
    for (const mode_t mode : {0640, 0440, 0604, 0620, 0644, 0601})
      CHECK(fault_of_secret(mode, user, user) ==
            "others can read or change it: chmod 600");
  }
}

TEST_CASE("a secret that is mounted for a service may be its group's") {
  // Modes of Kubernetes with fsGroup and defaultMode 0440 or 0400, and of
  // systemd's LoadCredential.
  for (const mode_t mode : {0440, 0640, 0400, 0600})
    CHECK(fault_of_secret(mode, kRoot, kUser) == "");
  for (const mode_t mode : {0644, 0444, 0660, 0460, 0450})
    CHECK(fault_of_secret(mode, kRoot, kUser) ==
          "others can read or change it: chmod 440");
}

TEST_CASE("another user's file is not to be relied on") {
  CHECK(fault_of_secret(0400, 1001, kUser) ==
        "it belongs to another user: chown it");
  CHECK(fault_of_public(0644, 1001, kRoot, false) ==
        "it belongs to another user: chown it");
}

TEST_CASE("only the owner can change the files that decide on admission") {
  for (const mode_t mode : {0644, 0755, 0700, 0600, 0444})
    CHECK(fault_of_public(mode, kUser, kUser, false) == "");
  for (const mode_t mode : {0666, 0664, 0777, 0775, 01777}) {
    CHECK(fault_of_public(mode, kRoot, kUser, false) ==
          "others can change it: chmod go-w");
    CHECK(fault_of_public(mode, kRoot, kUser, true) == "");  // read-only mount
  }
}

TEST_CASE("the server checks its folder, tokens and certificates") {
  for (const char* name :
       {"", "tokens", "tokens/alice", "ca.pem", "server.pem"}) {
    const Authority authority;
    const auto path = *name ? authority.ca / name : authority.ca;
    CHECK(error_of<std::exception>(
              [&] { read_server_credentials(authority.ca); }) == "");
    chmod(path.c_str(), 0777);
    test::has(error_of<std::exception>(
                  [&] { read_server_credentials(authority.ca); }),
              "others can change it: chmod go-w " + path.string());
  }
}

TEST_CASE("a node looks at what it believes its server by") {
  const Authority authority;
  chmod((authority.alice / "ca.pem").c_str(), 0666);
  test::has(
      error_of<std::exception>([&] { read_node_credentials(authority.alice); }),
      "ca.pem: others can change it: chmod go-w");
}

TEST_CASE("a token that others became able to change admits no node") {
  const Authority authority;
  const std::string token = read_node_credentials(authority.alice).token;
  CHECK(knows_token(authority.ca, "alice", token));
  chmod((authority.ca / "tokens/alice").c_str(), 0666);
  CHECK_FALSE(knows_token(authority.ca, "alice", token));
}

TEST_CASE("secrets are read through links, as Kubernetes mounts them") {
  const Authority authority;
  const auto mounted = authority.folder / "mounted";
  std::filesystem::create_directories(mounted);
  std::filesystem::rename(authority.alice, mounted / "..2026");
  std::filesystem::create_directory_symlink("..2026", mounted / "..data");
  for (const char* name : {"ca.pem", "alice.pem", "alice.key", "alice.token"})
    std::filesystem::create_symlink(std::string("..data/") + name,
                                    mounted / name);
  CHECK(read_node_credentials(mounted).name == "alice");
}

TEST_CASE("a pipe in place of a certificate is not waited for") {
  const Authority authority;
  const auto file = authority.alice / "alice.pem";
  std::filesystem::remove(file);
  REQUIRE(mkfifo(file.c_str(), 0600) == 0);
  test::has(
      error_of<std::exception>([&] { read_node_credentials(authority.alice); }),
      "alice.pem: can't be read");
}

}  // namespace fedltr::rights_test
