#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "actors/protocol/unlearning_messages.hpp"

namespace fedltr {

/// Waits until removed clients have confirmed it and their actors have ended,
/// in any order: only then has all of their state been deleted.
class Removals {
 public:
  void begin(const std::vector<std::uint32_t>& clients);
  /// Takes a client's last message; ignores it if it is not awaited.
  void add(const ClientRemoved& removed);
  /// Notes that a client's actor has ended.
  void gone(std::uint32_t client) { living_.erase(client); }

  /// True if a request is fulfilled and not answered yet.
  bool is_complete() const {
    return begun_ && living_.empty() && silent_.empty();
  }
  /// Returns the clients' last messages, by client; to be taken once.
  std::vector<ClientRemoved> take();

 private:
  bool begun_ = false;
  std::set<std::uint32_t> living_;  ///< clients whose actor has not ended
  std::set<std::uint32_t> silent_;  ///< clients that have not confirmed
  std::vector<ClientRemoved> removed_;
};

}  // namespace fedltr
