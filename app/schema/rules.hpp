#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <vector>

#include "app/schema/choices.hpp"

// What does not go together: rules in files beside the keys they judge.
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

/// One thing that may be wrong: the key to blame, when, and what to say.
class ConflictRule {
 public:
  using When = bool (*)(const Choices&);
  /// Says what is wrong, if anything is.
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

/// The rules a scenario is judged by, in this order; the first that is broken
/// is reported.
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

/// A client that is not there, of a list of them in ascending order.
std::optional<std::string> unknown_client(
    const Scenario& scenario, const std::vector<std::uint32_t>& clients);

}  // namespace fedltr
