#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/linalg.hpp"
#include "algorithms/ranking/conventions.hpp"

namespace fedltr {

/// A document ranked by a run.
struct RankedDocument {
  std::string name;
  double score = 0;
};
/// A query's documents in the order of the run.
struct RankedQuery {
  std::string name;
  std::vector<RankedDocument> documents;
};
/// Queries in the run's order, each once, its documents all different.
using RankedRun = std::vector<RankedQuery>;

/// Grades of a query's documents by name, finite; below 0: judged as spam, or
/// as outside the pool.
using JudgedDocuments = TextMap<double>;
/// Queries in the judgements' order, each once.
struct JudgedQuery {
  std::string name;
  JudgedDocuments documents;
};
using JudgedQueries = std::vector<JudgedQuery>;

/// Labels of grades. If all grades are whole and at most 31, each is its own
/// label; else a label is the place of its grade among the different ones from
/// 0 on.
class GradeScale {
 public:
  /// @throws std::invalid_argument  for more than 253 different grades above 0
  explicit GradeScale(const JudgedQueries& judged);

  /// Label of a grade of the judgements; kBelowZero below 0.
  std::uint8_t label(double grade) const;
  /// Lowest label whose grade is at least this one.
  int label_from(double grade) const;
  /// Grades by label; empty if each label is its grade (MetricOptions::grades).
  const std::vector<double>& grades() const { return grades_; }
  /// The highest label, 0 without judgements.
  int highest() const { return highest_; }

 private:
  std::vector<double> grades_;
  int highest_ = 0;
};

/// Values of metrics by query.
struct QueryValues {
  std::vector<std::string> queries;
  Matrix values;             ///< #queries by #metrics; NaN: not part of a mean
  std::size_t unjudged = 0;  ///< ranked queries without judgements: ignored
  std::size_t unranked = 0;  ///< judged queries that were not ranked
};

/// Scores a run against judgements, by the algorithm of trec_eval 10
/// (te_form_res_rels and the metrics after it) except for the conventions:
/// documents by score, ties by name descending or in order; documents without
/// judgement, or with a grade below 0, count as grade 0, except in metrics that
/// see them (Unjudged); relevant ones that were not ranked count in a metric's
/// divisor. A list that is cut off keeps its metric's cutoff.
/// @param metrics  made with the gain of the conventions, and with the grades
///                 of the judgements' GradeScale
QueryValues evaluate_run(const RankedRun& run, const JudgedQueries& judged,
                         const std::vector<NamedMetric>& metrics,
                         const Conventions& conventions);

/// Mean of the numbers in a column, in order; NaN if there are none.
Vector means_of_queries(const Matrix& values);

}  // namespace fedltr
