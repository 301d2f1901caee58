#pragma once

#include "app/base/json.hpp"
#include "app/results/output_file.hpp"
#include "app/schema/rule_warnings.hpp"

namespace fedltr {

/// Adds to an object what a scenario's rule assumes, and its warnings.
inline void add_rule(Json& json, const Scenario& scenario) {
  json["rule"] = scenario.aggregation.rule;
  const auto assumed = number_assumed(scenario);
  json["assumed"] = assumed ? Json(*assumed) : Json(nullptr);
  json["warnings"] = rule_warnings(scenario);
}

/// Describes these members. @param object  name of the object
inline std::vector<OutputField> rule_fields(const std::string& object) {
  return {
      {object + ".rule", "`aggregation.rule`"},
      {object + ".assumed",
       "`aggregation.malicious`: the number given, or that auto took; null: "
       "the rule has no use for one"},
      {object + ".warnings[]",
       "conditions of the rule that the run does not meet, attackers that "
       "auto left out, and rounds drawn with more attackers than it assumes, "
       "in words"}};
}

}  // namespace fedltr
