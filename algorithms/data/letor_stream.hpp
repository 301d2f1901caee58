#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "algorithms/core/hash.hpp"
#include "algorithms/data/letor.hpp"

namespace fedltr {

/// Treatment of features that have no column. kLeaveOutFromOne rejects index 0,
/// which does not exist where indices count from 1.
enum class OtherFeatures : std::uint8_t {
  kRefuse,
  kLeaveOut,
  kLeaveOutFromOne
};

/// Reads LETOR rows as LetorReader does, of sets that may be larger than
/// memory: returns whole queries in their order, as they end, and keeps only
/// the text of the query that may continue, and the names of all. Columns are
/// known beforehand. A query must not come back, not even in another file.
class LetorStream {
 public:
  static constexpr std::size_t kMaxQueryText = std::size_t{1} << 30;

  /// @param first_id  index of the first column: 0 or 1, or any if other
  ///                  features are left out
  /// @param features  number of columns
  /// @param most      maximum bytes of a query's text
  /// @param missing   values that stand for "missing"
  LetorStream(std::uint32_t first_id, Index features,
              std::size_t most = kMaxQueryText,
              OtherFeatures others = OtherFeatures::kRefuse,
              MissingLabels labels = MissingLabels::kRefuse,
              MissingValues missing = {});

  /// Starts a file: the text that follows is from it.
  void begin_file(std::string name);
  /// Returns the queries that ended, or none.
  /// @throws DataError  with file and line; also for an index without a column,
  ///                    and for a query of more text
  Dataset feed(std::string_view chunk);
  /// Returns the last queries of the file.
  /// @throws DataError  if it held no row
  Dataset end_file();

  const LetorNotes& notes() const { return notes_; }

 private:
  [[noreturn]] void fail(std::size_t line, const std::string& what) const;
  void scan();
  Dataset parse(std::string_view text);
  Dataset own_columns(std::string_view text) const;
  [[noreturn]] void fail_with_line(std::string_view text) const;

  std::uint32_t first_id_;
  Index features_;
  std::size_t most_;
  OtherFeatures others_;
  LetorOptions options_;
  std::string file_ = "input";
  std::string text_;  ///< not parsed yet
  std::size_t lines_parsed_ = 0;
  std::size_t scanned_ = 0;  ///< bytes of text_ in whole lines
  std::size_t lines_scanned_ = 0;
  std::size_t ended_ = 0;        ///< bytes of text_ before its last query
  std::size_t lines_ended_ = 0;  ///< lines of the file before that
  std::string query_;  ///< the last one; empty if this file has none yet
  TextSet<> names_;
  LetorNotes notes_;
};

/// The documents' names: their own, or QUERY.NUMBER by their places, from 1,
/// made unique by '_' at the end.
std::vector<std::string> document_names(const Dataset& data, Index query);

}  // namespace fedltr
