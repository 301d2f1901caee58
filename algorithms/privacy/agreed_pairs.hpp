#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>

#include "algorithms/privacy/key_agreement.hpp"

namespace fedltr {

/// Keeps the secret that one side of a pair has agreed on until the other side
/// asks: both sides arrive at the same secret, so a process that simulates both
/// computes it once. For simulated secrets only; real clients run apart, and
/// each agrees itself. Thread-safe.
class AgreedPairs {
 public:
  /// @param max_waiting  maximum number of pairs kept, about 150 bytes each;
  ///                     beyond it, both sides agree themselves
  explicit AgreedPairs(std::size_t max_waiting = std::size_t{1} << 20)
      : max_waiting_(max_waiting) {}

  /// Returns the same as own.agree(other).
  Checked<Secret> agree(const KeyPair& own,
                        std::span<const std::uint8_t> other);

  /// Number of pairs of which one side has asked.
  std::size_t waiting() const;

 private:
  using Keys = std::pair<PublicKey, PublicKey>;  ///< the lower one first
  struct Hash {
    std::size_t operator()(const Keys& keys) const;
  };

  std::size_t max_waiting_;
  mutable std::mutex mutex_;
  std::unordered_map<Keys, Secret, Hash> waiting_;
};

}  // namespace fedltr
