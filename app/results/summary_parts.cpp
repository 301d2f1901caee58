#include "app/results/summary_parts.hpp"

#include "app/schema/rule_warnings.hpp"

namespace fedltr {

Json spreads_json(const NamedSpreads& metrics) {
  Json json;
  for (const auto& [name, spread] : metrics) json[name] = json_of(spread);
  return json;
}

Json runs_json(const MethodResults& results) {
  Json runs = Json::array();
  for (const FinalMetrics& run : results.runs) {
    Json& json = runs.emplace_back(Json{
        {"fold", run.fold}, {"repeat", run.repeat}, {"rounds", run.rounds}});
    if (run.kept) json["kept"] = *run.kept;
    Json& finals = json["final"];
    for (std::size_t m = 0; m < results.metrics.size(); ++m)
      finals[results.metrics[m]] = json_number(run.values.at(m));
  }
  return runs;
}

Json composition_json(const Composition& account) {
  return {{"basic", json_number(account.basic)},
          {"advanced", json_number(account.advanced)},
          {"renyi", json_number(account.renyi)},
          {"pld", json_number(account.pld)}};
}

std::vector<OutputField> composition_fields(const std::string& more) {
  return {{"privacy.composition.basic", "epsilon by basic composition"},
          {"privacy.composition.advanced", "epsilon by advanced composition"},
          {"privacy.composition.renyi", "epsilon by Rényi accounting"},
          {"privacy.composition.pld",
           "epsilon by the distribution of the privacy loss" + more}};
}

void add_rule(Json& json, const Scenario& scenario) {
  json["rule"] = scenario.aggregation.rule;
  const auto assumed = number_assumed(scenario);
  json["assumed"] = assumed ? Json(*assumed) : Json(nullptr);
  json["warnings"] = rule_warnings(scenario);
}

std::vector<OutputField> rule_fields(const std::string& object) {
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
