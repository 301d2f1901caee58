#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"
#include "app/data/convert/label_rule.hpp"

namespace fedltr {

/// Options of click logs. Names are of columns, or of members of JSON objects;
/// empty: the format's default.
struct LogInput {
  std::string query;
  std::string document;
  std::string position;
  std::string click;
  std::string user;
  std::string time;
  std::string propensity;
  std::string searches;
  std::string actions;  ///< ubi: NAME=show|click|ignore, separated by commas
  /// Position of a list's first document, 0 or 1; nullopt: as the log shows.
  std::optional<std::uint32_t> first_position;
};

/// Value of a feature that occurs several times in a row.
enum class Duplicates : std::uint8_t { kRefuse, kLast, kSum };

/// Input files and options of `fedltr data convert`. Files are named as the
/// user named them.
struct ConvertInput {
  std::vector<std::string> files;

  std::string groups;    ///< file of the sizes of the queries' groups, in order
  std::string labels;    ///< npy: label of each row
  std::string queries;   ///< query of each row
  std::string features;  ///< clicks: rows of the clicked documents

  std::string label_column = "label";
  std::string query_column = "qid";
  bool names_queries = false;         ///< query_column was given
  std::string document_column;        ///< empty: docno, if it exists
  std::vector<std::string> left_out;  ///< other columns to ignore
  LogInput log;
  bool header = true;  ///< false: columns are called 1, 2, ...
  /// Tables have no column of the query: a second file names it.
  bool has_second_file = false;
  char separator = '\0';       ///< between values; 0: detect
  bool decimal_comma = false;  ///< 0,5 is 0.5

  LabelRule label_rule;
  bool unlabelled = false;      ///< rows have no label
  bool ignores_labels = false;  ///< if unlabelled: rows may have one
  bool merge = false;           ///< rows of a query need not be adjacent
  bool quote_names = false;     ///< names may be any text
  Duplicates duplicates = Duplicates::kRefuse;

  /// Index of the first feature in rows that name features by index.
  std::optional<std::uint32_t> first_index;
  MissingValues missing;
  /// Queries to read; nullopt: all.
  std::optional<TextSet<>> wanted;
  /// Features to scale to [0, 1] over all rows, the others by query; empty: all
  /// rows are unchanged.
  std::vector<std::uint32_t> minmax_set;
};

/// Number of examples in a report.
inline constexpr std::size_t kMostExamples = 3;

/// Findings while reading that a user should know.
struct InputNotes {
  LetorNotes values;       ///< features by index from 1, as they are written
  bool first_seen = true;  ///< false: indices count from 0 and 0 is absent
  std::vector<std::string> feature_names;  ///< by index; empty if unnamed
  /// First queries that were not wanted, at most kMostExamples.
  std::vector<std::string> unwanted;
  LabelCounts labels;                ///< that label_rule changed
  std::uint64_t duplicates = 0;      ///< further values of a feature
  std::uint64_t quoted = 0;          ///< rows with a quoted name
  std::vector<std::string> remarks;  ///< about a file, each once
};

}  // namespace fedltr
