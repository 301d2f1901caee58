#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/core/hash.hpp"

namespace fedltr {

/// What `fedltr data convert` reads, and what its options say of it. Files are
/// as a user names them.
struct ConvertInput {
  std::vector<std::string> files;

  std::string groups;    ///< sizes of the queries' groups, in order
  std::string labels;    ///< npy: of each row
  std::string queries;   ///< npy: number of each row's query
  std::string features;  ///< clicks: LETOR files of the documents clicked

  std::string label_column = "label";
  std::string query_column = "qid";
  std::string document_column;        ///< empty: docno, if there is one
  std::vector<std::string> left_out;  ///< other columns

  /// Index of the first feature where rows name features by index.
  std::optional<std::uint32_t> first_index;
  /// Queries to read, others are left out; none: all.
  std::optional<TextSet<>> wanted;
  /// Features to bring to [0, 1] over all rows, the others by query; none: rows
  /// stay as they are.
  std::vector<std::uint32_t> minmax_set;
};

/// What reading met that a user should know of.
struct InputNotes {
  std::uint64_t missing = 0;  ///< values, read as 0
  bool first_seen = true;     ///< false: indices count from 0, of which is none
  std::vector<std::string> feature_names;  ///< by index; none: they have none
};

}  // namespace fedltr
