#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "app/schema/choices.hpp"

// Conflict rules, in files beside the keys they check.
namespace fedltr {

/// A text that may depend on the scenario.
class RuleText {
 public:
  using Of = std::string (*)(const Choices&);

  RuleText(const char* text) : text_(text) {}
  template <std::convertible_to<Of> Function>
  RuleText(Function of) : of_(of) {}

  std::string operator()(const Choices& choices) const {
    return of_ ? of_(choices) : text_;
  }

 private:
  const char* text_ = "";
  Of of_ = nullptr;
};

/// Checks for one conflict: the key to blame, the condition and the message.
class ConflictRule {
 public:
  using When = bool (*)(const Choices&);
  /// Returns a description of the conflict, if there is one.
  using Finder = std::optional<std::string> (*)(const Choices&);

  ConflictRule(RuleText key, When when, RuleText message)
      : key_(key), when_(when), message_(message) {}
  ConflictRule(RuleText key, Finder find) : key_(key), find_(find) {}

  std::optional<Conflict> operator()(const Choices& choices) const;

 private:
  RuleText key_;
  When when_ = nullptr;
  RuleText message_ = "";
  Finder find_ = nullptr;
};
using ConflictRules = std::vector<ConflictRule>;

/// Returns the rules that check a scenario, in order; the first broken one is
/// reported.
ConflictRules conflict_rules(bool silo);

ConflictRules data_rules();
ConflictRules learning_rules();
ConflictRules privacy_rules();
ConflictRules heterogeneity_rules();
ConflictRules defence_rules();
ConflictRules unlearning_rules();
ConflictRules fault_rules();
ConflictRules synthetic_rules();
ConflictRules secure_rules();
ConflictRules silo_rules();
ConflictRules silo_defence_rules();

/// Finds a client number that does not exist. @param clients  ascending
std::optional<std::string> unknown_client(
    const Scenario& scenario, const std::vector<std::uint32_t>& clients);

}  // namespace fedltr
