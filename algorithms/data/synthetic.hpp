#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/data/dataset.hpp"

namespace fedltr {

/// Shape of a public data set: enough to make another one like it.
struct DataShape {
  std::string name;
  std::string summary;
  Index queries = 0;  ///< default number of queries
  Index features = 0;
  std::vector<double> grade_shares;     ///< by grade, sum to 1
  std::vector<double> document_counts;  ///< quantiles 0, 1/m, ..., 1
  double query_spread = 0;  ///< variation of relevance between queries
  bool normalized = false;  ///< features are in [0, 1] by query
  /// Mean searches of a user, whose taste differs from others'. A query is a
  /// search, in order of time, and its label 1 the result that the user
  /// clicked, see make_searches(). 0: queries have no users.
  double searches_per_user = 0;
};

/// mq2008, mq2007, mslr, yahoo, istella, istella-s, aol4foltr.
const std::vector<DataShape>& data_shapes();

inline bool has_users(const DataShape& shape) {
  return shape.searches_per_user > 0;
}

/// Shape for `custom`: every query has `documents` documents, each grade is
/// half as frequent as the one below it, the highest as frequent as the second
/// highest.
DataShape custom_shape(Index queries, Index documents, Index features,
                       int grades);

/// A set of that shape whose grades are a linear function of the features plus
/// noise, cut at thresholds that give exactly the shape's grade shares (with
/// users: the maximum of a query is clicked): a ranker can learn it, and no
/// licence is needed.
///
/// @param noise  standard deviation of the part that no feature explains,
///               relative to the part that features explain; >= 0
Dataset synthesize(const DataShape& shape, double noise, std::uint64_t seed);

/// The queries of part 0..4 when `queries` are cut into five even parts.
std::vector<Index> part_of_five(Index queries, int part);

/// The parts of five on which a LETOR fold trains, validates and tests: fold f
/// trains on parts f, f+1, f+2, validates on f+3, tests on f+4 (mod 5).
struct FoldParts {
  std::vector<int> train;
  int validation = 0;
  int test = 0;
};
/// @param fold  1..5
FoldParts parts_of_fold(int fold);

}  // namespace fedltr
