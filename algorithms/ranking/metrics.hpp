#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/core/method.hpp"

namespace fedltr {

using Labels = std::span<const std::uint8_t>;

// Labels that are no grades. Only metrics that see them (Unjudged) get them;
// for others these documents have grade 0.

/// Label of a ranked document without judgement.
inline constexpr std::uint8_t kNoJudgement = 255;
/// Label of a document that was judged below 0: as spam, or as outside the
/// pool.
inline constexpr std::uint8_t kBelowZero = 254;

/// 2^label - 1.
double gain(int label);
/// 1 / log2(rank + 1), rank counted from 1.
double discount(std::size_t rank);

/// Sum over the first `cutoff` labels of gain * discount. Järvelin and
/// Kekäläinen (2002), with the exponential gain of Burges et al. (2005).
/// @param ranked  labels in ranked order
/// @param cutoff  0 = all
double dcg(Labels ranked, std::size_t cutoff);
/// The largest dcg of any order of these labels.
double ideal_dcg(Labels judged, std::size_t cutoff);
// The same with gains of one's own, LightGBM's `label_gain`.
/// @param gains  by label, not descending
/// @throws std::invalid_argument  for a label without a gain
double dcg(Labels ranked, std::size_t cutoff, std::span<const double> gains);
double ideal_dcg(Labels judged, std::size_t cutoff,
                 std::span<const double> gains);
/// dcg over ideal_dcg; 0 without relevant documents.
double ndcg(Labels ranked, Labels judged, std::size_t cutoff);

/// Expected reciprocal rank, sum of R_i / i times prod_{j<i} (1 - R_j) with R =
/// (2^label - 1) / 2^highest. Chapelle et al. (CIKM 2009). Differs from the
/// CS-F-LTR journal paper, which prints it without 1/i.
/// @param highest  the label that counts as certain, 1 or more
double err(Labels ranked, std::size_t cutoff, int highest);

/// Mean over all R relevant documents of the precision at their rank; those not
/// ranked within the cutoff count 0: 1/R times the sum over relevant ranks
/// i <= cutoff of (relevant ones up to i) / i. `map` and `map_cut` of
/// trec_eval.
/// @param relevant_from  the minimum label that counts as relevant
/// @param cutoff         0 = all
double average_precision(Labels ranked, Labels judged, int relevant_from,
                         std::size_t cutoff = 0);
/// 1 / rank of the first relevant document within the cutoff, else 0.
double reciprocal_rank(Labels ranked, std::size_t cutoff, int relevant_from);
/// Share of relevant documents among the first `cutoff` (not the list's
/// length) ranks.
double precision(Labels ranked, std::size_t cutoff, int relevant_from);

/// The CS-F-LTR journal paper's own "MAP": mean over documents of the
/// document's ideal rank over its position, where the ideal rank is the place
/// of its label among the sorted labels; ties share the first such place. Can
/// exceed 1.
double rank_ratio(Labels ranked);

/// 1 / rank of the first click within the cutoff, else 0. Kharitonov (WSDM
/// 2019).
double max_reciprocal_rank(std::span<const std::uint8_t> clicks,
                           std::size_t cutoff);
/// Expected max_reciprocal_rank for a user who looks at every rank up to the
/// first click and clicks label r with probability click[r], as cascade and
/// dependent users do: sum of p_i / i times prod_{j<i} (1 - p_j). Larger than
/// that of a position-based user, whose attention is ignored.
double expected_max_reciprocal_rank(Labels ranked, std::size_t cutoff,
                                    std::span<const double> click);

/// Value of a query without relevant documents in an average.
enum class EmptyQuery { kSkip, kZero, kOne };
/// NaN for kSkip.
double value_of(EmptyQuery empty);

struct MetricOptions {
  int err_highest = 4;        ///< for err; 0: the highest label of each list
  int relevant_from = 1;      ///< for binary metrics
  std::vector<double> click;  ///< by label, for expected-maxrr
  /// Grades by label, ascending from 0, where a label is only a grade's place;
  /// empty: each label is its grade.
  std::vector<double> grades = {};
  /// Gains by label for ndcg and dcg; empty: 2^label - 1.
  std::vector<double> gains = {};
};

/// A metric of one query.
struct Metric {
  template <class Value>
  Metric(Value value_of) : value(std::move(value_of)) {}
  template <class Value, class Best>
  Metric(Value value_of, Best best_of)
      : value(std::move(value_of)), best(std::move(best_of)) {}

  /// Value for labels in ranked order (all, or up to the cutoff) and all judged
  /// labels.
  std::function<double(Labels ranked, Labels judged)> value;
  /// Divisor of the value, which no ranking changes; empty: 1.
  std::function<double(Labels judged)> best;
};
using MetricFactory =
    std::function<Metric(std::size_t cutoff, const MetricOptions&)>;

/// Meaning of a ranked document without judgement to a metric.
enum class Unjudged : std::uint8_t {
  kZero,   ///< grade 0
  kApart,  ///< not the same as grade 0
  kCount,  ///< what the metric counts; of no use where all have a label
};

struct MetricTraits {
  bool has_cutoff = true;  ///< may be cut at a rank, by `@k`
  bool is_binary = false;  ///< a document is relevant or not
  /// No query is empty for it: users also click where nothing is relevant.
  bool by_clicks = false;
  Unjudged unjudged = Unjudged::kZero;
  bool by_order = false;  ///< only the order of grades matters, not their size
  bool by_highest = false;  ///< the highest grade of a set decides its values
};

/// All metrics by name: `ndcg`, `err`, ...; a scenario adds `@k`.
const Methods<MetricFactory, MetricTraits>& metrics();

/// The method of a metric in a scenario's notation, e.g. `ndcg@10`; nullptr if
/// the name is unknown.
const Method<MetricFactory, MetricTraits>* find_metric(std::string_view text);

/// A metric in a scenario's notation, e.g. `ndcg@10`.
struct NamedMetric {
  std::string name;        ///< as written
  std::size_t cutoff = 0;  ///< 0 = all
  Metric metric;
  int relevant_from = 1;       ///< a query without such a label is empty for it
  bool sees_unjudged = false;  ///< takes kNoJudgement and kBelowZero
};

/// @throws std::invalid_argument for an unknown name or a bad cutoff
NamedMetric parse_metric(const std::string& text, const MetricOptions& options);

}  // namespace fedltr
