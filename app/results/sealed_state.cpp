#include "app/results/sealed_state.hpp"

#include "algorithms/core/archive.hpp"
#include "app/base/files.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kSealDigits = 64;

}  // namespace

std::string digest_of_bytes(std::string_view bytes) {
  Sha256 digest;
  digest.add(bytes.data(), bytes.size());
  return digest.hex();
}

std::string seal(std::string_view heading, std::string_view origin,
                 std::string_view state) {
  const std::string rest = std::string(origin) + std::string(state);
  return std::string(heading) + digest_of_bytes(rest) + rest;
}

std::string_view unseal(std::string_view heading, std::string_view origin,
                        std::string_view bytes) {
  const auto expect = [](bool holds, const char* what) {
    if (!holds) throw ArchiveError(what);
  };
  expect(bytes.starts_with(heading), "it is no checkpoint of this version");
  bytes.remove_prefix(heading.size());
  expect(bytes.size() >= kSealDigits, "it ends too early");
  const std::string_view digest = bytes.substr(0, kSealDigits);
  bytes.remove_prefix(kSealDigits);
  expect(digest == digest_of_bytes(bytes), "its SHA-256 is wrong");
  expect(bytes.starts_with(origin), "it belongs to another scenario or run");
  return bytes.substr(origin.size());
}

}  // namespace fedltr
