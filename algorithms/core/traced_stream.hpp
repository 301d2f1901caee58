#pragma once

#include <atomic>
#include <compare>

#include "algorithms/core/rng.hpp"

namespace fedltr {

/// The key that distinguishes a stream of random numbers from others.
struct StreamKey {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::kTest;
  std::uint32_t entity = 0;
  std::uint32_t round = 0;

  friend auto operator<=>(const StreamKey&, const StreamKey&) = default;
};

/// Hook called with the key of each new traced stream, from any thread; set
/// only in tests.
inline std::atomic<void (*)(const StreamKey&)> stream_trace = nullptr;

/// Begins a stream of noise, masks or users. No two draws of noise or masks may
/// have the same key: the difference of the values they hide would be in the
/// clear, and an account that composes them would be wrong. A test checks the
/// keys.
inline Rng traced_stream(const StreamKey& key) {
  if (const auto trace = stream_trace.load(std::memory_order_relaxed))
    trace(key);
  return Rng(key.seed, key.purpose, key.entity, key.round);
}

}  // namespace fedltr
