#pragma once

#include <memory>
#include <vector>

#include "algorithms/data/dataset.hpp"
#include "algorithms/ranking/metrics.hpp"
#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

/// Order of documents with equal scores.
enum class Ties {
  kInput,  ///< in the order of the file
  kTrec,   ///< by document name (document_names()), descending, as trec_eval
};

/// The places of the `depth` highest scores, best first; equal scores keep the
/// order of `visit`.
///
/// @param visit   all places in the order that decides ties
/// @param ranking filled; its size is the depth, at most #visit
void top_documents(const VectorView& scores, std::span<const Index> visit,
                   std::span<Index> ranking);

/// Settings of an evaluation.
struct EvaluationConfig {
  std::shared_ptr<const Ranker> ranker;
  std::vector<NamedMetric> metrics;
  EmptyQuery empty = EmptyQuery::kSkip;
  Ties ties = Ties::kInput;
};

/// Scores a ranker on a judged set: the mean of each metric over the queries,
/// then over the views, if several judges see the same documents.
class Evaluation {
 public:
  /// @param views  the same documents with different labels, at least one
  Evaluation(std::vector<std::shared_ptr<const Dataset>> views,
             EvaluationConfig config);
  Evaluation(std::shared_ptr<const Dataset> data, EvaluationConfig config)
      : Evaluation(std::vector{std::move(data)}, std::move(config)) {}

  /// One mean per metric; NaN if no query counts.
  std::vector<double> means(const VectorView& parameters) const;

  /// The means of several models, scored in one pass over the data.
  /// @param models  #models by #parameters
  /// @return        #models by #metrics; a row does not depend on the others
  Matrix means_of(const Matrix& models) const;

  /// #queries by #metrics, mean over the views; NaN where a query is excluded.
  Matrix per_query(const VectorView& parameters) const;

  /// Number of queries in the mean of the first metric.
  Index counted() const;

  /// @throws std::invalid_argument if every query is excluded from a mean
  void require_means() const;

  const EvaluationConfig& config() const { return config_; }
  const std::vector<NamedMetric>& metrics() const { return config_.metrics; }
  /// The first view.
  const Dataset& data() const { return *views_[0]; }
  std::size_t views() const { return views_.size(); }

 private:
  /// True if any metric of any view has a relevant document there.
  bool counts(Index query) const;
  /// Calls visit(model, view, query, values), queries in order; those that
  /// count for no metric are neither scored nor ranked.
  template <class Visit>
  void measure(const Matrix& models, Visit&& visit) const;

  std::vector<std::shared_ptr<const Dataset>> views_;
  EvaluationConfig config_;
  std::size_t depth_ = 0;     ///< maximum rank that any metric uses, 0 = all
  std::vector<Index> visit_;  ///< by document: place within its query
  std::vector<std::vector<int>> highest_;  ///< by view, query: highest label
  std::vector<Matrix> best_;  ///< by view: #queries by #metrics, 1 if none
};

}  // namespace fedltr
