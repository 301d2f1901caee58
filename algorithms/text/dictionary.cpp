#include "algorithms/text/dictionary.hpp"

#include "algorithms/core/hash.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

Dictionary::Dictionary() : slots_(16) {}

std::uint32_t Dictionary::add(std::string_view name) {
  const std::uint64_t hash = TableHash()(name);
  const std::size_t slot = slot_of(name, hash);
  if (slots_[slot] != 0) return slots_[slot] - 1;
  const std::uint32_t id = names_.size();
  require(id < 0xFFFFFFFEU, "a dictionary holds less than 2^32 names");
  names_.push_back(name);
  hashes_.push_back(hash);
  slots_[slot] = id + 1;
  if (names_.size() * 2 > slots_.size()) grow();
  return id;
}

std::optional<std::uint32_t> Dictionary::find(std::string_view name) const {
  const std::size_t slot = slot_of(name, TableHash()(name));
  if (slots_[slot] == 0) return std::nullopt;
  return slots_[slot] - 1;
}

std::size_t Dictionary::slot_of(std::string_view name,
                                std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const std::uint32_t id = slots_[slot] - 1;
    if (hashes_[id] == hash && names_[id] == name) break;
  }
  return slot;
}

void Dictionary::grow() {
  slots_.assign(slots_.size() * 2, 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t id = 0; id < hashes_.size(); ++id) {
    std::size_t slot = hashes_[id] & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = id + 1;
  }
}

}  // namespace fedltr
