#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "algorithms/data/names.hpp"

namespace fedltr {

/// Strings and their numbers 0, 1, ... in order of first appearance.
class Dictionary {
 public:
  Dictionary();

  /// Returns the number of a string, adding it if it is new.
  std::uint32_t add(std::string_view name);
  std::optional<std::uint32_t> find(std::string_view name) const;
  /// Valid until the next add().
  std::string_view operator[](std::uint32_t id) const { return names_[id]; }
  std::size_t size() const { return names_.size(); }

 private:
  std::size_t slot_of(std::string_view name, std::uint64_t hash) const;
  void grow();

  Names names_;
  std::vector<std::uint64_t> hashes_;  ///< by number
  std::vector<std::uint32_t> slots_;   ///< number + 1; 0 is free
};

}  // namespace fedltr
