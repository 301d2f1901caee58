#pragma once

#include <memory>
#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/kdf.h>

// Helpers for the sources that use libcrypto; no other header of this folder
// includes it.
namespace fedltr::openssl {

template <auto Free>
struct Freed {
  template <class T>
  void operator()(T* object) const {
    Free(object);
  }
};

using Key = std::unique_ptr<EVP_PKEY, Freed<EVP_PKEY_free>>;
using KeyContext = std::unique_ptr<EVP_PKEY_CTX, Freed<EVP_PKEY_CTX_free>>;
using CipherContext =
    std::unique_ptr<EVP_CIPHER_CTX, Freed<EVP_CIPHER_CTX_free>>;
using Cipher = std::unique_ptr<EVP_CIPHER, Freed<EVP_CIPHER_free>>;
using KdfContext = std::unique_ptr<EVP_KDF_CTX, Freed<EVP_KDF_CTX_free>>;
using Digest = std::unique_ptr<EVP_MD, Freed<EVP_MD_free>>;
using Kdf = std::unique_ptr<EVP_KDF, Freed<EVP_KDF_free>>;
using MacContext = std::unique_ptr<EVP_MAC_CTX, Freed<EVP_MAC_CTX_free>>;
using Mac = std::unique_ptr<EVP_MAC, Freed<EVP_MAC_free>>;

/// @throws std::runtime_error if a call failed that has no reason to fail
inline void succeeded(int result, const char* what) {
  if (result != 1) throw std::runtime_error(what);
}

}  // namespace fedltr::openssl
