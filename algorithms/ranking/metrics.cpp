#include "algorithms/ranking/metrics.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/ranking/trec_metrics.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kLabels = 256;

double compute_discount(std::size_t rank) {
  return portable_log(2) / portable_log(rank + 1.0);
}

Labels first(Labels labels, std::size_t cutoff) {
  return cutoff == 0 ? labels : labels.first(std::min(cutoff, labels.size()));
}

std::array<std::size_t, kLabels> histogram(Labels labels) {
  std::array<std::size_t, kLabels> counts{};
  for (const int label : labels) ++counts[label];
  return counts;
}

}  // namespace

double gain(int label) {
  return (std::uint64_t{1} << label) - 1;
}

double discount(std::size_t rank) {
  static const auto table = [] {
    std::array<double, 1024> values{};
    for (std::size_t i = 1; i < values.size(); ++i)
      values[i] = compute_discount(i);
    return values;
  }();
  return rank < table.size() ? table[rank] : compute_discount(rank);
}

double dcg(Labels ranked, std::size_t cutoff) {
  double sum = 0;
  std::size_t rank = 0;
  for (const int label : first(ranked, cutoff)) {
    ++rank;
    if (label > 0) sum += gain(label) * discount(rank);
  }
  return sum;
}

double ideal_dcg(Labels judged, std::size_t cutoff) {
  const auto counts = histogram(judged);
  const std::size_t depth = cutoff == 0 ? judged.size() : cutoff;
  double sum = 0;
  std::size_t rank = 0;
  for (std::size_t label = kLabels - 1; label > 0; --label)
    for (std::size_t i = 0; i < counts[label] && rank < depth; ++i)
      sum += gain(label) * discount(++rank);
  return sum;
}

double dcg(Labels ranked, std::size_t cutoff, std::span<const double> gains) {
  double sum = 0;
  std::size_t rank = 0;
  for (const std::size_t label : first(ranked, cutoff)) {
    require(label < gains.size(), "no gain for grade " + std::to_string(label));
    sum += gains[label] * discount(++rank);
  }
  return sum;
}

double ideal_dcg(Labels judged, std::size_t cutoff,
                 std::span<const double> gains) {
  std::vector<std::uint8_t> ideal(judged.begin(), judged.end());
  std::ranges::sort(ideal, std::greater());
  return dcg(ideal, cutoff, gains);
}

double ndcg(Labels ranked, Labels judged, std::size_t cutoff) {
  const double ideal = ideal_dcg(judged, cutoff);
  return ideal > 0 ? dcg(ranked, cutoff) / ideal : 0;
}

double err(Labels ranked, std::size_t cutoff, int highest) {
  require(highest >= 1, "err needs a highest label of 1 or more");
  double sum = 0;
  double unsatisfied = 1;
  std::size_t rank = 0;
  for (const int label : first(ranked, cutoff)) {
    const double satisfied = gain(label) / (gain(highest) + 1);
    sum += unsatisfied * satisfied / ++rank;
    unsatisfied *= 1 - satisfied;
  }
  return sum;
}

double average_precision(Labels ranked, Labels judged, int relevant_from,
                         std::size_t cutoff) {
  const auto relevant = std::ranges::count_if(
      judged, [&](int label) { return label >= relevant_from; });
  if (relevant == 0) return 0;
  double sum = 0;
  double found = 0;
  std::size_t rank = 0;
  for (const int label : first(ranked, cutoff)) {
    ++rank;
    if (label >= relevant_from) sum += ++found / rank;
  }
  return sum / relevant;
}

double reciprocal_rank(Labels ranked, std::size_t cutoff, int relevant_from) {
  std::size_t rank = 0;
  for (const int label : first(ranked, cutoff)) {
    ++rank;
    if (label >= relevant_from) return 1.0 / rank;
  }
  return 0;
}

double precision(Labels ranked, std::size_t cutoff, int relevant_from) {
  if (ranked.empty()) return 0;
  const auto relevant = std::ranges::count_if(
      first(ranked, cutoff), [&](int label) { return label >= relevant_from; });
  return static_cast<double>(relevant) / (cutoff == 0 ? ranked.size() : cutoff);
}

double rank_ratio(Labels ranked) {
  if (ranked.empty()) return 0;
  const auto counts = histogram(ranked);
  std::array<std::size_t, kLabels> ideal{};
  std::size_t above = 0;
  for (std::size_t label = kLabels; label-- > 0; above += counts[label])
    ideal[label] = above + 1;
  double sum = 0;
  std::size_t position = 0;
  for (const int label : ranked)
    sum += static_cast<double>(ideal[label]) / ++position;
  return sum / ranked.size();
}

double max_reciprocal_rank(std::span<const std::uint8_t> clicks,
                           std::size_t cutoff) {
  return reciprocal_rank(clicks, cutoff, 1);
}

double expected_max_reciprocal_rank(Labels ranked, std::size_t cutoff,
                                    std::span<const double> click) {
  double sum = 0;
  double unclicked = 1;
  std::size_t rank = 0;
  for (const int label : first(ranked, cutoff)) {
    require(label < std::ssize(click),
            "expected-maxrr needs a click probability for every label");
    const double probability = click[label];
    sum += unclicked * probability / ++rank;
    unclicked *= 1 - probability;
  }
  return sum;
}

