#include "app/deploy/passphrase.hpp"

#include <fstream>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/deploy/pem.hpp"
#include "app/deploy/revocation.hpp"
#include "tests/support/authority.hpp"

namespace fedltr::passphrase_test {
using test::error_of;
using test::TemporaryFolder;

namespace {

std::string file_with(const std::filesystem::path& file,
                      const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
  chmod(file.c_str(), 0600);
  return file.string();
}

Passphrase giving(const std::string& phrase) {
  return [phrase] { return phrase; };
}

}  // namespace

TEST_CASE("a passphrase is a file's first line, whatever ends it") {
  const TemporaryFolder folder;
  for (const auto* text :
       {"a phrase", "a phrase\n", "a phrase\r\n", "a phrase\nand a remark\n"})
    CHECK(read_passphrase(file_with(folder / "phrase", text)) == "a phrase");
}

TEST_CASE("no passphrase, one too long or one too short is refused") {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) {
    return error_of<std::exception>(
        [&] { new_passphrase(file_with(folder / "phrase", text)); });
  };
  CHECK(refusal("\nsecond") ==
        (folder / "phrase").string() +
            ": a passphrase of 0 bytes, but must be of 1 to 1000");
  CHECK(refusal("1234567").ends_with(
      "a passphrase of 7 bytes, but must be of 8 to 1000"));
  CHECK(refusal("12345678") == "");
  CHECK(refusal(std::string(1000, 'x')) == "");
  CHECK(refusal(std::string(1001, 'x'))
            .ends_with("a passphrase of 1001 bytes, but must be of 1 to 1000"));
}

TEST_CASE("an enciphered authority works with its passphrase only") {
  const TemporaryFolder folder;
  const auto ca = folder / "ca";
  init_authority(ca, "correct horse");
  const std::string key = (ca / "ca.key").string();
  CHECK(pem::read_secret(key).starts_with(
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\n"));
  CHECK(error_of<std::exception>([&] { issue_certificate(ca, "alice"); }) ==
        key + ": is no private key, or one with a passphrase");
  for (const auto* wrong :
       {"", "correct hors", "correct horse ", "Correct horse"})
    CHECK(error_of<std::exception>([&] {
            issue_certificate(ca, "alice", 365, giving(wrong));
          }) == key + ": the passphrase is wrong, or the file is damaged");
  CHECK_FALSE(std::filesystem::exists(ca / "alice"));
  issue_certificate(ca, "alice", 365, giving("correct horse"));
  CHECK(read_node_credentials(ca / "alice").name == "alice");
  CHECK(read_server_credentials(ca).name == "server");
  CHECK(revoke_certificate(ca, "alice", {}, giving("correct horse")) == 1);
}

TEST_CASE("a key without a passphrase causes no prompt") {
  const TemporaryFolder folder;
  const auto ca = folder / "ca";
  init_authority(ca);
  bool is_asked = false;
  issue_certificate(ca, "alice", 365, [&] {
    is_asked = true;
    return std::string();
  });
  CHECK_FALSE(is_asked);
}

}  // namespace fedltr::passphrase_test
