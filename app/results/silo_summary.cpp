#include "app/results/silo_summary.hpp"

#include <algorithm>
#include <numeric>

#include "app/base/files.hpp"
#include "app/results/federation_files.hpp"

namespace fedltr {

std::string silo_signature(const std::vector<SiloRepeat>& runs,
                           const std::string& method) {
  Sha256 digest;
  for (const SiloRepeat& run : runs) {
    const SiloMethodResult& result = run.methods.at(method);
    for (const Vector& model : result.models) digest.add(model);
    if (result.models.empty())
      digest.add(Vector(result.queries.reshaped<Eigen::RowMajor>()));
  }
  return digest.hex();
}

MethodResults results_of(const SiloPoint& point, const std::string& method) {
  MethodResults results{.method = method,
                        .metrics = metric_names(point.metrics),
                        .signature = silo_signature(point.runs, method)};
  const auto& training = point.described.scenario.silo.options.training;
  for (const SiloRepeat& run : point.runs) {
    const SiloMethodResult& result = run.methods.at(method);
    const Vector all = means(result.all);
    results.runs.push_back({.repeat = run.repeat,
                            .seed = run.seed,
                            .rounds = training.joint_iterations,
                            .values = {all.begin(), all.end()},
                            .queries = run.names,
                            .per_query = &result.queries});
  }
  return results;
}

Vector mean_correlation(const std::vector<SiloRepeat>& runs) {
  Vector sum = Vector::Zero(kTextFeatures);
  for (const SiloRepeat& run : runs) sum += run.correlation;
  return sum / static_cast<double>(runs.size());
}

const SiloPrivacy& worst_privacy(const std::vector<SiloRepeat>& runs) {
  return std::ranges::max_element(
             runs, {},
             [](const SiloRepeat& run) { return run.privacy.releases; })
      ->privacy;
}

std::uint64_t withheld_of(const std::vector<SiloRepeat>& runs) {
  std::uint64_t sum = 0;
  for (const SiloRepeat& run : runs)
    sum += std::accumulate(run.withheld.begin(), run.withheld.end(),
                           std::uint64_t{0});
  return sum;
}

CandidateCounts summarize_candidates(const std::vector<SiloRepeat>& runs) {
  CandidateCounts sum;
  for (const SiloRepeat& run : runs) {
    sum.queries += run.candidates.queries;
    sum.unjudged += run.candidates.unjudged;
    sum.irrelevant += run.candidates.irrelevant;
    sum.recall += run.candidates.recall / static_cast<double>(runs.size());
  }
  return sum;
}

std::map<std::size_t, std::size_t> owners_only(
    const std::vector<SiloRepeat>& runs) {
  std::map<std::size_t, std::size_t> owners;
  for (const SiloRepeat& run : runs)
    for (std::size_t p = 0; p < run.labelled.size(); ++p)
      if (run.labelled[p] == 0 &&
          !run.excluded.contains(static_cast<std::uint32_t>(p)))
        ++owners[p];
  return owners;
}

std::string why_unbounded(const Scenario& scenario) {
  if (!scenario.silo.noisy()) return "without noise there is no bound";
  if (!scenario.silo.naive && scenario.silo.sketch == SketchKind::kCountMin)
    return "an RTK-Sketch selects documents by exact counts, and the lowest "
           "listed count leaks: no epsilon bounds them";
  if (!scenario.silo.naive)
    return "an RTK-Sketch selects documents by exact counts: no epsilon bounds "
           "that";
  return "sums of frequencies, lengths of documents, and what training sends "
         "are exact: no epsilon bounds them";
}

std::vector<MethodComparison> comparisons_of(const SiloPoint& point) {
  const Scenario& scenario = point.described.scenario;
  const std::string joint = headline(scenario);
  std::vector<MethodComparison> comparisons;
  for (const std::string& other : point.methods)
    if (other != joint)
      comparisons.push_back({other, compare_methods(point.runs, joint, other,
                                                    main_metric(point.metrics),
                                                    scenario.run.seed)});
  return comparisons;
}

double RetrievalSummary::bytes_per_term() const {
  return asked > 0
             ? static_cast<double>(bytes_moved) / static_cast<double>(asked)
             : 0.0;
}

RetrievalSummary summarize_retrieval(const std::vector<SiloRepeat>& runs) {
  RetrievalSummary sum;
  sum.shortest_list = runs.at(0).retrieval.shortest_list;
  for (const SiloRepeat& run : runs) {
    sum.shortest_list =
        std::min(sum.shortest_list, run.retrieval.shortest_list);
    sum.cover += run.retrieval.cover;
    sum.cover_bound += run.retrieval.cover_bound;
    sum.asked += run.retrieval.asked;
    sum.bytes_moved += run.retrieval.moved.bytes;
    sum.index_bytes = std::max(sum.index_bytes, run.retrieval.index_bytes);
    sum.sketch_bytes = std::max(sum.sketch_bytes, run.retrieval.sketch_bytes);
  }
  sum.cover /= static_cast<double>(runs.size());
  sum.cover_bound /= static_cast<double>(runs.size());
  return sum;
}

namespace {

CountErrors mean_errors(const std::vector<SiloRepeat>& runs,
                        CountErrors BoundChecks::*kind) {
  CountErrors sum;
  for (const SiloRepeat& run : runs) {
    const CountErrors& each = run.bounds.*kind;
    const auto counts = static_cast<double>(each.counts);
    sum.counts += each.counts;
    sum.error += counts * each.error;
    sum.bound += counts * each.bound;
    sum.exceeding += counts * each.exceeding;
  }
  const auto counts = static_cast<double>(sum.counts);  // NaN without counts
  return {sum.counts, sum.error / counts, sum.bound / counts,
          sum.exceeding / counts};
}

}  // namespace

BoundChecks summarize_bounds(const std::vector<SiloRepeat>& runs) {
  return {mean_errors(runs, &BoundChecks::term),
          mean_errors(runs, &BoundChecks::query)};
}

std::vector<PointResults> silo_rows(const SiloPoint& point,
                                    const std::string& folder) {
  const SiloPrivacy& worst = worst_privacy(point.runs);
  const SearchSummary search = {
      .retrieval = summarize_retrieval(point.runs),
      .correlation = mean_correlation(point.runs)(kFieldFeatures + 4),
      .count_errors = summarize_bounds(point.runs).term,
      .accounted_counts = worst.accounted.best(),
      .withheld = withheld_of(point.runs),
      .time = point.search};
  const std::size_t ended = point.runs.size();
  const std::size_t planned = point.plans.size();
  std::vector<PointResults> rows;
  for (const std::string& method : point.methods) {
    const MethodResults results = results_of(point, method);
    rows.push_back({.folder = folder,
                    .settings = point.described.settings,
                    .cut_short = cut_short_text(ended, planned, "repeats"),
                    .method = method,
                    .leads = method == headline(point.described.scenario),
                    .metrics = results.spreads(),
                    .signature = results.signature,
                    .claimed = worst.claimed,
                    .accounted = kNoBound,
                    .search = search,
                    .complete = ended == planned});
  }
  return rows;
}

}  // namespace fedltr
