#include "app/deploy/passphrase.hpp"

#include <algorithm>
#include <array>

#include <fcntl.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/deploy/pem.hpp"

namespace fedltr {
namespace {

void require_length(const std::string& phrase, std::size_t least,
                    const std::string& where) {
  if (phrase.size() < least || phrase.size() > kLongestPassphrase)
    throw NetworkError(where + ": a passphrase of " +
                       std::to_string(phrase.size()) +
                       " bytes, but must be of " + std::to_string(least) +
                       " to " + std::to_string(kLongestPassphrase));
}

/// @param again  true to have it typed twice
std::string ask(const char* prompt, bool again) {
  // Without this, OpenSSL would read the program's standard input.
  const int terminal = open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (terminal < 0)
    throw NetworkError(
        "no terminal to ask for a passphrase: expected --passphrase-file FILE");
  close(terminal);
  std::array<char, kLongestPassphrase + 1> typed{};
  const int failed = EVP_read_pw_string_min(
      typed.data(), 1, static_cast<int>(typed.size()), prompt, again ? 1 : 0);
  std::string phrase(typed.data());
  OPENSSL_cleanse(typed.data(), typed.size());
  if (failed != 0)
    throw NetworkError(again ? "no passphrase, or not the same twice"
                             : "no passphrase was given");
  return phrase;
}

}  // namespace

std::string read_passphrase(const std::filesystem::path& file) {
  std::string text = pem::read_secret(file);
  text.resize(std::min(text.find_first_of("\r\n"), text.size()));
  require_length(text, 1, file.string());
  return text;
}

Passphrase known_passphrase(const std::optional<std::string>& file) {
  if (file) return [file = *file] { return read_passphrase(file); };
  return [] { return ask("Passphrase of ca.key: ", false); };
}

std::string new_passphrase(const std::optional<std::string>& file) {
  std::string phrase =
      file ? read_passphrase(*file) : ask("New passphrase of ca.key: ", true);
  require_length(phrase, kShortestPassphrase, file.value_or("terminal"));
  return phrase;
}

}  // namespace fedltr
