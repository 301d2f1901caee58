#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "algorithms/silo/experiment.hpp"
#include "algorithms/silo/listwise.hpp"
#include "algorithms/silo/test_set.hpp"

namespace fedltr {

/// A party's own features of pairs of its own queries and documents, such as
/// clicks, age or price, which no other party knows.
class OwnRows {
 public:
  explicit OwnRows(Index features) : features_(features) {}

  Index features() const { return features_; }
  std::size_t queries() const { return queries_.size(); }

  /// Adds all rows of a query. Each feature is scaled to [0, 1] over them; one
  /// that is the same in all becomes 0.
  /// @param documents  distinct
  /// @param values     #documents by #features, finite
  /// @throws std::invalid_argument  for a document or query that comes twice
  void add(std::uint32_t query, std::span<const std::uint32_t> documents,
           Matrix values);

  bool has(std::uint32_t query, std::uint32_t document) const;

  /// Rows of some of a query's documents. One without a row has the mean of
  /// the query's rows, so that to have a row is no clue by itself; all are 0 if
  /// the query has none.
  /// @return  #documents by #features
  Matrix of(std::uint32_t query,
            std::span<const std::uint32_t> documents) const;

 private:
  struct Rows {
    std::map<std::uint32_t, Index> places;  ///< by document
    Matrix values;                          ///< #rows by #features, scaled
    Eigen::RowVectorXd mean;
  };

  Index features_;
  std::map<std::uint32_t, Rows> queries_;
};

/// Name of the ranker of ranking features and own rows, evaluate_own_rows().
inline constexpr const char* kOwnRowsMethod = "own-rows";
/// Its name with the score of a joint method's model as one more feature.
inline std::string own_rows_with(const std::string& joint) {
  return std::string(kOwnRowsMethod) + "+" + joint;
}

/// Scores documents by their features.
/// @param features  #documents by kFeatureColumns
using FeatureScore = std::function<Vector(const MatrixView& features)>;

/// Quality of a party's own ranker: a linear score of the ranking features and
/// of its own rows, trained by itself on whole lists (ListwiseTrainer). It
/// starts from BM25 with own rows at 0, and stays there unless its training
/// queries gain.
/// @param learnt  labelled pairs of training queries; features have
///                kFeatureColumns
/// @param tests   other queries
/// @param joint   the score of another model, one more feature; may be empty
/// @return        #tests by #metrics
Matrix evaluate_own_rows(const OwnRows& rows, const PartyInstances& learnt,
                         std::span<const TestQuery> tests,
                         std::span<const NamedMetric> metrics,
                         const ListwiseOptions& options,
                         const FeatureScore& joint = {});

}  // namespace fedltr
