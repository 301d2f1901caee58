#pragma once

#include <cstddef>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>

#include "algorithms/privacy/key_agreement.hpp"

namespace fedltr {

/// What one side of a pair has agreed on, kept until the other side asks: both
/// come to the same secret, so a process that simulates both works it out once.
/// For simulated secrets only; real clients are apart, and each agrees itself.
/// May be used from several threads.
class AgreedPairs {
 public:
  /// @param max_waiting  pairs to keep, about 150 bytes each; beyond, both
  ///                     sides agree themselves
  explicit AgreedPairs(std::size_t max_waiting = std::size_t{1} << 20)
      : max_waiting_(max_waiting) {}

  /// The same as own.agree(other).
  Checked<Secret> agree(const KeyPair& own,
                        std::span<const std::uint8_t> other);

  /// Pairs of which one side has asked.
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
