#include "actors/nodes/admission.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

constexpr std::uint32_t kMaxCores = 4096;

bool is_name(std::string_view text) {
  return !text.empty() && text.size() <= 64 &&
         std::ranges::all_of(text, [](char each) {
           return (each >= '0' && each <= '9') ||
                  (each >= 'a' && each <= 'z') ||
                  (each >= 'A' && each <= 'Z') || each == '-' || each == '_' ||
                  each == '.';
         });
}

}  // namespace

std::string Admission::check(const wire::Hello& hello,
                             const std::string& certified) const {
  if (!is_name(hello.name))
    return fmt::format("its name is not valid: '{}'", printable(hello.name));
  if (!certified.empty() && certified != hello.name)
    return fmt::format("it claims to be {}, but its certificate is of {}",
                       hello.name, printable(certified));
  if (config_.knows_token(hello.name, hello.token) != true)
    return "its token is wrong or was revoked";
  if (evicted_.contains(hello.name)) return "it was evicted before";
  if (hello.version != config_.version)
    return fmt::format("it is fedltr {}, the server is {}",
                       printable(hello.version), config_.version);
  if (hello.protocol != wire::kProtocol)
    return fmt::format("it speaks protocol {}, the server {}", hello.protocol,
                       wire::kProtocol);
  if (hello.cores < 1 || hello.cores > kMaxCores)
    return fmt::format("it has {} cores, expected 1 to {}", hello.cores,
                       kMaxCores);
  return "";
}

std::string Admission::check(const wire::Ready& ready) const {
  // Data first: if it differs, so does the digest.
  const auto [ours, its] = std::ranges::mismatch(config_.data, ready.data);
  if (ours != config_.data.end() || its != ready.data.end())
    return fmt::format(
        "its data is not the server's: file {} of {} differs (SHA-256)",
        ours - config_.data.begin() + 1, config_.data.size());
  if (ready.digest != config_.digest)
    return "it reads the scenario differently";
  return "";
}

}  // namespace fedltr
