#include "algorithms/privacy/agreed_pairs.hpp"

#include <algorithm>
#include <cstring>

namespace fedltr {

std::size_t AgreedPairs::Hash::operator()(const Keys& keys) const {
  // Public keys are nearly uniform.
  std::size_t low = 0;
  std::size_t high = 0;
  std::memcpy(&low, keys.first.data(), sizeof low);
  std::memcpy(&high, keys.second.data(), sizeof high);
  return low ^ high;
}

Checked<Secret> AgreedPairs::agree(const KeyPair& own,
                                   std::span<const std::uint8_t> other) {
  if (other.size() != sizeof(PublicKey)) return own.agree(other);
  PublicKey theirs{};
  std::ranges::copy(other, theirs.begin());
  const Keys pair = std::minmax(own.public_key(), theirs);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = waiting_.extract(pair)) return {found.mapped(), {}};
  }
  Checked<Secret> agreed = own.agree(other);
  const std::lock_guard lock(mutex_);
  // Another thread may have asked for the other side in the meantime.
  if (agreed && waiting_.erase(pair) == 0 && waiting_.size() < max_waiting_)
    waiting_.emplace(pair, *agreed);
  return agreed;
}

std::size_t AgreedPairs::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

}  // namespace fedltr
