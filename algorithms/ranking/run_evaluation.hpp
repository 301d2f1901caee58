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

/// Grades of a query's documents by name.
using JudgedDocuments = TextMap<std::uint8_t>;
/// Queries in the judgements' order, each once.
struct JudgedQuery {
  std::string name;
  JudgedDocuments documents;
};
using JudgedQueries = std::vector<JudgedQuery>;

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
/// judgement count as grade 0; relevant ones that were not ranked count in a
/// metric's divisor. A list that is cut off keeps its metric's cutoff.
/// @param metrics  made with the gain of the conventions
QueryValues evaluate_run(const RankedRun& run, const JudgedQueries& judged,
                         const std::vector<NamedMetric>& metrics,
                         const Conventions& conventions);

/// Mean of the numbers in a column, in order; NaN if there are none.
Vector means_of_queries(const Matrix& values);

}  // namespace fedltr
