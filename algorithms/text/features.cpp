#include "algorithms/text/features.hpp"

#include <algorithm>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {

const std::array<std::string, kTextFeatures>& text_feature_names() {
  static const auto names = [] {
    constexpr std::array kNames = {"length", "tf",       "idf",      "tf-idf",
                                   "bm25",   "lmir-abs", "lmir-dir", "lmir-jm"};
    std::array<std::string, kTextFeatures> all;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
      all[i] = std::string("title-") + kNames[i];
      all[i + kNames.size()] = std::string("body-") + kNames[i];
    }
    return all;
  }();
  return names;
}

FieldFeatures::FieldFeatures(const FieldStatistics& field,
                             std::span<const TermStatistics> terms,
                             const FeatureConstants& constants)
    : constants_(constants), mean_length_(std::max(field.mean_length, 1e-9)) {
  const double all = field.documents;
  require(all >= 1, "features need the number of documents, 1 or more");
  for (const TermStatistics& term : terms) {
    Term& added = terms_.emplace_back();
    if (!(term.probability > 0)) continue;
    const double frequency = std::clamp(term.document_frequency, 1.0, all);
    added = {true, portable_log(all / frequency),
             portable_log((all - frequency + 0.5) / (frequency + 0.5) + 1),
             term.probability};
    idf_ += added.idf;
  }
}

void FieldFeatures::write(std::span<const double> counts, double length,
                          double distinct,
                          std::span<double, kFieldFeatures> values) const {
  require(counts.size() == terms_.size(), "a count for each term of the query");
  require(length >= 0 && (length == 0 || distinct > 0),
          "a field that is not empty has distinct terms");
  const auto [k1, b, lambda, mu, delta] = constants_;
  const double per_term = length > 0 ? 1 / length : 0;
  const double discounted = length > 0 ? delta * distinct * per_term : delta;
  const double saturation = k1 * (1 - b + b * length / mean_length_);
  double tf = 0;
  double tf_idf = 0;
  double bm25 = 0;
  Eigen::Array4d models = Eigen::Array4d::Zero();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const Term& term = terms_[i];
    if (!term.known) continue;
    const double count = std::clamp(counts[i], 0.0, length);
    const double share = count * per_term;
    const double background = term.probability;
    tf += share;
    tf_idf += share * term.idf;
    // Without a count, k1 = 0 and an empty field with b = 1 would give 0 / 0.
    if (count > 0)
      bm25 += term.bm25_idf * count * (k1 + 1) / (count + saturation);
    // Four at a time: full packets give the same bits everywhere.
    const Eigen::Array4d probabilities(
        std::max(count - delta, 0.0) * per_term + discounted * background,
        (count + mu * background) / (length + mu),
        (1 - lambda) * share + lambda * background, 1);
    models += probabilities.log();
  }
  std::ranges::copy(std::array{length, tf, idf_, tf_idf, bm25, models[0],
                               models[1], models[2]},
                    values.begin());
}

}  // namespace fedltr
