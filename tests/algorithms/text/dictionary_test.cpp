#include "algorithms/text/dictionary.hpp"

#include <map>
#include <string>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::dictionary_test {

TEST_CASE("an empty dictionary finds nothing") {
  const Dictionary dictionary;
  CHECK(dictionary.size() == 0);
  CHECK_FALSE(dictionary.find("a"));
  CHECK_FALSE(dictionary.find(""));
}

TEST_CASE("a dictionary numbers as a map does, at any size") {
  // Few letters, so that strings come back, are prefixes of others and differ
  // in their length or their last byte only.
  Rng rng(1, Purpose::kTest);
  Dictionary dictionary;
  std::map<std::string, std::uint32_t> expected;
  for (int i = 0; i < 20000; ++i) {
    std::string name;
    for (std::uint64_t left = rng.below(14); left > 0; --left)
      name += std::string_view("ab\0", 3)[rng.below(3)];
    const auto next = static_cast<std::uint32_t>(expected.size());
    const auto known = dictionary.find(name);
    const auto [entry, is_new] = expected.emplace(name, next);
    CHECK(known.has_value() != is_new);
    CHECK(dictionary.add(name) == entry->second);
    CHECK(dictionary.size() == expected.size());
  }
  CHECK(expected.size() > 10000);
  for (const auto& [name, number] : expected) {
    CHECK(dictionary[number] == name);
    CHECK(dictionary.find(name) == number);
    CHECK_FALSE(dictionary.find(name + "c"));
  }
}

TEST_CASE("a copy of a dictionary goes its own way") {
  Dictionary one;
  one.add("a");
  Dictionary other = one;
  CHECK(other.add("b") == 1);
  CHECK(one.add("c") == 1);
  CHECK_FALSE(one.find("b"));
  CHECK(other[1] == "b");
}

}  // namespace fedltr::dictionary_test
