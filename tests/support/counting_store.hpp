#pragma once

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "algorithms/unlearning/history.hpp"

namespace fedltr::test {

/// Counts the pieces that histories leave behind.
struct CountingStore final : HistoryStore {
  void write(std::uint32_t owner, std::uint32_t piece,
             std::string_view bytes) override {
    const std::lock_guard lock(mutex);
    pieces[{owner, piece}] = bytes;
  }
  std::string read(std::uint32_t owner, std::uint32_t piece) override {
    const std::lock_guard lock(mutex);
    return pieces.at({owner, piece});
  }
  void remove(std::uint32_t owner) override {
    const std::lock_guard lock(mutex);
    std::erase_if(pieces,
                  [&](const auto& p) { return p.first.first == owner; });
    removed.push_back(owner);
  }
  std::mutex mutex;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> pieces;
  std::vector<std::uint32_t> removed;
};

}  // namespace fedltr::test
