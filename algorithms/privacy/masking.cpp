#include "algorithms/privacy/masking.hpp"

#include <algorithm>
#include <array>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

void add_stream(std::span<std::uint64_t> values, KeyStream stream,
                bool subtract) {
  std::array<std::uint64_t, 1024> pad{};
  while (!values.empty()) {
    const auto part = values.first(std::min(pad.size(), values.size()));
    stream.fill(std::span(pad).first(part.size()));
    for (std::size_t i = 0; i < part.size(); ++i)
      part[i] += subtract ? -pad[i] : pad[i];
    values = values.subspan(part.size());
  }
}

}  // namespace

void mask(std::span<std::uint64_t> values, std::uint32_t own,
          const PairSecrets& secrets, std::string_view purpose,
          std::uint64_t round) {
  require(!secrets.contains(own), "a party has no secret with itself");
  require(!secrets.empty(), "masks need at least one other party");
  for (const auto& [other, secret] : secrets)
    add_stream(values, KeyStream(derive_secret(secret, purpose), round),
               other < own);
}

std::vector<std::uint64_t> sum_masked(
    std::span<const std::vector<std::uint64_t>> messages) {
  require(!messages.empty(), "a sum needs at least one message");
  std::vector<std::uint64_t> sum(messages.front().size());
  for (const auto& message : messages) {
    require(message.size() == sum.size(), "masked messages differ in size");
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += message[i];
  }
  return sum;
}

}  // namespace fedltr
