#pragma once

#include <cstdint>
#include <iosfwd>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/hash.hpp"
#include "algorithms/data/dataset.hpp"
#include "algorithms/data/missing.hpp"

namespace fedltr {

/// Thrown for faulty data: the message names file, line and the expected input.
struct DataError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Findings about a feature that a user should know about.
struct FeatureNotes {
  Index missing = 0;    ///< values read as MissingValues::read_as
  Index marked = 0;     ///< number of these that are kLargestMark
  Index large = 0;      ///< values beyond +-kUsualValue
  double farthest = 0;  ///< of these, the one farthest from 0

  FeatureNotes& operator+=(const FeatureNotes& other);
  bool operator==(const FeatureNotes&) const = default;
  void exchange(Archive& archive) { archive(missing, marked, large, farthest); }
};

/// Findings of a reader, by index of a feature, up to the last one with any.
struct LetorNotes {
  std::vector<FeatureNotes> features;

  /// Returns the findings about a feature, to add to.
  FeatureNotes& of(std::uint32_t feature);
  /// Returns the sum over features of one count.
  Index total(Index FeatureNotes::*count) const;
  LetorNotes& operator+=(const LetorNotes& other);
};

/// Values beyond this are counted: unscaled, they outweigh usual features.
inline constexpr double kUsualValue = 1e6;
inline constexpr std::uint32_t kLargestFeatureId = 65535;
inline constexpr int kLargestLabel = 31;
/// Maximum numbers in a set, rows times columns: 64 GiB of them.
inline constexpr std::uint64_t kMaxValues = std::uint64_t{1} << 33;

enum class ReturningQueries : bool { kRefuse, kMerge };

/// With kAllow labels do not count: a row may begin with its qid, and a label
/// that is no grade is 0.
enum class MissingLabels : bool { kRefuse, kAllow };

/// Choices in reading LETOR rows.
struct LetorOptions {
  // Implicit: most callers choose the first only.
  LetorOptions(ReturningQueries returns = ReturningQueries::kRefuse,
               MissingValues missing_values = {})
      : returning(returns), missing(std::move(missing_values)) {}

  ReturningQueries returning;
  MissingValues missing;
  MissingLabels labels = MissingLabels::kRefuse;
};

/// Reads LETOR / SVMlight rows, `<label> qid:<id> <index>:<value> ... [#
/// text]`, from chunks of text as they arrive.
///
/// Labels may be written `1.0`; a qid is any string; indices come in any order,
/// an absent one is 0. Values are finite; is_missing_word() and those of
/// MissingValues are read as its read_as. CRLF, a byte-order mark, blank lines
/// and a last line without newline are accepted. `# docid = X`, or one word as
/// the whole comment, names the document (document_in_comment()). All faults
/// throw DataError with file and line.
class LetorReader {
 public:
  explicit LetorReader(LetorOptions options = {})
      : options_(std::move(options)) {}

  /// Starts a file: the text that follows is from it.
  void begin_file(std::string name);
  void feed(std::string_view chunk);
  /// @throws DataError if the file held no row
  void end_file();

  /// True if an index 0 was seen: then all indices count from 0, else from 1.
  bool zero_seen() const { return zero_seen_; }
  /// Largest index seen.
  std::uint32_t largest_id() const { return largest_id_; }
  const LetorNotes& notes() const { return notes_; }

  /// Returns the set read so far, and empties the reader, whose memory shrinks
  /// as the set grows.
  ///
  /// @param first_id  0 or 1, the index of the first column
  /// @param features  number of columns, at least largest_id() - first_id + 1
  /// @throws DataError if it would hold more than kMaxValues
  /// @throws std::invalid_argument  in the middle of a row
  Dataset take(std::uint32_t first_id, Index features);

 private:
  struct Query {
    std::string name;
    std::vector<std::size_t>
        rows;  ///< while reading, if the query came back: all its rows
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  [[noreturn]] void fail(const std::string& what) const;
  void parse_line(std::string_view line);
  void parse_label(std::string_view& rest);
  void parse_query(std::string_view& rest);
  void parse_features(std::string_view rest);
  void parse_comment(std::string_view comment);
  void give_back(const Query& taken);
  double parse_value(std::string_view token, const char*& position,
                     const char* end);
  double unusual_value(std::string_view token, std::string_view text);

  LetorOptions options_;
  std::string file_ = "input";
  std::size_t line_ = 0;
  std::size_t rows_before_file_ = 0;
  std::string partial_;

  // Rows as read: their values in the text, with their indices.
  std::vector<double> values_;
  std::vector<std::uint16_t> ids_;
  std::vector<std::size_t> row_ends_;
  std::size_t given_back_ = 0;  ///< leading values whose memory was returned
  std::vector<std::uint8_t> labels_;
  Names documents_;
  bool any_document_ = false;
  std::vector<Query> queries_;
  TextMap<std::size_t> query_index_;
  std::size_t current_ = 0;  ///< index into queries_ of the previous row
  std::vector<std::size_t> seen_in_row_;  ///< by index: last row that had it
  bool zero_seen_ = false;
  std::uint32_t largest_id_ = 0;
  LetorNotes notes_;
};

/// Writes a set as LETOR rows, indices from 1, values that read back exactly.
/// @param queries  the queries to write, in this order
void write_letor(std::ostream& out, const Dataset& data,
                 std::span<const Index> queries);

}  // namespace fedltr
