#pragma once

#include "algorithms/privacy/accountant.hpp"
#include "app/base/json.hpp"
#include "app/results/output_file.hpp"
#include "app/results/point_results.hpp"

// Parts of summary.json that federations and silos share.
namespace fedltr {

/// One member per metric.
Json spreads_json(const NamedSpreads& metrics);

/// Each run separately, as `fedltr compare` requires.
Json runs_json(const MethodResults& results);

/// Epsilon by each method of composition; null without a bound.
Json composition_json(const Composition& account);
/// Describes `privacy.composition`. @param more  after the last description
std::vector<OutputField> composition_fields(const std::string& more = "");

/// Adds to an object what a scenario's rule assumes, and its warnings.
void add_rule(Json& json, const Scenario& scenario);
/// Describes these members. @param object  name of the object
std::vector<OutputField> rule_fields(const std::string& object);

}  // namespace fedltr
