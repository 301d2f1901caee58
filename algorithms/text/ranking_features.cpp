#include "algorithms/text/ranking_features.hpp"

#include <algorithm>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

constexpr double kTitleWeight = 3;
/// Scales the features to about 1.
constexpr double kUnit = 10;

/// Mean length of a field, at least one term: a field that few documents have
/// would explode what is divided by it.
double mean_length(const FieldStatistics& field) {
  return std::max(field.mean_length, 1.0);
}

double occurrences(const FieldStatistics& field, const TermStatistics& term) {
  return std::max(term.probability, 0.0) * field.mean_length * field.documents;
}

/// Ratio of a term's frequency in titles to that in bodies, by length. The
/// constants keep rare terms near 1; it is 1 if a field is empty everywhere.
double lift(std::span<const FieldStatistics, 2> fields,
            const TermStatistics& title, const TermStatistics& body) {
  if (!(fields[0].mean_length > 0) || !(fields[1].mean_length > 0)) return 1;
  const double in_titles =
      (std::max(title.document_frequency, 0.0) + 0.5) / mean_length(fields[0]);
  const double in_bodies =
      (std::max(body.document_frequency, 0.0) + 2) / mean_length(fields[1]);
  return in_titles / in_bodies;
}

}  // namespace

const std::array<std::string, kRankingFeatures>& ranking_feature_names() {
  static const std::array<std::string, kRankingFeatures> names = {
      "title-bm25-share", "body-bm25-share", "bursty-bm25f", "topical-bm25f"};
  return names;
}

RankingFeatures::RankingFeatures(std::span<const FieldStatistics, 2> fields,
                                 std::span<const TermStatistics> title,
                                 std::span<const TermStatistics> body,
                                 const FeatureConstants& constants)
    : constants_(constants),
      mean_lengths_{mean_length(fields[0]), mean_length(fields[1])} {
  require(title.size() == body.size(),
          "statistics of each term in both fields");
  const double all = fields[0].documents;
  double idf_sum = 0;
  for (std::size_t i = 0; i < title.size(); ++i) {
    Term& added = terms_.emplace_back();
    if (!(title[i].probability > 0) && !(body[i].probability > 0)) continue;
    const double frequency = std::clamp(
        std::max(title[i].document_frequency, body[i].document_frequency), 1.0,
        all);
    const double idf =
        portable_log((all - frequency + 0.5) / (frequency + 0.5) + 1);
    const double times =
        occurrences(fields[0], title[i]) + occurrences(fields[1], body[i]);
    added.bursty = idf * portable_log(1 + times / frequency);
    added.topical = idf * portable_log(1 + lift(fields, title[i], body[i]));
    idf_sum += idf;
  }
  if (idf_sum > 0) per_idf_ = kUnit / idf_sum;
}

void RankingFeatures::write(
    const std::array<std::span<const double>, 2>& counts,
    const std::array<double, 2>& lengths, const std::array<double, 2>& bm25,
    std::span<double, kRankingFeatures> values) const {
  const double k1 = constants_.k1;
  const auto norm = [&](std::size_t field) {
    return 1 - constants_.b +
           constants_.b * lengths[field] / mean_lengths_[field];
  };
  // An empty field has no counts, and with b = 1 a norm of 0.
  const double per_title = lengths[0] > 0 ? kTitleWeight / norm(0) : 0;
  const double per_body = lengths[1] > 0 ? 1 / norm(1) : 0;
  double bursty = 0;
  double topical = 0;
  for (std::size_t i = 0; i < terms_.size(); ++i) {
    const double found = std::clamp(counts[0][i], 0.0, lengths[0]) * per_title +
                         std::clamp(counts[1][i], 0.0, lengths[1]) * per_body;
    if (found <= 0) continue;  // with k1 = 0, 0 would be divided by 0
    const double saturated = found * (k1 + 1) / (found + k1);
    bursty += terms_[i].bursty * saturated;
    topical += terms_[i].topical * saturated;
  }
  values[0] = bm25[0] * per_idf_;
  values[1] = bm25[1] * per_idf_;
  values[2] = bursty * per_idf_;
  values[3] = topical * per_idf_;
}

}  // namespace fedltr
