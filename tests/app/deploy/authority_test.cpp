#include "app/deploy/authority.hpp"

#include <fstream>

#include <doctest/doctest.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include "app/deploy/pem.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_disk.hpp"

namespace fedltr::authority_test {
using test::Authority;
using test::error_of;
using test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

mode_t mode_of(const fs::path& file) {
  struct stat status {};
  stat(file.c_str(), &status);
  return status.st_mode & 0777;
}

}  // namespace

TEST_CASE("a CA writes what is secret for its owner only, and only once") {
  const Authority authority;
  for (const char* secret : {"ca/ca.key", "ca/server.key", "ca/alice/alice.key",
                             "ca/alice/alice.token", "ca/tokens/alice"})
    CHECK(mode_of(authority.folder / secret) == 0600);
  CHECK(error_of<std::exception>([&] {
          init_authority(authority.ca);
        }).find("not overwritten") != std::string::npos);
  CHECK(error_of<std::exception>([&] {
          issue_certificate(authority.ca, "alice");
        }).find("not overwritten") != std::string::npos);
  CHECK(error_of<std::exception>([&] {
          issue_certificate(authority.ca, "server");
        }).find("not overwritten") != std::string::npos);
  for (const char* name : {"", "..", "a/b", "a b", "ca", "tokens", "-x"})
    CHECK(error_of<std::exception>([&] {
            issue_certificate(authority.ca, name);
          }).find("expected a name") != std::string::npos);
}

TEST_CASE("every certificate issued can be read again") {
  const Authority authority;
  for (int i = 0; i < 1000; ++i) {
    const auto folder =
        issue_certificate(authority.ca, "n" + std::to_string(i));
    REQUIRE(error_of<std::exception>([&] { read_node_credentials(folder); }) ==
            "");
  }
}

TEST_CASE("an existing folder keeps its rights, half a pair its file") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "ca");
  fs::permissions(folder / "ca", fs::perms(0755));
  init_authority(folder / "ca");
  CHECK(mode_of(folder / "ca") == 0755);
  CHECK(mode_of(folder / "ca" / "ca.key") == 0600);
  CHECK(mode_of(folder / "ca" / "tokens") == 0700);
  // If a key is lost, its certificate stays: a new key would not match it.
  fs::remove(folder / "ca" / "server.key");
  test::has(error_of<std::exception>(
                [&] { issue_certificate(folder / "ca", "server"); }),
            "server.pem: exists already");
  CHECK_FALSE(fs::exists(folder / "ca" / "server.key"));
  fs::remove(folder / "ca" / "server.pem");
  issue_certificate(folder / "ca", "server");
  CHECK(error_of<std::exception>(
            [&] { read_server_credentials(folder / "ca"); }) == "");
}

namespace {

/// Extension of a certificate, as OpenSSL prints it.
std::string extension_of(X509* certificate, int kind) {
  const int place = X509_get_ext_by_NID(certificate, kind, -1);
  if (place < 0) return "";
  BIO* const out = BIO_new(BIO_s_mem());
  X509V3_EXT_print(out, X509_get_ext(certificate, place), 0, 0);
  char* text = nullptr;
  const long size = BIO_get_mem_data(out, &text);
  std::string printed(text, static_cast<std::size_t>(size));
  BIO_free(out);
  return printed;
}

pem::Certificate certificate_in(const fs::path& file) {
  return pem::parse_certificate(file, pem::read_text(file));
}

/// Days from now until a certificate ends, rounded.
int days_left(X509* certificate) {
  int days = 0;
  int seconds = 0;
  ASN1_TIME_diff(&days, &seconds, nullptr, X509_get0_notAfter(certificate));
  return days + (seconds > 43200 ? 1 : 0);
}

}  // namespace

TEST_CASE("a certificate names its owner, its side, and its period") {
  const Authority authority;
  const auto ca = certificate_in(authority.ca / "ca.pem");
  const auto server = certificate_in(authority.ca / "server.pem");
  const auto alice = certificate_in(authority.alice / "alice.pem");
  CHECK(extension_of(ca.get(), NID_basic_constraints) == "CA:TRUE, pathlen:0");
  CHECK(extension_of(ca.get(), NID_key_usage) == "Certificate Sign, CRL Sign");
  CHECK(days_left(ca.get()) == kDaysOfAuthority);
  for (X509* each : {server.get(), alice.get()}) {
    CHECK(extension_of(each, NID_basic_constraints) == "CA:FALSE");
    CHECK(extension_of(each, NID_key_usage) == "Digital Signature");
    CHECK(days_left(each) == kDaysOfCertificate);
    // Two machines' clocks differ slightly.
    CHECK(X509_cmp_current_time(X509_get0_notBefore(each)) < 0);
    CHECK(X509_check_issued(ca.get(), each) == X509_V_OK);
    CHECK(EVP_PKEY_get_bits(X509_get0_pubkey(each)) == 256);
  }
  CHECK(extension_of(server.get(), NID_ext_key_usage) ==
        "TLS Web Server Authentication");
  CHECK(extension_of(alice.get(), NID_ext_key_usage) ==
        "TLS Web Client Authentication");
  CHECK(extension_of(alice.get(), NID_subject_alt_name) == "DNS:alice");
  CHECK(ASN1_INTEGER_cmp(X509_get0_serialNumber(server.get()),
                         X509_get0_serialNumber(alice.get())) != 0);
  const auto brief =
      certificate_in(issue_certificate(authority.ca, "brief", 3) / "brief.pem");
  CHECK(days_left(brief.get()) == 3);
}

