#include "app/base/json.hpp"
#include "app/results/federation_files.hpp"

namespace fedltr {
namespace {

Json spread_json(const std::string& configuration, const Spread& spread) {
  if (spread.n == 0) return nullptr;
  Json json = {{"configuration", configuration}};
  json.update(json_of(spread));
  return json;
}

Json metric_json(const UnlearningReport& report) {
  return {{"before", spread_json(report.before_name, report.before)},
          {"after", spread_json(report.after_name, report.unlearned)},
          {"retrained", spread_json(report.retrained_name, report.retrained)},
          {"honest", spread_json(report.honest_name, report.honest)},
          {"gap", json_number(report.gap)},
          {"gap_error", json_number(report.gap_error)},
          {"gap_closed", json_number(report.gap_closed())}};
}

Json distance_json(const ModelDistance& distance) {
  return {{"before", json_number(distance.before)},
          {"after", json_number(distance.after)},
          {"ratio", json_number(distance.ratio())},
          {"cosine_before", json_number(distance.cosine_before)},
          {"cosine_after", json_number(distance.cosine_after)}};
}

Json costs_json(const UnlearningCost& cost) {
  return {{"steps", cost.steps},
          {"rounds", cost.rounds},
          {"bytes", cost.bytes},
          {"seconds", cost.seconds}};
}

/// Ratios of retraining's cost to unlearning's; null without retraining, or if
/// unlearning costs nothing.
Json saved_json(const UnlearningReport& report) {
  const auto factor = [&](double UnlearningCost::*cost) {
    return report.retraining.rounds > 0
               ? json_number(report.retraining.*cost / report.cost.*cost)
               : Json(nullptr);
  };
  return {{"steps", factor(&UnlearningCost::steps)},
          {"rounds", factor(&UnlearningCost::rounds)},
          {"bytes", factor(&UnlearningCost::bytes)},
          {"seconds", factor(&UnlearningCost::seconds)}};
}

Json request_json(const UnlearningReport& report, const std::string& metric) {
  if (!report.reached)
    return {{"after", report.after},
            {"clients", report.clients},
            {"complete", false}};
  const bool retrained = report.retraining.rounds > 0;
  return {{"after", report.after},
          {"clients", report.clients},
          {"rounds", {{"before", report.first}, {"last", report.last}}},
          {"took_part", report.took_part},
          {"complete", report.complete},
          {metric, metric_json(report)},
          {"distance_to_retrained", distance_json(report.distance)},
          {"clicked_auc",
           {{"before", json_number(report.clicked_before)},
            {"after", json_number(report.clicked_after)},
            {"retrained", json_number(report.clicked_retrained)}}},
          {"cost",
           {{"unlearning", costs_json(report.cost)},
            {"retraining",
             retrained ? costs_json(report.retraining) : Json(nullptr)},
            {"saved", saved_json(report)}}}};
}

std::string unlearning_json(const FederationResults& results) {
  Json requests = Json::array();
  for (const UnlearningReport& report : results.unlearned)
    requests.push_back(request_json(report, metric_names(results.runs)[0]));
  const auto& unlearning = results.scenario.unlearning;
  return json_text(
      {{"method", unlearning.method},
       {"interval", unlearning.options.parameters.whole(kInterval)},
       {"steps", unlearning.options.parameters.whole(kSteps)},
       {"requests", requests}});
}

/// Appends the same members with a prefix.
void append_each(std::vector<OutputField>& fields, const std::string& prefix,
                 const std::vector<OutputField>& members) {
  for (const OutputField& member : members)
    fields.push_back({prefix + member.name, member.meaning});
}

std::vector<OutputField> unlearning_fields() {
  std::vector<OutputField> fields = {
      {"method", "`unlearning.method`"},
      {"interval", "`unlearning.interval`"},
      {"steps", "`unlearning.steps`"},
      {"requests[].after", "training round after which clients left"},
      {"requests[].clients[]", "their numbers"},
      {"requests[].rounds.before",
       "row of `rounds.csv` after which unlearning began"},
      {"requests[].rounds.last", "last row of `rounds.csv` of unlearning"},
      {"requests[].took_part",
       "true if any took part; else there is nothing to unlearn"},
      {"requests[].complete", "true if unlearning was completed"},
  };
  const std::string metric = "requests[].METRIC.";
  const std::vector<OutputField> spread = {
      {"configuration",
       "nH-mM: n honest, m malicious; U(…): unlearned (Wang, 2025)"},
      {"mean", "first metric, mean over runs"},
      {"std", "its sample standard deviation; null for a single run"},
      {"n", "number of runs"}};
  append_each(fields, metric + "before.", spread);
  append_each(fields, metric + "after.", spread);
  append_each(fields, metric + "retrained.", spread);
  append_each(fields, metric + "honest.", spread);
  append_each(fields, metric,
              {{"gap", "retrained minus before"},
               {"gap_error",
                "standard error of the gap over runs; null for a single run"},
               {"gap_closed",
                "fraction of the gap closed by unlearning; null unless the gap "
                "exceeds .002 and its standard error"}});
  append_each(
      fields, "requests[].distance_to_retrained.",
      {{"before", "Euclidean distance of the model before unlearning"},
       {"after", "the same after unlearning"},
       {"ratio", "after divided by before"},
       {"cosine_before", "cosine of the model before and the retrained one"},
       {"cosine_after", "the same after unlearning"}});
  append_each(fields, "requests[].clicked_auc.",
              {{"before",
                "area under the curve of guessing, from the model before "
                "unlearning, what unlearned clients' users clicked"},
               {"after", "the same after unlearning"},
               {"retrained", "the same for the retrained model"}});
  const std::vector<OutputField> cost = {
      {"steps", "searches of all clients"},
      {"rounds", "rounds"},
      {"bytes", "bytes both ways"},
      {"seconds", "wall time in seconds; differs from run to run"}};
  append_each(fields, "requests[].cost.unlearning.", cost);
  append_each(fields, "requests[].cost.retraining.", cost);
  append_each(
      fields, "requests[].cost.saved.",
      {{"steps", "retraining divided by unlearning; null without retraining"},
       {"rounds", "as `steps`"},
       {"bytes", "as `steps`"},
       {"seconds", "as `steps`; differs from run to run"}});
  return fields;
}

}  // namespace

FederationFile unlearning_json_file() {
  return single_file<FederationResults>(
      {"unlearning.json",
       "Cost and remaining influence of each unlearning request, compared with "
       "retraining without those clients; means over runs.",
       "with unlearning", unlearning_fields()},
      unlearning_json, [](const FederationResults& results) {
        return !results.unlearned.empty();
      });
}

}  // namespace fedltr
