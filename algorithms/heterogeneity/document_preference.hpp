#pragma once

#include "algorithms/heterogeneity/split.hpp"

namespace fedltr {

/// Derives labels of several intents: each relevant document is relevant to one
/// intent drawn at random, with its grade, and to each other one with
/// probability `common`. Chosen for sets without judgements by intent.
IntentLabels derive_intents(std::span<const std::uint8_t> labels,
                            std::uint32_t intents, double common, Rng& rng);

/// Permutes the intents of each query, so that none is harder than the others
/// overall. Thesis section 4.3.1.
IntentLabels shuffle_intents(const Dataset& data, const IntentLabels& intents,
                             Rng& rng);

/// Returns the highest label of any intent, by document.
std::vector<std::uint8_t> any_intent(const IntentLabels& intents);

/// Type 1, thesis section 4.3: same queries and candidates, other labels;
/// client i has intent i modulo their number. As an IID baseline a document is
/// relevant if it is for any intent.
///
/// The thesis, and its code, judge the baseline by the merged labels and the
/// split by the intents: two test sets, of which the merged one is easier. That
/// is `judged-by = auto`; intents and any-intent judge both by the same labels.
SplitMethod document_preference_split();

}  // namespace fedltr
