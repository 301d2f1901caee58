#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr {

/// A place in a file, for messages.
struct Place {
  std::string file;
  std::size_t line = 0;  ///< from 1; a row in files without lines; 0: none

  /// @throws DataError  "file:line: what"
  [[noreturn]] void fail(const std::string& what) const;
};

/// A judged document of a query, common to all formats.
struct LetorRow {
  struct Feature {
    std::uint32_t index = 0;  ///< from 1
    double value = 0;         ///< finite
  };

  static constexpr int kNoLabel = -1;

  int label = 0;  ///< 0 to kLargestLabel, or kNoLabel
  std::string query;
  std::string document;           ///< empty if it has no name
  std::vector<Feature> features;  ///< by index; those absent are 0
  Place place;
};

/// Receives rows in order; rows of a query are adjacent.
using VisitRow = std::function<void(const LetorRow&)>;

/// Parses a number; NaN if it is missing: empty, NULL, None, nan, or one of
/// `missing`. It may be infinite. Nullopt for any other text.
std::optional<double> feature_value(std::string_view word,
                                    const MissingValues& missing);
/// Does the same for `index:value`, where an empty value may be a cut.
/// @param feature  for the message
/// @throws DataError  for any other text, also an empty one
double parse_feature(std::string_view word, std::string_view feature,
                     const MissingValues& missing, const Place& place);

/// Returns the value of a feature as a LETOR set has it: another one in place
/// of a missing one, which it counts.
/// @param feature  for the message
/// @throws DataError  for a value that is not finite
double usual_value(double value, std::uint32_t index, std::string_view feature,
                   const MissingValues& missing, const Place& place,
                   LetorNotes& notes);

/// @throws DataError  for a name of the query or document that LETOR rows
///                    can't hold
void require_words(const LetorRow& row);

/// Counts of rows.
struct RowCounts {
  std::uint64_t queries = 0;
  std::uint64_t documents = 0;
  std::uint64_t named = 0;     ///< number of documents with a name
  std::uint64_t shortest = 0;  ///< minimum number of documents of a query
  std::uint64_t longest = 0;
  std::uint32_t features = 0;  ///< largest index
  std::array<std::uint64_t, kLargestLabel + 1> labels{};
};

/// Counts rows and checks them against the rules of LETOR sets.
class RowCounter {
 public:
  /// @throws DataError  for a query whose rows are not adjacent, and for a name
  ///                    that a LETOR file can't hold
  void add(const LetorRow& row);
  RowCounts take();

 private:
  void end_query();

  RowCounts counts_;
  std::string query_;
  std::uint64_t documents_ = 0;  ///< number in the current query
  TextSet<> names_;
};

}  // namespace fedltr
