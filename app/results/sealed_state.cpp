#include "app/results/sealed_state.hpp"

#include "algorithms/core/archive.hpp"
#include "algorithms/privacy/signature.hpp"

namespace fedltr {

std::string seal(std::string_view heading, std::string_view origin,
                 std::string_view state) {
  const std::string rest = std::string(origin) + std::string(state);
  return std::string(heading) + digest_of(rest) + rest;
}

std::string_view unseal(std::string_view heading, std::string_view origin,
                        std::string_view bytes) {
  const auto expect = [](bool holds, const char* what) {
    if (!holds) throw ArchiveError(what);
  };
  expect(bytes.starts_with(heading), "it is no checkpoint of this version");
  bytes.remove_prefix(heading.size());
  expect(bytes.size() >= kDigestDigits, "it ends too early");
  const std::string_view digest = bytes.substr(0, kDigestDigits);
  bytes.remove_prefix(kDigestDigits);
  expect(digest == digest_of(bytes), "its SHA-256 is wrong");
  expect(bytes.starts_with(origin), "it belongs to another scenario or run");
  return bytes.substr(origin.size());
}

}  // namespace fedltr
