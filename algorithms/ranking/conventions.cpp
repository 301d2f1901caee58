#include "algorithms/ranking/conventions.hpp"

#include <algorithm>

namespace fedltr {

namespace {

double linear_dcg(Labels labels, std::size_t cutoff) {
  const std::size_t depth =
      cutoff == 0 ? labels.size() : std::min(cutoff, labels.size());
  double sum = 0;
  for (std::size_t i = 0; i < depth; ++i) sum += labels[i] * discount(i + 1);
  return sum;
}

double ideal_linear_dcg(Labels judged, std::size_t cutoff) {
  std::vector<std::uint8_t> ideal(judged.begin(), judged.end());
  std::ranges::sort(ideal, std::greater());
  return linear_dcg(ideal, cutoff);
}

/// The metrics that have a gain, with the linear one.
const Methods<std::function<Metric(std::size_t)>>& linear_metrics() {
  static const auto value = [](std::size_t k) {
    return [k](Labels ranked, Labels) { return linear_dcg(ranked, k); };
  };
  static const Methods<std::function<Metric(std::size_t)>> table = {
      {"ndcg",
       "gain = grade",
       "Järvelin and Kekäläinen (2002)",
       {},
       [](std::size_t k) -> Metric {
         return {value(k),
                 [k](Labels judged) { return ideal_linear_dcg(judged, k); }};
       }},
      {"dcg",
       "gain = grade",
       "Järvelin and Kekäläinen (2002)",
       {},
       [](std::size_t k) -> Metric { return value(k); }},
  };
  return table;
}

}  // namespace

NamedMetric parse_metric(const std::string& text, const MetricOptions& options,
                         Gain gain) {
  NamedMetric metric = parse_metric(text, options);
  if (gain == Gain::kExponential) return metric;
  const auto& linear = linear_metrics();
  const auto found = std::ranges::find_if(linear, [&](const auto& each) {
    return each.name == find_metric(text)->name;
  });
  if (found != linear.end()) metric.metric = found->make(metric.cutoff);
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
       "gain 2^grade - 1; queries without a relevant document are left out; "
       "equal scores in the order of the data",
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
