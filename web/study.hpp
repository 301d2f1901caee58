#pragma once

#include <map>
#include <string>
#include <string_view>

#include "actors/plan.hpp"

namespace fedltr {

/// A scenario of the page: a subset of the keys of `fedltr run`, with the same
/// names, defaults and meaning, so that both make the same bits of the same
/// text.
class WebScenario {
 public:
  /// @param text  `[section]`, `key = value` and `# comment` lines
  /// @throws std::invalid_argument  that names the line and what is allowed
  explicit WebScenario(std::string_view text);

  const std::string& value(const std::string& key) const {
    return values_.at(key);
  }
  /// @throws std::invalid_argument  that names the key
  std::uint64_t whole(const std::string& key, std::uint64_t min,
                      std::uint64_t max) const;
  double real(const std::string& key, double min, double max) const;

 private:
  std::map<std::string, std::string> values_;  ///< of all keys of the page
};

/// Returns the warning of `fedltr run`, of a rule that assumes fewer attackers
/// than there are, or runs outside its condition; empty without one.
/// @throws std::invalid_argument  that names the key
std::string rule_warning(const WebScenario& scenario);

/// Makes the plan of the scenario's first fold, as `fedltr run` does.
/// @throws std::invalid_argument  that names the key
FederationPlan plan_of(const WebScenario& scenario);

}  // namespace fedltr
