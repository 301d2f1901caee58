#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "algorithms/text/features.hpp"

namespace fedltr {

/// `title-bm25-share`, `body-bm25-share`, `bursty-bm25f`, `topical-bm25f`.
const std::array<std::string, kRankingFeatures>& ranking_feature_names();

/// Four features of a query and a document that are comparable between queries
/// and need no scaling: each is divided by the query's idf I = sum i(t) / 10,
/// which is known both in training and in serving.
///   title-bm25-share, body-bm25-share = BM25 of the field / I
///   bursty-bm25f  = sum i(t) log(1 + cf(t) / df(t)) F(t) / I
///   topical-bm25f = sum i(t) log(1 + r(t)) F(t) / I
/// with F(t) = f (k1 + 1) / (f + k1), f the sum over both fields of w c /
/// (1 - b + b L / mean L), w = 3 in the title: BM25F of Robertson, Zaragoza and
/// Taylor (CIKM 2004); cf the term's occurrences in both fields, df the larger
/// of its two document frequencies, i BM25's idf of it; r its document
/// frequency in titles, a term of title, over that in bodies, a term of body.
/// No field need exist: mean L is at least 1, and r is 1 if a field is empty in
/// all documents.
///
/// Terms that repeat in the documents that have them, and terms that titles
/// have, show the subject of a text. Uses no numbers beyond those of the other
/// features.
class RankingFeatures {
 public:
  /// @param fields  title, body
  /// @param title   statistics of the query's terms, in order
  /// @param body    the same
  RankingFeatures(std::span<const FieldStatistics, 2> fields,
                  std::span<const TermStatistics> title,
                  std::span<const TermStatistics> body,
                  const FeatureConstants& constants = {});

  /// @param counts   of the query's terms in title and body; clamped to [0, L]
  /// @param lengths  L of title and body
  /// @param bm25     of title and body
  void write(const std::array<std::span<const double>, 2>& counts,
             const std::array<double, 2>& lengths,
             const std::array<double, 2>& bm25,
             std::span<double, kRankingFeatures> values) const;

 private:
  struct Term {
    double bursty = 0;   ///< idf times the factor
    double topical = 0;  ///< idf times the factor
  };

  FeatureConstants constants_;
  std::array<double, 2> mean_lengths_{};
  std::vector<Term> terms_;
  double per_idf_ = 0;  ///< 1 / I; 0 if no document has a term of the query
};

}  // namespace fedltr
