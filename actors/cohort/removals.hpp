#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "actors/protocol/unlearning_messages.hpp"

namespace fedltr {

/// Waits until clients that are removed have said so and are gone, in whichever
/// order these come: only then is all that is theirs gone, too.
class Removals {
 public:
  void begin(const std::vector<std::uint32_t>& clients);
  /// Takes a client's last message; of one that is not awaited it is passed
  /// over.
  void add(const ClientRemoved& removed);
  /// Notes that a client's actor is gone.
  void gone(std::uint32_t client) { living_.erase(client); }

  /// Whether a request has been met that has not been answered yet.
  bool is_complete() const {
    return begun_ && living_.empty() && silent_.empty();
  }
  /// Their last messages, by client; to be taken once.
  std::vector<ClientRemoved> take();

 private:
  bool begun_ = false;
  std::set<std::uint32_t> living_;  ///< whose actor is not gone
  std::set<std::uint32_t> silent_;  ///< who has not said so
  std::vector<ClientRemoved> removed_;
};

}  // namespace fedltr
