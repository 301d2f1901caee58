#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

inline constexpr Index kFieldFeatures = 8;
/// Features of the title, then those of the body.
inline constexpr Index kTextFeatures = 2 * kFieldFeatures;

/// Ranking features (text/ranking_features.hpp), after the papers' features.
inline constexpr Index kRankingFeatures = 4;
/// All features of a query and a document.
inline constexpr Index kFeatureColumns = kTextFeatures + kRankingFeatures;

/// `title-length`, `title-tf`, ..., `body-lmir-jm`.
const std::array<std::string, kTextFeatures>& text_feature_names();

/// Statistics of one field over all parties' documents.
struct FieldStatistics {
  double documents = 0;    ///< number of documents, 1 or more
  double mean_length = 0;  ///< in terms
};

/// Statistics of a term in one field of all documents; may be estimates.
struct TermStatistics {
  double document_frequency = 0;
  double probability = 0;  ///< p(t|C), its share of all the field's terms
};

struct FeatureConstants {
  double k1 = 1.2;      ///< BM25
  double b = 0.75;      ///< BM25
  double lambda = 0.1;  ///< LMIR.JM, weight of the collection
  double mu = 1000;     ///< LMIR.DIR
  double delta = 0.7;   ///< LMIR.ABS
};

/// The eight features of one query in one field: length, TF, IDF, TF-IDF, BM25,
/// LMIR.ABS, LMIR.DIR, LMIR.JM, from exact counts or a sketch's estimates.
///
/// ICDE section VI-A, journal sections 3.1 and 3.4, LETOR 4.0 (Qin and Liu,
/// 2013); Zhai and Lafferty (SIGIR 2001) for LMIR. Sums run over the query's
/// terms, with repetitions:
///   TF = sum c/L, IDF = sum idf, TF-IDF = sum c/L idf,
///   BM25 = sum idf' c (k1 + 1) / (c + k1 (1 - b + b L / mean L)),
///   ABS = sum log(max(c - delta, 0)/L + delta u/L p),
///   DIR = sum log((c + mu p) / (L + mu)),
///   JM = sum log((1 - lambda) c/L + lambda p)
/// with idf = log(N / df), idf' = log((N - df + 1/2) / (df + 1/2) + 1), u the
/// field's distinct terms.
/// Differs: the journal's Eq. 1 lacks idf's logarithm; ICDE's BM25 has c/L for
/// c and no length; LMIR are sums of logarithms over the query, as in LETOR,
/// where the journal prints one term's probability.
/// Clamped: c to [0, L], df to [1, N]. Skips a term with p <= 0, which is in no
/// document. An empty field has TF, TF-IDF, BM25 of 0 and ABS as if u = L.
class FieldFeatures {
 public:
  /// @param terms  of the query, in order
  FieldFeatures(const FieldStatistics& field,
                std::span<const TermStatistics> terms,
                const FeatureConstants& constants = {});

  /// @param counts    of the query's terms in the field, any finite numbers
  /// @param length    L >= 0
  /// @param distinct  u, 1 to L, or 0 for an empty field
  /// @param values    the features, overwritten
  void write(std::span<const double> counts, double length, double distinct,
             std::span<double, kFieldFeatures> values) const;

 private:
  struct Term {
    bool known = false;
    double idf = 0;
    double bm25_idf = 0;
    double probability = 0;
  };

  FeatureConstants constants_;
  double mean_length_;
  double idf_ = 0;  ///< summed
  std::vector<Term> terms_;
};

}  // namespace fedltr