namespace {

// Factories of the table below.

Metric ndcg_metric(std::size_t k, const MetricOptions& options) {
  if (const auto& gains = options.gains; !gains.empty())
    return {[k, gains](Labels ranked, Labels) { return dcg(ranked, k, gains); },
            [k, gains](Labels judged) { return ideal_dcg(judged, k, gains); }};
  return {[k](Labels ranked, Labels) { return dcg(ranked, k); },
          [k](Labels judged) { return ideal_dcg(judged, k); }};
}

Metric dcg_metric(std::size_t k, const MetricOptions& options) {
  if (const auto& gains = options.gains; !gains.empty())
    return [k, gains](Labels ranked, Labels) { return dcg(ranked, k, gains); };
  return [k](Labels ranked, Labels) { return dcg(ranked, k); };
}

Metric err_metric(std::size_t k, const MetricOptions& options) {
  return [k, highest = options.err_highest](Labels ranked, Labels judged) {
    const int most = highest > 0 || judged.empty()
                         ? highest
                         : *std::ranges::max_element(judged);
    return most == 0 ? 0 : err(ranked, k, most);
  };
}

Metric map_metric(std::size_t k, const MetricOptions& options) {
  return [k, from = options.relevant_from](Labels ranked, Labels judged) {
    return average_precision(ranked, judged, from, k);
  };
}

Metric mrr_metric(std::size_t k, const MetricOptions& options) {
  return [k, from = options.relevant_from](Labels ranked, Labels) {
    return reciprocal_rank(ranked, k, from);
  };
}

Metric precision_metric(std::size_t k, const MetricOptions& options) {
  return [k, from = options.relevant_from](Labels ranked, Labels) {
    return precision(ranked, k, from);
  };
}

Metric rank_ratio_metric(std::size_t, const MetricOptions&) {
  return [](Labels ranked, Labels) { return rank_ratio(ranked); };
}

Metric expected_maxrr_metric(std::size_t k, const MetricOptions& options) {
  return [k, click = options.click](Labels ranked, Labels) {
    return expected_max_reciprocal_rank(ranked, k, click);
  };
}

}  // namespace

const Methods<MetricFactory, MetricTraits>& metrics() {
  static const Methods<MetricFactory, MetricTraits> table = {
      {"ndcg",
       "normalised discounted cumulative gain, gain 2^grade - 1",
       "Järvelin and Kekäläinen (2002); Burges et al. (2005)",
       {},
       ndcg_metric},
      {"dcg",
       "discounted cumulative gain, not normalised",
       "Järvelin and Kekäläinen (2002)",
       {},
       dcg_metric},
      {"err",
       "expected reciprocal rank",
       "Chapelle et al. (CIKM 2009)",
       {},
       err_metric,
       {.by_highest = true}},
      {"map",
       "mean average precision, over the whole list or up to a rank",
       "trec_eval, map and map_cut; binary from evaluation.relevant-from",
       {},
       map_metric,
       {.is_binary = true}},
      {"mrr",
       "mean reciprocal rank of the first relevant document",
       "TREC; binary from evaluation.relevant-from",
       {},
       mrr_metric,
       {.is_binary = true}},
      {"p",
       "precision",
       "TREC; binary from evaluation.relevant-from",
       {},
       precision_metric,
       {.is_binary = true}},
      recall_method(),
      success_method(),
      bpref_method(),
      judged_method(),
      {"rank-ratio",
       "ideal rank over position, the journal paper's \"MAP\"",
       "Shi et al. (2021), section 5.1",
       {},
       rank_ratio_metric,
       {.has_cutoff = false, .by_order = true}},
      {"expected-maxrr",
       "expected reciprocal rank of the first click, by a user with the "
       "scenario's click probabilities who looks at every rank (unlike a pbm "
       "user)",
       "Kharitonov (WSDM 2019)",
       {},
       expected_maxrr_metric,
       {.by_clicks = true}},
  };
  return table;
}

const Method<MetricFactory, MetricTraits>* find_metric(std::string_view text) {
  const auto& all = metrics();
  const auto found =
      std::ranges::find(all, text.substr(0, text.find('@')),
                        &Method<MetricFactory, MetricTraits>::name);
  return found == all.end() ? nullptr : &*found;
}

double value_of(EmptyQuery empty) {
  if (empty == EmptyQuery::kSkip)
    return std::numeric_limits<double>::quiet_NaN();
  return empty == EmptyQuery::kZero ? 0 : 1;
}

NamedMetric parse_metric(const std::string& text,
                         const MetricOptions& options) {
  const std::size_t at = text.find('@');
  const auto& method = find(metrics(), text.substr(0, at));
  std::size_t cutoff = 0;
  if (at != std::string::npos) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] =
        std::from_chars(text.data() + at + 1, end, cutoff);
    require(error == std::errc() && stop == end && cutoff > 0,
            "'" + text +
                "' has a bad cutoff, expected an integer from 1 "
                "after '@', e.g. ndcg@10");
    require(method.traits.has_cutoff,
            "'" + method.name + "' is over the whole list, without '@'");
  }
  const MetricTraits& traits = method.traits;
  require(options.grades.empty() || traits.is_binary || traits.by_order,
          "'" + method.name + "' takes whole grades from 0 to 31");
  const bool never_empty =
      traits.by_clicks || traits.unjudged == Unjudged::kCount;
  const int relevant_from = never_empty        ? 0
                            : traits.is_binary ? options.relevant_from
                                               : 1;
  return {text, cutoff, method.make(cutoff, options), relevant_from,
          traits.unjudged != Unjudged::kZero};
}

}  // namespace fedltr
