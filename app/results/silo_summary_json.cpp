
#include "algorithms/sketch/theorem_bounds.hpp"
#include "algorithms/text/searchable.hpp"
#include "app/plan/silo_gains.hpp"
#include "app/results/shared_means.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/silo_summary.hpp"
#include "app/results/silo_summary_fields.hpp"
#include "app/results/summary_parts.hpp"

namespace fedltr {
namespace {

Json privacy_json(const SiloPoint& point) {
  const Scenario& scenario = point.described.scenario;
  const SketchNoise noise = protocol_of(scenario).noise;
  const SiloPrivacy& worst = worst_privacy(point.runs);
  return {{"mechanism", noise.name},
          {"claimed", json_number(noise.claimed)},
          {"claimed_per", "answer about one term and one document"},
          {"claimed_all", json_number(worst.claimed)},
          {"accounted", nullptr},
          {"accounted_counts", json_number(worst.accounted.best())},
          {"delta", ReleaseConfig().delta},
          {"releases", worst.releases},
          {"withheld", withheld_of(point.runs)},
          {"of", "the most exposed document, over all queriers"},
          {"composition", composition_json(worst.accounted)},
          {"caveat", noise.caveat},
          {"unbounded", why_unbounded(scenario)}};
}

Json retrieval_json(const SiloPoint& point) {
  const RetrievalSummary retrieval = summarize_retrieval(point.runs);
  return {{"kind", point.described.scenario.silo.naive ? "naive" : "rtk"},
          {"cover_rate", retrieval.cover},
          {"terms_asked", retrieval.asked},
          {"bytes_moved", retrieval.bytes_moved},
          {"bytes_moved_per_term", retrieval.bytes_per_term()},
          {"bytes_stored", retrieval.index_bytes},
          {"bytes_of_sketches", retrieval.sketch_bytes},
          {"shortest_list", retrieval.shortest_list}};
}

Json errors_json(const CountErrors& errors, double rate_bound) {
  return {{"counts", errors.counts},
          {"error", json_number(errors.error)},
          {"error_bound", json_number(errors.bound)},
          {"rate", json_number(errors.exceeding)},
          {"rate_bound", rate_bound}};
}

/// Returns the bounds of the papers' theorems beside what was measured.
Json bounds_json(const SiloPoint& point) {
  const SiloProtocol protocol = protocol_of(point.described.scenario);
  const RetrievalSummary retrieval = summarize_retrieval(point.runs);
  const BoundChecks checks = summarize_bounds(point.runs);
  const double rate = error_rate(protocol.obfuscation.real_rows);
  return {{"answer",
           {{"epsilon_claimed", json_number(protocol.noise.claimed)},
            {"epsilon", json_number(protocol.noise.guarantee.pure)}}},
          {"term", errors_json(checks.term, rate)},
          {"query", errors_json(checks.query, rate)},
          {"cover",
           {{"rate", retrieval.cover},
            {"bound", json_number(retrieval.cover_bound)}}}};
}

std::string name_of(const SiloPoint& point, Index metric) {
  return point.metrics[metric].name;
}

/// Gains of the parties by the headline method, main metric.
Json gains_json(const SiloPoint& point) {
  const auto gains = gains_of(point, joint_method(point));
  if (!gains) return nullptr;
  Json parties = Json::array();
  for (std::size_t p = 0; p < gains->parties.size(); ++p) {
    const PartyGain& gain = gains->parties[p];
    parties.push_back(
        {{"party", p},
         {"alone", json_number(gain.alone)},
         {"joint", json_number(gain.method)},
         {"gain", json_number(gain.method - gain.alone)},
         {"interval95", gain.difference.pairs == 0
                            ? Json(nullptr)
                            : json_number(gain.difference.interval)},
         {"queries", gain.queries},
         {"p", json_number(gain.p)},
         {"verdict", name_of(gain.verdict)}});
  }
  return {{"metric", name_of(point, gains->metric)},
          {"method", gains->method},
          {"alone", gains->alone},
          {"gain", gains->count(Verdict::kGains)},
          {"lose", gains->count(Verdict::kLoses)},
          {"undecided", gains->count(Verdict::kUndecided)},
          {"parties", parties}};
}

Json significance_json(const SiloPoint& point) {
  const std::string joint = headline(point.described.scenario);
  const std::string metric = name_of(point, main_metric(point.metrics));
  Json json = Json::array();
  for (const auto& [other, d] : comparisons_of(point))
    json.push_back({{"method", joint},
                    {"over", other},
                    {"metric", metric},
                    {"pairs", d.pairs},
                    {"difference", json_number(d.mean)},
                    {"interval95", json_number(d.interval)},
                    {"t_test", json_number(d.t_test)},
                    {"fisher", json_number(d.fisher)}});
  return json;
}

Json candidates_json(const SiloPoint& point) {
  const CandidateCounts counts = summarize_candidates(point.runs);
  const SiloOptions& options = point.described.scenario.silo.options;
  return {{"depth", options.test_documents == TestDocuments::kSampled
                        ? Json(nullptr)
                        : Json(options.candidates)},
          {"recall", json_number(counts.recall)},
          {"test_queries", counts.queries},
          {"unjudged", counts.unjudged},
          {"irrelevant", counts.irrelevant}};
}

Json collection_json(const LoadedCollection& data) {
  const QueryCounts queries = count_queries(*data.collection);
  return {{"documents", data.collection->documents()},
          {"queries", data.collection->queries()},
          {"unjudged_queries", queries.unjudged},
          {"irrelevant_queries", queries.irrelevant},
          {"empty_documents", data.notes.empty_documents},
          {"empty_queries", data.notes.empty_queries},
          {"cut_queries", data.notes.cut_queries},
          {"negative_grades", data.notes.negative_grades},
          {"strange_judgements",
           data.notes.unknown_queries + data.notes.unknown_documents}};
}

Json owners_json(const SiloPoint& point) {
  Json json = Json::array();
  for (const auto& [party, runs] : owners_only(point.runs))
    json.push_back({{"party", party}, {"repeats", runs}});
  return json;
}

Json excluded_json(const SiloPoint& point) {
  Json json = Json::array();
  for (const SiloRepeat& run : point.runs)
    for (const auto& [party, why] : run.excluded)
      json.push_back({{"repeat", run.repeat}, {"party", party}, {"why", why}});
  return json;
}

/// Means that members sent each other, by `silo.share-metrics`.
Json shared_json(const SiloPoint& point) {
  const auto& names = point.described.scenario.evaluation.metrics;
  Json json = Json::array();
  for (const SiloRepeat& run : point.runs)
    for (const auto& [party, told] : run.shared)
      json.push_back({{"repeat", run.repeat},
                      {"party", party},
                      {"queries", told.queries},
                      {"means", means_json(told, names)}});
  return json;
}

Json correlation_json(const SiloPoint& point) {
  const Vector correlation = mean_correlation(point.runs);
  Json json;
  for (Index f = 0; f < kTextFeatures; ++f)
    json[text_feature_names()[f]] = json_number(correlation(f));
  return json;
}

Json method_json(const SiloPoint& point, const std::string& method) {
  const MethodResults results = results_of(point, method);
  std::uint64_t refused = 0;
  for (const SiloRepeat& run : point.runs) refused += run.refused;
  return {{"name", point.described.scenario.run.name},
          {"complete", point.runs.size() == point.plans.size()},
          {"refused", refused},
          {"budget_spent", withheld_of(point.runs) > 0},
          {"method", method},
          {"metrics", spreads_json(results.spreads())},
          {"runs", runs_json(results)},
          {"signature", results.signature}};
}

Json summary_json(const SiloPoint& point) {
  Json json = method_json(point, headline(point.described.scenario));
  for (const std::string& each : point.methods) {
    const MethodResults results = results_of(point, each);
    json["methods"][each] = {{"metrics", spreads_json(results.spreads())},
                             {"signature", results.signature}};
  }
  json["significance"] = significance_json(point);
  json["gain_of_joining"] = gains_json(point);
  json["collection"] = collection_json(*point.data);
  json["candidates"] = candidates_json(point);
  json["owners_only"] = owners_json(point);
  json["excluded"] = excluded_json(point);
  json["safety_code"] = Json::array();
  for (const SiloRepeat& run : point.runs)
    json["safety_code"].push_back(run.safety_code);
  json["privacy"] = privacy_json(point);
  json["retrieval"] = retrieval_json(point);
  json["bounds"] = bounds_json(point);
  json["correlation"] = correlation_json(point);
  json["combined"] = nullptr;
  if (find_key("aggregation.rule")->applies(point.described.scenario))
    add_rule(json["combined"], point.described.scenario);
  if (point.described.scenario.silo.sharing != MetricSharing::kNone)
    json["shared"] = shared_json(point);
  return json;
}

std::string joined_text(const SiloResults& results) {
  return json_text(summary_json(results.point));
}

}  // namespace

SiloFile silo_summary_file() {
  return single_file<SiloResults>({"summary.json",
                                   "Metrics of every method, gains of joining, "
                                   "disclosures, and the cost of search.",
                                   "", silo_summary_fields()},
                                  joined_text);
}

SiloFile method_summary_file() {
  return file_by_method(
      {"summary.json", "The same for method NAME alone.", "",
       silo_method_fields()},
      [](const SiloResults& results, const std::string& method) {
        return json_text(method_json(results.point, method));
      });
}

}  // namespace fedltr
