#include <algorithm>

#include "algorithms/sketch/theorem_bounds.hpp"
#include "algorithms/text/searchable.hpp"
#include "app/plan/silo_gains.hpp"
#include "app/results/privacy_json.hpp"
#include "app/results/rule_json.hpp"
#include "app/results/shared_means.hpp"
#include "app/results/silo_files.hpp"
#include "app/results/silo_summary.hpp"

namespace fedltr {
namespace {

Json metrics_json(const SiloPoint& point, const std::string& method) {
  Json json;
  for (std::size_t m = 0; m < point.metrics.size(); ++m)
    json[point.metrics[m].name] = json_of(spread_over(point.runs, method, m));
  return json;
}

/// Each repeat separately, as `fedltr compare` requires.
Json runs_json(const SiloPoint& point, const std::string& method) {
  Json runs = Json::array();
  for (const SiloRun& run : point.runs) {
    Json values;
    for (std::size_t m = 0; m < point.metrics.size(); ++m)
      values[point.metrics[m].name] =
          json_number(spread_over({run}, method, m).mean);
    runs.push_back(
        {{"fold", 1},
         {"repeat", run.repeat},
         {"rounds",
          point.described.scenario.silo.options.training.joint_iterations},
         {"final", values}});
  }
  return runs;
}

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
  const auto gains = gains_of(point, headline(point.described.scenario));
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
         {"queries", gain.difference.pairs},
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
  return {{"depth", point.described.scenario.silo.options.candidates},
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
  for (const SiloRun& run : point.runs)
    for (const auto& [party, why] : run.excluded)
      json.push_back({{"repeat", run.repeat}, {"party", party}, {"why", why}});
  return json;
}

/// Means that members sent each other, by `silo.share-metrics`.
Json shared_json(const SiloPoint& point) {
  const auto& names = point.described.scenario.evaluation.metrics;
  Json json = Json::array();
  for (const SiloRun& run : point.runs)
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
  std::uint64_t refused = 0;
  for (const SiloRun& run : point.runs) refused += run.refused;
  return {{"name", point.described.scenario.run.name},
          {"complete", point.runs.size() == point.plans.size()},
          {"refused", refused},
          {"budget_spent", withheld_of(point.runs) > 0},
          {"method", method},
          {"metrics", metrics_json(point, method)},
          {"runs", runs_json(point, method)},
          {"signature", silo_signature(point.runs, method)}};
}

Json summary_json(const SiloPoint& point) {
  Json json = method_json(point, headline(point.described.scenario));
  for (const std::string& each : point.methods)
    json["methods"][each] = {{"metrics", metrics_json(point, each)},
                             {"signature", silo_signature(point.runs, each)}};
  json["significance"] = significance_json(point);
  json["gain_of_joining"] = gains_json(point);
  json["collection"] = collection_json(*point.data);
  json["candidates"] = candidates_json(point);
  json["owners_only"] = owners_json(point);
  json["excluded"] = excluded_json(point);
  json["safety_code"] = Json::array();
  for (const SiloRun& run : point.runs)
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

std::vector<OutputField> method_fields() {
  return {
      {"name", "`run.name`"},
      {"complete", "true if every repeat was completed"},
      {"refused", "invalid messages, of all runs"},
      {"budget_spent", "true if an answer was withheld by `privacy.budget`"},
      {"method",
       "method of `metrics`, `runs` and `signature`: `silo.method`, for `all` "
       "cs-f-ltr"},
      {"metrics.METRIC.mean", "mean over parties, mean over repeats"},
      {"metrics.METRIC.std",
       "sample standard deviation over repeats; null for a single repeat"},
      {"metrics.METRIC.n", "number of repeats"},
      {"runs[].fold", "always 1"},
      {"runs[].repeat", "repeat, from 1"},
      {"runs[].rounds", "`silo.joint-iterations`"},
      {"runs[].final.METRIC", "mean over parties"},
      {"signature",
       "SHA-256 over the parameters of all models of the method; for an "
       "untrained method over its values by query"},
  };
}

std::vector<OutputField> comparison_fields() {
  return {
      {"methods.NAME.metrics.METRIC.mean", "as `metrics`, for every method"},
      {"methods.NAME.metrics.METRIC.std", "as `metrics`, for every method"},
      {"methods.NAME.metrics.METRIC.n", "as `metrics`, for every method"},
      {"methods.NAME.signature", "as `signature`"},
      {"significance[].method", "method that is compared"},
      {"significance[].over", "method that it is compared with"},
      {"significance[].metric", "ndcg@10, else the first metric"},
      {"significance[].pairs",
       "queries, each its mean over the repeats that test it"},
      {"significance[].difference", "mean difference"},
      {"significance[].interval95", "half width of its 95% interval"},
      {"significance[].t_test", "two-tailed p of the paired t-test"},
      {"significance[].fisher", "two-tailed p of Fisher's randomisation test"},
      {"gain_of_joining.metric",
       "ndcg@10, else the first metric; `gain_of_joining` is null if no method "
       "needs joining, or all do"},
      {"gain_of_joining.method", "the method with joining: `method`"},
      {"gain_of_joining.alone",
       "best method that needs no joining, chosen on the same test queries"},
      {"gain_of_joining.gain", "number of parties that gain, p < .05"},
      {"gain_of_joining.lose", "number of parties that lose, p < .05"},
      {"gain_of_joining.undecided", "number of the others"},
      {"gain_of_joining.parties[].party", "number of the party, from 0"},
      {"gain_of_joining.parties[].alone",
       "metric of its own test queries alone; each query is its mean over the "
       "repeats in which it was this party's"},
      {"gain_of_joining.parties[].joint",
       "metric of these queries with the others"},
      {"gain_of_joining.parties[].gain", "the difference"},
      {"gain_of_joining.parties[].interval95",
       "half width of its 95% interval; null for fewer than two queries"},
      {"gain_of_joining.parties[].queries", "number of these queries"},
      {"gain_of_joining.parties[].p",
       "two-tailed p of the paired t-test, after Holm's adjustment for all "
       "parties"},
      {"gain_of_joining.parties[].verdict",
       "`gains` or `loses`, p < .05, or `undecided`"},
  };
}

std::vector<OutputField> evaluation_fields() {
  return {
      {"collection.documents", "documents of all parties"},
      {"collection.queries", "queries of all parties"},
      {"collection.unjudged_queries",
       "number of these queries without judgements: no metric counts them"},
      {"collection.irrelevant_queries",
       "queries whose grades are all 0: no metric counts them"},
      {"collection.empty_documents", "documents without a term"},
      {"collection.empty_queries", "queries without a term"},
      {"collection.cut_queries", "queries cut after 1,024 different terms"},
      {"collection.negative_grades", "grades below 0, which count as 0"},
      {"collection.strange_judgements",
       "judgements of unknown queries or documents, left out"},
      {"candidates.depth", "`silo.candidates`"},
      {"candidates.recall",
       "share of the relevant documents among a test query's candidates, mean "
       "over queries that have one and over repeats"},
      {"candidates.test_queries", "test queries of all repeats"},
      {"candidates.unjudged", "number of these queries without judgements"},
      {"candidates.irrelevant", "number of these queries with only grade 0"},
      {"owners_only[].party",
       "party without a judged pair to train on: it answers others and gets "
       "the joint models"},
      {"owners_only[].repeats", "number of repeats in which this is the case"},
  };
}

std::vector<OutputField> search_fields() {
  return {
      {"excluded[].repeat", "repeat, from 1"},
      {"excluded[].party", "party that was excluded for invalid messages"},
      {"excluded[].why", "in words"},
      {"safety_code[]", "fingerprint of all parties' public keys, by repeat"},
      {"privacy.mechanism", "`silo.noise`"},
      {"privacy.claimed", "epsilon of one answer, claimed by the paper"},
      {"privacy.claimed_per", "release that the claim is about"},
      {"privacy.claimed_all", "the claim summed over all releases"},
      {"privacy.accounted", "always null: no epsilon bounds everything"},
      {"privacy.accounted_counts", "epsilon of the noisy counts alone"},
      {"privacy.delta", "delta of the accounted epsilon"},
      {"privacy.releases", "answers about that document"},
      {"privacy.withheld",
       "answers of all runs that were withheld because the budget was spent"},
      {"privacy.of", "document that the account is about, in words"},
      {"privacy.composition.basic", "epsilon by basic composition"},
      {"privacy.composition.advanced", "epsilon by advanced composition"},
      {"privacy.composition.renyi", "epsilon by Rényi accounting"},
      {"privacy.composition.pld",
       "epsilon by the distribution of the privacy loss"},
      {"privacy.caveat", "assumptions of the account, in words"},
      {"privacy.unbounded",
       "reason why no epsilon bounds everything, in words"},
      {"retrieval.kind", "`silo.retrieval`: naive or rtk"},
      {"retrieval.cover_rate",
       "fraction of the true top K that was found, mean over terms and owners"},
      {"retrieval.terms_asked", "terms asked, each at each owner"},
      {"retrieval.bytes_moved", "bytes of questions and answers"},
      {"retrieval.bytes_moved_per_term",
       "bytes of questions and answers per term and owner"},
      {"retrieval.bytes_stored", "bytes of an index"},
      {"retrieval.bytes_of_sketches", "bytes of the sketches"},
      {"retrieval.shortest_list",
       "documents on the shortest list that ever overflowed in an index, its "
       "capacity if none did: if below `silo.top`, deletions have made "
       "rebuilding the index worthwhile; 0 for naive"},
      {"bounds.answer.epsilon_claimed",
       "ICDE Theorem 1: epsilon of an answer about one document and term; "
       "null: no noise"},
      {"bounds.answer.epsilon",
       "epsilon of such an answer that holds for all its rows; null: none"},
      {"bounds.term.counts",
       "single counts of query terms in the bodies of found documents that "
       "were asked about again, for Theorem 2; 0: no Count sketch"},
      {"bounds.term.error", "their mean error"},
      {"bounds.term.error_bound", "mean of the theorem's bound on it"},
      {"bounds.term.rate", "share of the errors above their bound"},
      {"bounds.term.rate_bound",
       "the theorem's bound on this share, for `silo.noise = paper` or none"},
      {"bounds.query.counts",
       "the same for the sum over a query's terms, "
       "Theorem 3"},
      {"bounds.query.error", "mean error"},
      {"bounds.query.error_bound", "mean of the bound"},
      {"bounds.query.rate", "share above the bound"},
      {"bounds.query.rate_bound", "bound on this share"},
      {"bounds.cover.rate", "`retrieval.cover_rate`"},
      {"bounds.cover.bound",
       "Theorem 4's bound on it before noisy counts rank the candidates, with "
       "each term's largest count as L / q, mean "
       "over terms and owners: 0 promises nothing; null: naive retrieval or no "
       "Count sketch"},
      {"correlation.FEATURE",
       "correlation of the sketched feature with the exact one; null: it is "
       "constant"},
      {"shared[].repeat", "repeat, from 1; only with `silo.share-metrics`"},
      {"shared[].party", "party that shared these metrics"},
      {"shared[].queries", "its held-out queries that the first metric counts"},
      {"shared[].means.METRIC",
       "shared mean of `method` on these queries in its own documents, with "
       "noise if agreed; null without such a query"},
  };
}

std::string joined_text(const SiloResults& results) {
  return json_text(summary_json(results.point));
}

}  // namespace

SiloFile silo_summary_file() {
  std::vector<OutputField> fields = method_fields();
  for (const auto& more : {comparison_fields(), rule_fields("combined"),
                           evaluation_fields(), search_fields()})
    fields.insert(fields.end(), more.begin(), more.end());
  return single_file<SiloResults>({"summary.json",
                                   "Metrics of every method, gains of joining, "
                                   "disclosures, and the cost of search.",
                                   "", fields},
                                  joined_text);
}

SiloFile method_summary_file() {
  return file_by_method(
      {"summary.json", "The same for method NAME alone.", "", method_fields()},
      [](const SiloPoint& point, const std::string& method) {
        return json_text(method_json(point, method));
      });
}

}  // namespace fedltr
