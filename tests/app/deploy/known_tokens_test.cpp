#include "app/deploy/known_tokens.hpp"

#include <chrono>
#include <fstream>
#include <thread>

#include <doctest/doctest.h>

#include "algorithms/privacy/signature.hpp"
#include "app/deploy/authority.hpp"
#include "tests/support/authority.hpp"

namespace fedltr::known_tokens_test {
using test::Authority;

namespace {

namespace fs = std::filesystem;

/// Waits until a change of a file differs from the last one in its time.
void settle() {
  std::this_thread::sleep_for(std::chrono::milliseconds(150));
}

}  // namespace

TEST_CASE("a token that matched is looked at again once its file changes") {
  const Authority authority;
  const fs::path file = authority.ca / "tokens" / "alice";
  const std::string token = read_node_credentials(authority.alice).token;
  KnownTokens known(authority.ca);
  const auto matches = [&] { return known.matches("alice", token); };
  const auto write = [&](const std::string& hash) {
    settle();
    REQUIRE(matches() == true);
    REQUIRE(matches() == true);
    std::ofstream(file, std::ios::trunc) << hash << "\n";
  };
  // In place, and of the same size.
  write(digest_of("another"));
  CHECK(matches() == false);
  std::ofstream(file, std::ios::trunc) << digest_of(token) << "\n";
  write(digest_of(token));
  CHECK(matches() == true);
  settle();
  CHECK(matches() == true);
  fs::permissions(file, fs::perms::others_write, fs::perm_options::add);
  CHECK_FALSE(matches().has_value());
  fs::permissions(file, fs::perms::others_write, fs::perm_options::remove);
  CHECK(matches() == true);
  settle();
  CHECK(matches() == true);
  fs::remove(file);
  CHECK(matches() == false);
}

TEST_CASE("a name whose token matched does not admit another token") {
  const Authority authority;
  const std::string token = read_node_credentials(authority.alice).token;
  KnownTokens known(authority.ca);
  settle();
  CHECK(known.matches("alice", token) == true);
  CHECK(known.matches("alice", token + " ") == false);
  CHECK(known.matches("alice", "") == false);
  CHECK(known.matches("bob", token) == false);
  CHECK(known.matches("../tokens/alice", token) == false);
  CHECK(known.matches("alice", token) == true);
}

}  // namespace fedltr::known_tokens_test
