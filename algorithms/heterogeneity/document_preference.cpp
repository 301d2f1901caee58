#include "algorithms/heterogeneity/document_preference.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

const Parameter kIntents = whole_parameter(
    "intents", 4, 2, 1000, "number of intents to derive without data.intents");
const Parameter kCommon =
    real_parameter("common", 0.1, kProbability,
                   "derived intents: probability that a relevant document is "
                   "also relevant to another intent");
const Parameter kJudgedBy =
    choice_parameter("judged-by", {"auto", "intents", "any-intent"},
                     "judgements of the evaluation queries: of each intent "
                     "(averaged) or all merged; auto, as published: merged for "
                     "the IID baseline, which makes its test easier");

/// True if the evaluation queries are judged by all intents merged.
bool judged_by_any(const SplitOptions& options) {
  const std::string& judge = options.parameters.choice(kJudgedBy);
  return judge == "auto" ? options.iid : judge == "any-intent";
}

/// The intents of one set: judged and shuffled, or derived.
IntentLabels intents_of(const Dataset& data, const IntentLabels* judged,
                        const SplitOptions& options, Rng rng) {
  if (judged != nullptr) return shuffle_intents(data, *judged, rng);
  return derive_intents(data.labels(),
                        options.parameters.whole<std::uint32_t>(kIntents),
                        options.parameters.real(kCommon), rng);
}

std::vector<std::shared_ptr<const Dataset>> views_of(
    const Dataset& data, const IntentLabels& intents, bool merged) {
  std::vector<std::shared_ptr<const Dataset>> views;
  const auto add = [&](std::vector<std::uint8_t> labels) {
    views.push_back(
        std::make_shared<const Dataset>(data.relabelled(std::move(labels))));
  };
  if (merged) {
    add(any_intent(intents));
  } else {
    for (const auto& labels : intents) add(labels);
  }
  return views;
}

void split_by_document_preference(const SplitInput& input, Split& split) {
  const SplitOptions& options = input.options;
  const IntentLabels train =
      intents_of(*input.train, input.train_intents, options,
                 split_rng(input, SplitStream::kTrainIntents));
  require(input.clients >= train.size(),
          "document-preference needs a client for each of its " +
              std::to_string(train.size()) + " intents, not " +
              std::to_string(input.clients));
  for (auto& view : views_of(*input.train, train, options.iid))
    split.holdings.push_back({std::move(view)});
  split.holding_kinds = split.holdings.size();
  const IntentLabels evaluation =
      input.evaluation == input.train
          ? train
          : intents_of(*input.evaluation, input.evaluation_intents, options,
                       split_rng(input, SplitStream::kEvaluationIntents));
  split.views = views_of(*input.evaluation, evaluation, judged_by_any(options));
}

}  // namespace

IntentLabels derive_intents(std::span<const std::uint8_t> labels,
                            std::uint32_t intents, double common, Rng& rng) {
  IntentLabels derived(intents, std::vector<std::uint8_t>(labels.size(), 0));
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == 0) continue;
    const std::uint64_t own = rng.below(intents);
    for (std::uint32_t intent = 0; intent < intents; ++intent)
      if (intent == own || rng.uniform() < common)
        derived[intent][i] = labels[i];
  }
  return derived;
}

IntentLabels shuffle_intents(const Dataset& data, const IntentLabels& intents,
                             Rng& rng) {
  IntentLabels shuffled = intents;
  std::vector<std::size_t> order(intents.size());
  for (Index query = 0; query < data.queries(); ++query) {
    std::iota(order.begin(), order.end(), std::size_t{0});
    shuffle(std::span(order), rng);
    for (std::size_t intent = 0; intent < order.size(); ++intent)
      std::copy(intents[order[intent]].begin() + data.begin(query),
                intents[order[intent]].begin() + data.end(query),
                shuffled[intent].begin() + data.begin(query));
  }
  return shuffled;
}

std::vector<std::uint8_t> any_intent(const IntentLabels& intents) {
  std::vector<std::uint8_t> merged = intents.at(0);
  for (const auto& labels : intents)
    for (std::size_t i = 0; i < merged.size(); ++i)
      merged[i] = std::max(merged[i], labels[i]);
  return merged;
}

SplitMethod document_preference_split() {
  return {
      "document-preference",
      "type 1: the same documents, judged by a different intent on each client",
      "Wang (2025), section 4.3",
      {kIntents, kCommon, kJudgedBy},
      split_by_document_preference,
      {.assigns_data = true,
       .by_intent = true,
       .groups =
           [](const ParameterValues& values) {
             return values.whole<std::size_t>(kIntents);
           },
       .group_name = "intents"}};
}

}  // namespace fedltr
