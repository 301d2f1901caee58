#include "actors/nodes/admission.hpp"

#include <algorithm>

#include <spdlog/fmt/fmt.h>

namespace fedltr {
namespace {

constexpr std::uint32_t kMaxCores = 4096;

}  // namespace

std::string Admission::check(const wire::Ready& ready) const {
  if (ready.cores < 1 || ready.cores > kMaxCores)
    return fmt::format("it has {} cores, expected 1 to {}", ready.cores,
                       kMaxCores);
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
