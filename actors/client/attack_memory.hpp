#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "algorithms/attacks/attack.hpp"
#include "algorithms/core/archive.hpp"

namespace fedltr {

/// The attack of a run and its state as of the last closed round: a round that
/// is given up must leave no trace.
class AttackMemory {
 public:
  explicit AttackMemory(std::unique_ptr<Attack> attack)
      : attack_(std::move(attack)) {}

  /// Returns the attack, before it crafts the updates of a round.
  Attack& begin(std::uint32_t round) {
    before_ = archived(*attack_);
    begun_ = round;
    return *attack_;
  }
  /// Returns the state after that round, without later changes.
  std::string snapshot(std::uint32_t round) {
    return begun_ > round ? before_ : archived(*attack_);
  }
  /// @throws ArchiveError
  void restore(std::string_view bytes) {
    Archive archive(bytes);
    attack_->exchange(archive);
    archive.finish();
  }

 private:
  std::unique_ptr<Attack> attack_;
  std::string before_;       ///< state before the last round begun
  std::uint32_t begun_ = 0;  ///< last round begun
};

}  // namespace fedltr
