#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace fedltr {

/// Spreads the bits of a number over all 64: the finalizer of splitmix64
/// (Steele et al., OOPSLA 2014).
inline std::uint64_t mixed(std::uint64_t bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
  return bits ^ bits >> 31;
}

/// Returns 64 bits of a string, different for each key: an adversary that does
/// not know the key can't choose strings that collide.
inline std::uint64_t hash_of(std::string_view text, std::uint64_t key) {
  std::uint64_t hash = key ^ text.size();
  while (text.size() >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data(), 8);
    hash = mixed(hash ^ word) + 0x9e3779b97f4a7c15;
    text.remove_prefix(8);
  }
  std::uint64_t rest = 0;
  std::memcpy(&rest, text.data(), text.size());
  return mixed(hash ^ rest);
}

/// Returns this process's key of tables, drawn from the operating system once.
/// @throws std::runtime_error  if the operating system has none to give
std::uint64_t table_key();

/// Hashes the strings of a table, which others may have chosen: words of the
/// web, names in logs. Hashes differ from process to process, so no result may
/// depend on the order of a table.
struct TableHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    static const std::uint64_t key = table_key();
    return hash_of(text, key);
  }
};

/// Map from strings to values.
template <class Value, class Text = std::string>
using TextMap = std::unordered_map<Text, Value, TableHash, std::equal_to<>>;
/// Set of strings.
template <class Text = std::string>
using TextSet = std::unordered_set<Text, TableHash, std::equal_to<>>;

}  // namespace fedltr
