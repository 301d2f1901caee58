#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/schema/reader.hpp"

namespace fedltr::test {

/// Returns a key's complaint about a value; empty if it accepts the value.
inline std::string refusal(const Key& key, const std::string& text) {
  static const Scenario plain = unchecked_scenario({});
  Scenario scenario = plain;
  try {
    key.set(scenario, {text, "/base"});
  } catch (const std::invalid_argument& error) {
    CHECK(std::string(error.what()) != "");
    return error.what();
  }
  return "";
}

inline std::string refusal(const std::string& name, const std::string& text) {
  const Key* key = find_key(name);
  REQUIRE_MESSAGE(key != nullptr, name);
  return refusal(*key, text);
}

/// Returns the [silo] of a scenario of five parties with more settings.
inline SiloSettings silo_of(std::vector<std::string> settings) {
  settings.emplace_back("silo.parties=5");
  return unchecked_scenario(settings).silo;
}

/// Checks that keys have no effect by default (or with `without`), but have
/// one with the settings `with`.
inline void check_needs(const std::vector<std::string>& names,
                        const std::vector<std::string>& with,
                        const std::vector<std::string>& without = {}) {
  for (const std::string& name : names) {
    CAPTURE(name);
    const Key* key = find_key(name);
    REQUIRE(key != nullptr);
    REQUIRE(key->applies);
    CHECK(key->applies(unchecked_scenario(with)));
    CHECK_FALSE(key->applies(unchecked_scenario(without)));
    CHECK_FALSE(key->needs.empty());
  }
}

}  // namespace fedltr::test
