#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr {

/// Where something stands in a file, for messages.
struct Place {
  std::string file;
  std::size_t line = 0;  ///< from 1; a row, where there are no lines

  /// @throws DataError  "file:line: what"
  [[noreturn]] void fail(const std::string& what) const;
};

/// A judged document of a query, as every format has it.
struct LetorRow {
  struct Feature {
    std::uint32_t index = 0;  ///< from 1
    double value = 0;         ///< no NaN
  };

  int label = 0;  ///< 0 to kLargestLabel
  std::string query;
  std::string document;           ///< empty: it has no name
  std::vector<Feature> features;  ///< by index; those left out are 0
  Place place;
};

/// Takes rows in their order; those of a query stand together.
using VisitRow = std::function<void(const LetorRow&)>;

/// A grade as LETOR files have it, also written `1.0`.
/// @throws DataError
int parse_label(std::string_view word, const Place& place);

/// A number, also one beyond all (infinite); a NaN for what is missing: none at
/// all, NULL, NA, nan.
/// @param feature  for the message
/// @throws DataError
double parse_feature(std::string_view word, std::string_view feature,
                     const Place& place);

/// What was met in rows.
struct RowCounts {
  std::uint64_t queries = 0;
  std::uint64_t documents = 0;
  std::uint64_t named = 0;     ///< documents with a name
  std::uint64_t shortest = 0;  ///< documents of a query
  std::uint64_t longest = 0;
  std::uint32_t features = 0;  ///< largest index
  std::array<std::uint64_t, kLargestLabel + 1> labels{};
};

/// Counts rows and holds them against what a LETOR set asks for.
class RowCounter {
 public:
  /// @throws DataError  for a query that comes back after others, and for a
  ///                    name that a LETOR file can't hold
  void add(const LetorRow& row);
  RowCounts take();

 private:
  void end_query();

  RowCounts counts_;
  std::string query_;
  std::uint64_t documents_ = 0;  ///< of the query
  TextSet<> names_;
};

}  // namespace fedltr
