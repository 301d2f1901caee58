#include "app/deploy/certificate_request.hpp"

#include <array>
#include <memory>
#include <string_view>

#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>

#include "algorithms/privacy/signature.hpp"
#include "app/base/errors.hpp"
#include "app/deploy/certificate.hpp"
#include "app/deploy/pem.hpp"

namespace fedltr::pem {

namespace fs = std::filesystem;
using openssl::Freed;

namespace {

using RequestBio = std::unique_ptr<BIO, Freed<BIO_free_all>>;
using Request = std::unique_ptr<X509_REQ, Freed<X509_REQ_free>>;

bool is_text(int type) {
  return type == V_ASN1_PRINTABLESTRING || type == V_ASN1_UTF8STRING ||
         type == V_ASN1_IA5STRING || type == V_ASN1_T61STRING;
}

}  // namespace

std::string make_request(const std::string& name, EVP_PKEY* key,
                         const std::string& token) {
  const std::string hash = digest_of(token);
  const Request request(X509_REQ_new());
  succeeded(request && X509_REQ_set_version(request.get(), 0) == 1 &&
                X509_REQ_set_pubkey(request.get(), key) == 1 &&
                X509_REQ_add1_attr_by_NID(
                    request.get(), NID_pkcs9_challengePassword, MBSTRING_ASC,
                    reinterpret_cast<const unsigned char*>(hash.data()),
                    static_cast<int>(hash.size())) == 1,
            "a request can't be made");
  set_name(X509_REQ_get_subject_name(request.get()), name);
  succeeded(X509_REQ_sign(request.get(), key, EVP_sha256()) > 0,
            "a request can't be signed");
  return pem_of(request.get());
}

SignedRequest read_request(const fs::path& file) {
  const auto expect = [&](bool holds, const char* what) {
    if (!holds) throw UsageError(file.string() + ": " + what);
  };
  std::string text;
  try {
    text = read_text(file);
  } catch (const NetworkError& error) {
    throw UsageError(error.what());
  }
  const RequestBio bio(
      BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  const Request request(
      PEM_read_bio_X509_REQ(bio.get(), nullptr, nullptr, nullptr));
  ERR_clear_error();
  expect(request != nullptr, "is no request of fedltr ca request");
  SignedRequest asked;
  asked.key.reset(X509_REQ_get_pubkey(request.get()));
  expect(asked.key && X509_REQ_verify(request.get(), asked.key.get()) == 1,
         "is not signed by the key that it is for");
  std::array<char, 32> curve{};
  int spelled_out = 1;
  EVP_PKEY_get_int_param(asked.key.get(),
                         OSSL_PKEY_PARAM_EC_DECODED_FROM_EXPLICIT_PARAMS,
                         &spelled_out);
  expect(spelled_out == 0 &&
             EVP_PKEY_get_group_name(asked.key.get(), curve.data(),
                                     curve.size(), nullptr) == 1 &&
             std::string_view(curve.data()) == SN_X9_62_prime256v1,
         "is for a key other than of P-256");
  asked.name = common_name(X509_REQ_get_subject_name(request.get()));
  const int place =
      X509_REQ_get_attr_by_NID(request.get(), NID_pkcs9_challengePassword, -1);
  const ASN1_TYPE* const value = X509_ATTRIBUTE_get0_type(
      place < 0 ? nullptr : X509_REQ_get_attr(request.get(), place), 0);
  expect(value != nullptr && is_text(ASN1_TYPE_get(value)),
         "names no token's SHA-256");
  const ASN1_STRING* const hash = value->value.asn1_string;
  asked.token_hash.assign(
      reinterpret_cast<const char*>(ASN1_STRING_get0_data(hash)),
      static_cast<std::size_t>(ASN1_STRING_length(hash)));
  expect(asked.token_hash.size() == 64 &&
             asked.token_hash.find_first_not_of("0123456789abcdef") ==
                 std::string::npos,
         "names no token's SHA-256");
  return asked;
}

}  // namespace fedltr::pem
