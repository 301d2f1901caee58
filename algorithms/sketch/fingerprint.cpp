#include "algorithms/sketch/fingerprint.hpp"

#include <openssl/core_names.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/openssl.hpp"

namespace fedltr {

struct Fingerprinter::State {
  openssl::Mac mac{EVP_MAC_fetch(nullptr, "SIPHASH", nullptr)};
  openssl::MacContext context;
};

HashKey hash_key(const Secret& federation_key) {
  return {derive_secret(federation_key, "fedltr fingerprints of terms"),
          derive_secret(federation_key, "fedltr rows of sketches"),
          derive_secret(federation_key, "fedltr rows of summed sketches")};
}

HashKey simulated_hash_key(std::uint64_t seed) {
  Rng rng(seed, Purpose::kHashKey);
  Secret secret;
  for (std::uint8_t& byte : secret) byte = rng();
  return hash_key(secret);
}

HashKey unkeyed_hash() {
  return hash_key(Secret{});
}

Fingerprinter::Fingerprinter(const HashKey& key)
    : state_(std::make_unique<State>()) {
  if (state_->mac) state_->context.reset(EVP_MAC_CTX_new(state_->mac.get()));
  unsigned int size = sizeof(std::uint64_t);
  const OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_uint(OSSL_MAC_PARAM_SIZE, &size),
      OSSL_PARAM_construct_end()};
  openssl::succeeded(
      state_->context && EVP_MAC_init(state_->context.get(), key.terms.data(),
                                      16, parameters) == 1,
      "no SipHash");
}

Fingerprinter::~Fingerprinter() = default;
Fingerprinter::Fingerprinter(Fingerprinter&&) noexcept = default;
Fingerprinter& Fingerprinter::operator=(Fingerprinter&&) noexcept = default;

std::uint64_t Fingerprinter::operator()(std::string_view term) {
  auto* context = state_->context.get();
  std::array<unsigned char, 8> bytes{};
  std::size_t size = 0;
  const bool done =
      EVP_MAC_init(context, nullptr, 0, nullptr) == 1 &&
      EVP_MAC_update(context,
                     reinterpret_cast<const unsigned char*>(term.data()),
                     term.size()) == 1 &&
      EVP_MAC_final(context, bytes.data(), &size, bytes.size()) == 1;
  openssl::succeeded(done && size == bytes.size(), "SipHash failed");
  std::uint64_t fingerprint = 0;
  for (int i = 7; i >= 0; --i) fingerprint = fingerprint << 8 | bytes[i];
  return fingerprint;
}

std::vector<std::uint64_t> fingerprints_of(std::span<const std::string> terms,
                                           const HashKey& key) {
  Fingerprinter fingerprint(key);
  std::vector<std::uint64_t> all;
  all.reserve(terms.size());
  for (const std::string& term : terms) all.push_back(fingerprint(term));
  return all;
}

}  // namespace fedltr
