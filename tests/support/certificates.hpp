#pragma once

#include <memory>
#include <string>
#include <utility>

#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "actors/link/channel.hpp"

namespace fedltr::test {

/// An authority that signs any certificate, for an hour.
class Authority {
 public:
  /// @param kind  type of keys: "P-256", or "ED25519", whose signatures, and so
  ///              TLS's messages, all have one size
  /// @param seconds  until its own certificate ends
  explicit Authority(std::string kind = "P-256", int seconds = kHour)
      : kind_(std::move(kind)), key_(make_key()) {
    certificate_ = make("authority", key_.get(), "CA:TRUE", nullptr, seconds);
  }

  /// @param usage    "serverAuth" or "clientAuth"
  /// @param seconds  until it ends
  Certificates issue(const std::string& name, const char* usage,
                     int seconds = kHour) const {
    const Key own = make_key();
    const Certificate signed_one =
        make(name, own.get(), nullptr, usage, seconds);
    return {text(certificate_.get()), text(signed_one.get()), text(own.get())};
  }

 private:
  static constexpr int kHour = 3600;

  using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
  using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

  Key make_key() const {
    return {kind_ == "ED25519"
                ? EVP_PKEY_Q_keygen(nullptr, nullptr, kind_.c_str())
                : EVP_EC_gen(kind_.c_str()),
            EVP_PKEY_free};
  }
  static void extend(X509* certificate, int kind, const char* value) {
    if (!value) return;
    X509_EXTENSION* const extension =
        X509V3_EXT_conf_nid(nullptr, nullptr, kind, value);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }
  Certificate make(const std::string& name, EVP_PKEY* key, const char* is_ca,
                   const char* usage, int seconds = kHour) const {
    Certificate made(X509_new(), X509_free);
    X509_set_version(made.get(), 2);
    ASN1_INTEGER_set(X509_get_serialNumber(made.get()), is_ca ? 1 : 2);
    X509_gmtime_adj(X509_getm_notBefore(made.get()), -60);
    X509_gmtime_adj(X509_getm_notAfter(made.get()), seconds);
    X509_set_pubkey(made.get(), key);
    X509_NAME* const subject = X509_get_subject_name(made.get());
    X509_NAME_add_entry_by_txt(
        subject, "CN", MBSTRING_UTF8,
        reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
    X509_set_issuer_name(
        made.get(),
        certificate_ ? X509_get_subject_name(certificate_.get()) : subject);
    extend(made.get(), NID_basic_constraints, is_ca);
    extend(made.get(), NID_ext_key_usage, usage);
    X509_sign(made.get(), key_.get(),
              kind_ == "ED25519" ? nullptr : EVP_sha256());
    return made;
  }
  template <class Write>
  static std::string written(const Write& write) {
    BIO* const out = BIO_new(BIO_s_mem());
    write(out);
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(out, &bytes);
    std::string pem(bytes, static_cast<std::size_t>(size));
    BIO_free(out);
    return pem;
  }
  static std::string text(X509* certificate) {
    return written([&](BIO* out) { PEM_write_bio_X509(out, certificate); });
  }
  static std::string text(EVP_PKEY* key) {
    return written([&](BIO* out) {
      PEM_write_bio_PrivateKey(out, key, nullptr, nullptr, 0, nullptr, nullptr);
    });
  }

  std::string kind_;
  Key key_;
  Certificate certificate_{nullptr, X509_free};
};

}  // namespace fedltr::test
