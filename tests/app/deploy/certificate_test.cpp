#include "app/deploy/certificate.hpp"

#include <cstdlib>
#include <ctime>
#include <set>

#include <doctest/doctest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <sys/stat.h>

#include "app/base/errors.hpp"
#include "tests/support/authority.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::certificate_test {
using test::error_of;
using test::has;
using test::TemporaryFolder;

namespace {

namespace fs = std::filesystem;

constexpr std::time_t kDay = 24L * 60 * 60;

/// An authority in memory, as read_issuer() reads it.
pem::Issuer made_issuer() {
  pem::Issuer issuer;
  issuer.key = pem::make_key();
  issuer.text = pem::certify_itself(issuer.key.get());
  issuer.certificate = pem::parse_certificate("ca.pem", issuer.text);
  return issuer;
}

pem::Certificate certified(const std::string& name, const pem::Issuer& issuer,
                           Side side, int days = 1) {
  return pem::parse_certificate(
      name, pem::certify(name, pem::make_key().get(), issuer, side, days));
}

/// Seconds from now until a time.
std::time_t seconds_until(const ASN1_TIME* time) {
  int days = 0;
  int seconds = 0;
  REQUIRE(ASN1_TIME_diff(&days, &seconds, nullptr, time) == 1);
  return days * kDay + seconds;
}

/// Sets the mask of rights of new files for a test case.
class Mask {
 public:
  explicit Mask(mode_t mask) : old_(umask(mask)) {}
  ~Mask() { umask(old_); }
  Mask(const Mask&) = delete;
  Mask& operator=(const Mask&) = delete;

 private:
  mode_t old_;
};

mode_t rights_of(const fs::path& file) {
  struct stat status {};
  REQUIRE(stat(file.c_str(), &status) == 0);
  return status.st_mode & 0777;
}

}  // namespace

TEST_CASE("an authority certifies itself, and signs only certificates") {
  const pem::Issuer issuer = made_issuer();
  X509* const own = issuer.certificate.get();
  CHECK(X509_get_version(own) == X509_VERSION_3);
  CHECK(X509_verify(own, issuer.key.get()) == 1);
  CHECK(X509_check_ca(own) == 1);
  CHECK(X509_get_pathlen(own) == 0);
  CHECK(X509_get_key_usage(own) == (KU_KEY_CERT_SIGN | KU_CRL_SIGN));
  // Valid since an hour ago: other machines' clocks may be late.
  CHECK(std::abs(seconds_until(X509_get0_notBefore(own)) + 3600) < 60);
  CHECK(std::abs(seconds_until(X509_get0_notAfter(own)) -
                 kDaysOfAuthority * kDay) < 60);
}

TEST_CASE("a certificate is for its name, its side and its authority only") {
  const pem::Issuer issuer = made_issuer();
  for (const Side side : {Side::kServer, Side::kNode}) {
    const auto made = certified("alice", issuer, side);
    X509* const own = made.get();
    const bool server = side == Side::kServer;
    CHECK(X509_check_purpose(own, X509_PURPOSE_SSL_SERVER, 0) == server);
    CHECK(X509_check_purpose(own, X509_PURPOSE_SSL_CLIENT, 0) == !server);
    CHECK(X509_check_ca(own) == 0);
    CHECK(X509_get_key_usage(own) == KU_DIGITAL_SIGNATURE);
    CHECK(X509_check_host(own, "alice", 0, 0, nullptr) == 1);
    CHECK(X509_check_host(own, "bob", 0, 0, nullptr) == 0);
    CHECK(X509_check_issued(issuer.certificate.get(), own) == X509_V_OK);
    CHECK(X509_verify(own, issuer.key.get()) == 1);
    CHECK(X509_verify(own, made_issuer().key.get()) != 1);
  }
}

TEST_CASE(
    "no two serial numbers are equal, and all are positive, of 16 bytes") {
  const pem::Issuer issuer = made_issuer();
  std::set<std::string> numbers;
  for (int i = 0; i < 50; ++i) {
    const auto made = certified("alice", issuer, Side::kNode);
    const ASN1_INTEGER* const serial = X509_get0_serialNumber(made.get());
    const std::string bytes(reinterpret_cast<const char*>(serial->data),
                            static_cast<std::size_t>(serial->length));
    REQUIRE(bytes.size() == 16);
    REQUIRE((static_cast<unsigned char>(bytes[0]) & 0xc0) == 0x40);
    numbers.insert(bytes);
  }
  CHECK(numbers.size() == 50);
}

TEST_CASE("an expired certificate began before it ended") {
  const auto made = certified("alice", made_issuer(), Side::kNode, -1);
  const auto from = seconds_until(X509_get0_notBefore(made.get()));
  const auto to = seconds_until(X509_get0_notAfter(made.get()));
  CHECK(from < to);
  CHECK(std::abs(to + kDay) < 60);
}

TEST_CASE("a key is read as it was written, an encrypted one by its phrase") {
  const openssl::Key key = pem::make_key();
  const auto read = [](const std::string& text, const std::string& phrase) {
    return pem::parse_key("k.pem", text, [&] { return phrase; });
  };
  const std::string plain = pem::pem_of(key.get());
  has(plain, "-----BEGIN PRIVATE KEY-----");
  CHECK(EVP_PKEY_eq(read(plain, "").get(), key.get()) == 1);
  const std::string hidden = pem::pem_of(key.get(), "a passphrase");
  has(hidden, "-----BEGIN ENCRYPTED PRIVATE KEY-----");
  CHECK(EVP_PKEY_eq(read(hidden, "a passphrase").get(), key.get()) == 1);
  has(error_of<std::exception>([&] { read(hidden, "another one"); }),
      "k.pem: the passphrase is wrong");
  // Another salt each time.
  CHECK(pem::pem_of(key.get(), "a passphrase") != hidden);
}

