#include "algorithms/core/hash.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <ranges>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace fedltr::hash_test {
namespace {

constexpr std::uint64_t kKey = 0x5bd1e9955bd1e995;

/// Words whose hashes by a key have the same low bits: an attacker who knows
/// the key could fill a table with them.
std::vector<std::string> colliding_words(std::size_t count, std::uint64_t key,
                                         std::uint64_t mask) {
  std::vector<std::string> words;
  for (std::uint64_t i = 0; words.size() < count; ++i) {
    std::string word = "chosen";
    for (std::uint64_t rest = i; word.size() < 14; rest /= 26)
      word += static_cast<char>('a' + rest % 26);
    if ((hash_of(word, key) & mask) == 7) words.push_back(word);
  }
  return words;
}

/// Number of words in the fullest place.
std::size_t fullest(const std::vector<std::string>& words, std::uint64_t key,
                    std::uint64_t mask) {
  std::map<std::uint64_t, std::size_t> places;
  for (const std::string& word : words) ++places[hash_of(word, key) & mask];
  return std::ranges::max(places | std::views::values);
}

}  // namespace

TEST_CASE("texts of a length that differ in a byte hash differently") {
  for (std::size_t length = 1; length < 40; ++length) {
    const std::string text(length, '\0');
    std::set<std::uint64_t> seen = {hash_of(text, kKey)};
    for (std::size_t i = 0; i < length; ++i) {
      std::string other = text;
      other[i] = 1;
      CHECK(seen.insert(hash_of(other, kKey)).second);
    }
  }
}

TEST_CASE("all bits of a number change about half of the mixed ones") {
  for (int bit = 0; bit < 64; ++bit) {
    int changed = 0;
    for (std::uint64_t i = 1; i <= 100; ++i)
      changed += std::popcount(mixed(i) ^ mixed(i ^ std::uint64_t{1} << bit));
    CHECK(changed > 100 * 26);
    CHECK(changed < 100 * 38);
  }
}

TEST_CASE("words that collide by one key are spread by another") {
  constexpr std::uint64_t kMask = 1023;
  constexpr std::size_t kWords = 1000;
  const auto words = colliding_words(kWords, 0, kMask);
  CHECK(fullest(words, 0, kMask) == kWords);
  // As many words as places: more than ten in one has a probability of 1e-5.
  for (std::uint64_t key = 1; key <= 20; ++key) {
    CHECK(fullest(words, key, kMask) <= 10);
    CHECK(fullest(words, mixed(key), kMask) <= 10);
  }
}

TEST_CASE("a process has one key of tables, and that is drawn") {
  CHECK(table_key() == table_key());
  CHECK(table_key() != 0);
  CHECK(TableHash()("wing") == hash_of("wing", table_key()));
}

TEST_CASE("tables are searched without a copy of the text") {
  TextMap<int> places = {{"wing", 1}};
  CHECK(places.find(std::string_view("wing"))->second == 1);
  CHECK_FALSE(TextSet<>().contains(std::string_view("tail")));
}

}  // namespace fedltr::hash_test
