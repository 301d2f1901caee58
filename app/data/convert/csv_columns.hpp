#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/data/csv_reader.hpp"
#include "app/data/convert/convert_input.hpp"
#include "app/data/convert/letor_row.hpp"

namespace fedltr {

/// Meanings of a table's columns.
class CsvColumns {
 public:
  enum class Kind : std::uint8_t {
    kLabel,
    kQuery,
    kDocument,
    kFeature,
    kLeftOut
  };

  /// @param first  values of the first line: the names, unless input.header is
  ///               false; then columns are called by their number, from 1
  /// @param place  of this line
  /// @param separator  between its values
  /// @throws DataError  if a column is missing, with the option that helps
  CsvColumns(const ConvertInput& input, std::span<const std::string> first,
             const Place& place, char separator = ',');

  const std::vector<std::string>& names() const { return names_; }
  Kind kind(std::size_t column) const { return kinds_[column]; }
  bool is_feature(const std::string& name) const;
  /// Returns names of the features; empty if they have none.
  std::vector<std::string> feature_names() const;
  /// Returns names of columns that were taken for an index and left out.
  const std::vector<std::string>& indices() const { return indices_; }

 private:
  Kind kind_of(const ConvertInput& input, std::size_t column);
  void check_choice(const std::string& name, const std::string& option,
                    const std::string& hint) const;
  /// Refuses features that are named like the queries of a second file.
  void refuse_queries_as_features(const ConvertInput& input) const;
  void check_features() const;
  std::string hint_for_header(const ConvertInput& input) const;
  std::string hint_for_trec() const;

  const Place& place_;
  char separator_;
  bool header_;
  std::vector<std::string> names_;
  std::vector<Kind> kinds_;
  std::vector<std::string> indices_;
};

/// True for a usual name of a column of queries, also in capitals.
bool is_query_name(std::string_view name);

/// True if a table has no column of the query.
/// @param first  values of the first line
bool lacks_queries(const ConvertInput& input,
                   std::span<const std::string> first);

/// Returns the remark on a second file that names the queries of a table.
std::string second_file_remark(const std::string& file,
                               const std::string& second);

/// Returns the remark on a column of CsvColumns::indices().
std::string index_remark(const std::string& file, const std::string& index);

/// Returns the columns called as pandas' reset_index() calls an index, `index`
/// or `level_0`, that count the rows from 0. They are features, though no
/// property of a document.
/// @param text  beginning of the table, with its first line and some rows
/// @param name  of the file, for messages
std::vector<std::string> row_counts(std::string_view text, char separator,
                                    const std::string& name);

/// Returns the remark on a column of row_counts().
std::string count_remark(const std::string& file, const std::string& column);

/// Returns the values of a table's first line that is not blank.
/// @param text  beginning of the table, with that line
/// @param name  of the file, for messages
std::vector<std::string> header_of_table(std::string_view text,
                                         const std::string& name);

/// Returns the meaning of true, True, TRUE, yes, Yes, YES and of their
/// opposites; nullopt for other texts.
std::optional<bool> truth_in(std::string_view text);

}  // namespace fedltr