TEST_CASE("a fingerprint is the SHA-256 of the public key, in groups of four") {
  // openssl pkey -pubin -outform DER | sha256sum
  constexpr const char* kPublic =
      "-----BEGIN PUBLIC KEY-----\n"
      "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeFbQmN0N6mqIJygJLBHf3DQqfwCS\n"
      "KYQ5Yt92Dh3rLH7CIhvRpNi0YanQYevzMD7KYIRMn1erwfguPS4v1e0UaQ==\n"
      "-----END PUBLIC KEY-----\n";
  BIO* const bio = BIO_new_mem_buf(kPublic, -1);
  const openssl::Key key(PEM_read_bio_PUBKEY(bio, nullptr, nullptr, nullptr));
  BIO_free(bio);
  REQUIRE(key);
  CHECK(pem::fingerprint_of(key.get()) ==
        "2adf 1f38 807a 2362 dc7b 05b3 154f 04f9 "
        "e868 2be8 3013 54a8 4a06 4968 6ca1 e1f2");
  CHECK(pem::fingerprint_of(pem::make_key().get()) !=
        pem::fingerprint_of(pem::make_key().get()));
}

TEST_CASE("a token is 32 random bytes in hexadecimal") {
  const std::string token = pem::make_token();
  CHECK(token.size() == 64);
  CHECK(token.find_first_not_of("0123456789abcdef") == std::string::npos);
  CHECK(pem::make_token() != token);
}

TEST_CASE("a name that a certificate can't hold is refused") {
  const pem::Issuer issuer = made_issuer();
  CHECK(error_of<std::exception>([&] {
          certified(std::string(65, 'x'), issuer, Side::kNode);
        }) == "OpenSSL: a name can't be set");
  CHECK(error_of<std::exception>([&] {
          certified(std::string(64, 'x'), issuer, Side::kNode);
        }).empty());
}

TEST_CASE("an authority is read in full, and not with the key of another") {
  const TemporaryFolder folder;
  const auto keep = [&](const std::string& name, const pem::Issuer& made) {
    fs::create_directory(folder / name);
    pem::write_public(folder / name / "ca.pem", made.text);
    pem::write_secret(folder / name / "ca.key", pem::pem_of(made.key.get()));
    return folder / name;
  };
  const pem::Issuer made = made_issuer();
  const fs::path one = keep("one", made);
  const pem::Issuer read = pem::read_issuer(one, {});
  CHECK(read.text == made.text);
  CHECK(EVP_PKEY_eq(read.key.get(), made.key.get()) == 1);
  const fs::path two = keep("two", made_issuer());
  fs::copy_file(two / "ca.key", one / "ca.key",
                fs::copy_options::overwrite_existing);
  CHECK(error_of<std::exception>([&] { pem::read_issuer(one, {}); }) ==
        (one / "ca.key").string() + ": is not the key of " +
            (one / "ca.pem").string());
  fs::remove(one / "ca.key");
  CHECK_THROWS_AS(pem::read_issuer(one, {}), NetworkError);
}

TEST_CASE("new files have their rights from the first moment, and are new") {
  const TemporaryFolder folder;
  {
    const Mask none(0);
    pem::write_secret(folder / "secret", "a");
    pem::write_public(folder / "public", "b");
  }
  CHECK(rights_of(folder / "secret") == 0600);
  CHECK(rights_of(folder / "public") == 0644);
  {
    const Mask others(0077);
    pem::write_public(folder / "masked", "c");
  }
  CHECK(rights_of(folder / "masked") == 0600);
  has(error_of<std::exception>(
          [&] { pem::write_public(folder / "secret", "other"); }),
      "secret: File exists, and is not overwritten");
  CHECK(test::read_text(folder / "secret") == "a");
  CHECK(rights_of(folder / "secret") == 0600);
  CHECK_THROWS_AS(pem::write_secret(folder / "none/secret", "a"), UsageError);
  // Not through a link either, wherever it leads.
  fs::create_symlink(folder / "elsewhere", folder / "link");
  CHECK_THROWS_AS(pem::write_secret(folder / "link", "a"), UsageError);
  CHECK_FALSE(fs::exists(folder / "elsewhere"));
}

TEST_CASE("half of a pair is refused before the other is written") {
  const TemporaryFolder folder;
  folder.write("b", "");
  CHECK(error_of<std::exception>([&] {
          pem::refuse_existing({folder / "a", folder / "b", folder / "c"});
        }) ==
        (folder / "b").string() + ": exists already and is not overwritten");
  CHECK_NOTHROW(pem::refuse_existing({folder / "a", folder / "c"}));
}

TEST_CASE("a node's folder is its owner's, also one that was open to others") {
  const TemporaryFolder folder;
  fs::create_directory(folder / "alice");
  fs::permissions(folder / "alice", fs::perms(0755));
  pem::make_own_folder(folder / "alice");
  pem::make_own_folder(folder / "bob");
  CHECK(rights_of(folder / "alice") == 0700);
  CHECK(rights_of(folder / "bob") == 0700);
}

}  // namespace fedltr::certificate_test
