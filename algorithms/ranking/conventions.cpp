#include "algorithms/ranking/conventions.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

namespace {

/// Gains by label.
using Gains = std::vector<double>;

/// The metrics that have a gain, with one by label.
const Methods<std::function<Metric(std::size_t, Gains)>>& gain_metrics() {
  static const auto value = [](std::size_t k, const Gains& gains) {
    return [k, gains](Labels ranked, Labels) { return dcg(ranked, k, gains); };
  };
  static const Methods<std::function<Metric(std::size_t, Gains)>> table = {
      {"ndcg",
       "of a gain by label",
       "Järvelin and Kekäläinen (2002)",
       {},
       [](std::size_t k, const Gains& gains) -> Metric {
         return {value(k, gains), [k, gains](Labels judged) {
                   return ideal_dcg(judged, k, gains);
                 }};
       }},
      {"dcg",
       "of a gain by label",
       "Järvelin and Kekäläinen (2002)",
       {},
       [](std::size_t k, const Gains& gains) -> Metric {
         return value(k, gains);
       }},
  };
  return table;
}

/// Returns the gain of each label.
/// @param grades  by label; empty: each label is its grade
Gains gains_of(const std::vector<double>& grades, Gain gain) {
  constexpr double kLargestExponent = 31;
  Gains gains(kBelowZero);
  if (grades.empty()) std::iota(gains.begin(), gains.end(), 0);
  std::ranges::copy(grades, gains.begin());
  if (gain == Gain::kLinear) return gains;
  for (double& each : gains) {
    require(each <= kLargestExponent,
            "a gain of 2^grade - 1 takes grades up to 31, and there are higher "
            "ones; a linear gain takes any (--gain linear, or the conventions "
            "trec_eval)");
    each = portable_pow(2, each) - 1;
  }
  return gains;
}

}  // namespace

NamedMetric parse_metric(const std::string& text, const MetricOptions& options,
                         Gain gain) {
  if (gain == Gain::kExponential && options.grades.empty())
    return parse_metric(text, options);
  const auto* method = find_metric(text);
  const auto found = std::ranges::find_if(
      gain_metrics(),
      [&](const auto& each) { return method && each.name == method->name; });
  if (found == gain_metrics().end()) return parse_metric(text, options);
  MetricOptions plain = options;
  plain.grades.clear();
  NamedMetric metric = parse_metric(text, plain);
  metric.metric = found->make(metric.cutoff, gains_of(options.grades, gain));
  return metric;
}

const std::vector<std::pair<std::string, Gain>>& gain_names() {
  static const std::vector<std::pair<std::string, Gain>> all = {
      {"exponential", Gain::kExponential}, {"linear", Gain::kLinear}};
  return all;
}

const std::vector<std::pair<std::string, EmptyQuery>>& empty_query_names() {
  static const std::vector<std::pair<std::string, EmptyQuery>> all = {
      {"skip", EmptyQuery::kSkip},
      {"0", EmptyQuery::kZero},
      {"1", EmptyQuery::kOne}};
  return all;
}

const std::vector<std::pair<std::string, Ties>>& ties_names() {
  static const std::vector<std::pair<std::string, Ties>> all = {
      {"input", Ties::kInput}, {"trec", Ties::kTrec}};
  return all;
}

const std::vector<std::pair<std::string, Counted>>& counted_names() {
  static const std::vector<std::pair<std::string, Counted>> all = {
      {"ranked", Counted::kRanked}, {"judged", Counted::kJudged}};
  return all;
}

const Methods<Conventions>& conventions() {
  static const Methods<Conventions> table = {
      {"foltr",
       "gain 2^grade - 1; queries without a relevant document are left out, "
       "those without a ranking count 0; equal scores in the order of the data",
       "fedltr; the default of a scenario",
       {},
       {}},
      {"trec_eval",
       "gain = grade; 0 without a relevant document; equal scores by document "
       "name, descending; ranks in a TREC run are ignored",
       "trec_eval 10.0",
       {},
       {Gain::kLinear, EmptyQuery::kZero, Ties::kTrec, Counted::kRanked}},
      {"trec_eval-c",
       "as trec_eval, over all judged queries: 0 for one without a ranking",
       "trec_eval 10.0, option -c",
       {},
       {Gain::kLinear, EmptyQuery::kZero, Ties::kTrec, Counted::kJudged}},
      {"ranklib",
       "gain 2^grade - 1; 0 without a relevant document",
       "RankLib, after its NDCGScorer",
       {},
       {Gain::kExponential, EmptyQuery::kZero, Ties::kInput, Counted::kRanked}},
      {"lightgbm",
       "gain 2^grade - 1; 1 without a relevant document",
       "LightGBM, after its ndcg",
       {},
       {Gain::kExponential, EmptyQuery::kOne, Ties::kInput, Counted::kRanked}},
  };
  return table;
}

}  // namespace fedltr
