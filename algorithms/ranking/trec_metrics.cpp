#include "algorithms/ranking/trec_metrics.hpp"

#include <algorithm>

namespace fedltr {
namespace {

constexpr const char* kBinary = "; binary from evaluation.relevant-from";

Labels up_to(Labels ranked, std::size_t cutoff) {
  return cutoff == 0 ? ranked : ranked.first(std::min(cutoff, ranked.size()));
}

auto relevant(int from) {
  return [from](int label) { return label >= from && label < kBelowZero; };
}

auto irrelevant(int from) {
  return [from](int label) { return label < from; };
}

}  // namespace

double recall(Labels ranked, Labels judged, std::size_t cutoff,
              int relevant_from) {
  const auto is_relevant = relevant(relevant_from);
  const auto all = std::ranges::count_if(judged, is_relevant);
  const auto found = std::ranges::count_if(up_to(ranked, cutoff), is_relevant);
  return all == 0 ? 0 : static_cast<double>(found) / static_cast<double>(all);
}

double success(Labels ranked, std::size_t cutoff, int relevant_from) {
  return std::ranges::any_of(up_to(ranked, cutoff), relevant(relevant_from));
}

double bpref(Labels ranked, Labels judged, int relevant_from) {
  const auto is_relevant = relevant(relevant_from);
  const auto is_irrelevant = irrelevant(relevant_from);
  const auto all = std::ranges::count_if(judged, is_relevant);
  if (all == 0) return 0;
  const auto most = std::min(all, std::ranges::count_if(judged, is_irrelevant));
  double sum = 0;
  auto above = all - all;  // judged irrelevant documents so far
  for (const int label : ranked) {
    above += is_irrelevant(label);
    if (!is_relevant(label)) continue;
    sum += above == 0 ? 1
                      : 1 - static_cast<double>(std::min(above, all)) /
                                static_cast<double>(most);
  }
  return sum / static_cast<double>(all);
}

double judged_share(Labels ranked, std::size_t cutoff) {
  const Labels shown = up_to(ranked, cutoff);
  if (shown.empty()) return 0;
  const auto unjudged = std::ranges::count(shown, kNoJudgement);
  return static_cast<double>(std::ssize(shown) - unjudged) /
         static_cast<double>(shown.size());
}

Method<MetricFactory, MetricTraits> recall_method() {
  return {"recall",
          "share of the relevant documents that are among the first k",
          std::string("trec_eval, recall") + kBinary,
          {},
          [](std::size_t k, const MetricOptions& options) -> Metric {
            return [k, from = options.relevant_from](Labels ranked,
                                                     Labels judged) {
              return recall(ranked, judged, k, from);
            };
          },
          {.is_binary = true}};
}

Method<MetricFactory, MetricTraits> success_method() {
  return {"success",
          "1 if a relevant document is among the first k, else 0",
          std::string("trec_eval, success") + kBinary,
          {},
          [](std::size_t k, const MetricOptions& options) -> Metric {
            return [k, from = options.relevant_from](Labels ranked, Labels) {
              return success(ranked, k, from);
            };
          },
          {.is_binary = true}};
}

Method<MetricFactory, MetricTraits> bpref_method() {
  return {
      "bpref",
      "binary preference: relevant above judged irrelevant documents; those "
      "without judgement, or with a grade below 0, do not count",
      std::string("Buckley and Voorhees (SIGIR 2004); trec_eval") + kBinary,
      {},
      [](std::size_t, const MetricOptions& options) -> Metric {
        return [from = options.relevant_from](Labels ranked, Labels judged) {
          return bpref(ranked, judged, from);
        };
      },
      {.has_cutoff = false, .is_binary = true, .unjudged = Unjudged::kApart}};
}

Method<MetricFactory, MetricTraits> judged_method() {
  return {
      "judged",
      "share of documents with a judgement among the first k; for fedltr eval "
      "with judgements",
      "Judged of ir_measures",
      {},
      [](std::size_t k, const MetricOptions&) -> Metric {
        return [k](Labels ranked, Labels) { return judged_share(ranked, k); };
      },
      {.unjudged = Unjudged::kCount, .by_order = true}};
}

}  // namespace fedltr
