#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/data/model_file.hpp"

namespace fedltr {

/// Refuses scores by which documents have no order.
/// @throws DataError  if a score is NaN or infinite, with the query's name
void require_finite_scores(const Dataset& data, Index query,
                           const Eigen::Ref<const Vector>& scores);

/// Scores and ranks queries with a model.
class QueryRanker {
 public:
  /// @param client  FedPer: client of the output layer; nullopt: the mean
  QueryRanker(const ModelFile& model, std::optional<std::uint32_t> client,
              Ties ties);

  /// @throws DataError  as require_finite_scores()
  void rank(const Dataset& data, Index query);

  // Results for the last query:
  const std::vector<std::string>& documents() const { return documents_; }
  const Vector& scores() const { return scores_; }
  /// Indices of the documents, best first.
  const std::vector<Index>& order() const { return order_; }

 private:
  std::shared_ptr<const Ranker> ranker_;
  Matrix parameters_;  ///< one row
  Ties ties_;
  std::vector<std::string> documents_;
  Vector scores_;
  std::vector<double> room_;
  std::vector<Index> visit_;
  std::vector<Index> order_;
};

}  // namespace fedltr
