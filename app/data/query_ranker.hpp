#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/data/model_file.hpp"

namespace fedltr {

/// Scores and ranks queries by a model.
class QueryRanker {
 public:
  /// @param client  FedPer: whose output layer; none: the mean
  QueryRanker(const ModelFile& model, std::optional<std::uint32_t> client,
              Ties ties);

  /// @throws DataError  for a score that is no number
  void rank(const Dataset& data, Index query);

  // Of the last query:
  const std::vector<std::string>& documents() const { return documents_; }
  const Vector& scores() const { return scores_; }
  /// Places of the documents, best first.
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