TEST_CASE("a name is at most as long as a certificate can have it") {
  const Authority authority;
  const std::string longest(64, 'n');  // ub-common-name of RFC 5280
  CHECK(is_node_name(longest));
  CHECK(!is_node_name(longest + "n"));
  for (const char* name : {"a", "A.b-c_9", "_", "9"})
    CHECK_MESSAGE(is_node_name(name), name);
  for (const char* name : {".a", "-a", "a\n", "\u00e9", "a\\b", "a,b", "a=b"})
    CHECK_MESSAGE(!is_node_name(name), name);
  const auto folder = issue_certificate(authority.ca, longest);
  CHECK(read_node_credentials(folder).name == longest);
}

TEST_CASE("no node takes the place of a file of the authority") {
  const Authority authority;
  for (const char* name : {"ca.pem", "ca.key", "server.pem", "server.key"}) {
    const std::string before = test::read_text(authority.ca / name);
    test::has(error_of<std::exception>(
                  [&] { issue_certificate(authority.ca, name); }),
              "and not one that ends in .pem");
    CHECK(test::read_text(authority.ca / name) == before);
  }
  // Not written yet: the list of revoked certificates.
  test::has(error_of<std::exception>(
                [&] { issue_certificate(authority.ca, "crl.pem"); }),
            "and not one that ends in .pem");
  CHECK_FALSE(std::filesystem::exists(authority.ca / "crl.pem"));
}

TEST_CASE("a node that was kept out stays so until its folder is removed") {
  const Authority authority;
  const std::string token = read_node_credentials(authority.alice).token;
  fs::remove(authority.ca / "tokens" / "alice");
  test::has(error_of<std::exception>(
                [&] { issue_certificate(authority.ca, "alice"); }),
            "alice: exists already");
  fs::remove_all(authority.alice);
  issue_certificate(authority.ca, "alice");
  CHECK_FALSE(knows_token(authority.ca, "alice", token));
  // If a folder is lost, its token stays: no other node can take the name.
  fs::remove_all(authority.alice);
  test::has(error_of<std::exception>(
                [&] { issue_certificate(authority.ca, "alice"); }),
            "tokens/alice: exists already");
}

TEST_CASE("an authority's gaps are reported before it issues anything") {
  const Authority authority;
  const Authority other;
  const auto fault = [&] {
    return error_of<std::exception>(
        [&] { issue_certificate(authority.ca, "bob"); });
  };
  const auto with = [&](const char* file, const std::string& text) {
    const std::string kept = test::read_text(authority.ca / file);
    std::ofstream(authority.ca / file, std::ios::trunc) << text;
    const std::string told = fault();
    std::ofstream(authority.ca / file, std::ios::trunc) << kept;
    return told;
  };
  test::has(with("ca.key", "nonsense"), "ca.key: is no private key");
  test::has(with("ca.pem", "nonsense"), "ca.pem: is no certificate");
  // Otherwise nodes would notice only when they connect.
  test::has(with("ca.key", test::read_text(other.ca / "ca.key")),
            "ca.key: is not the key of ");
  fs::permissions(authority.ca / "ca.key", fs::perms(0604));
  test::has(fault(), "ca.key: others can read or change it: chmod 600");
  fs::remove(authority.ca / "ca.key");
  test::has(fault(), "ca.key: can't be read");
  CHECK_FALSE(fs::exists(authority.ca / "bob"));
  CHECK_FALSE(fs::exists(authority.ca / "tokens" / "bob"));
}

TEST_CASE("a full disk leaves no half of a secret behind") {
  const TemporaryFolder folder;
  {
    const test::SmallDisk disk(100);
    test::has(error_of<std::exception>([&] { init_authority(folder / "ca"); }),
              "ca.key: File too large");
  }
  CHECK_FALSE(fs::exists(folder / "ca" / "ca.key"));
  init_authority(folder / "ca");  // no incomplete authority is in the way
  CHECK(error_of<std::exception>(
            [&] { read_server_credentials(folder / "ca"); }) == "");
}

}  // namespace fedltr::authority_test
