#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/data/letor_stream.hpp"
#include "app/base/files.hpp"

namespace fedltr {

/// Names of the features of tables, which all tables of a study share, in the
/// same order. Other files name no features. Numbered names, f1, f2 ..., as of
/// a model of such files, stand for any others, but not for one another.
class TableColumns {
 public:
  TableColumns() = default;
  /// @param owner  that has these names, for messages
  TableColumns(std::string owner, std::vector<std::string> names)
      : owner_(std::move(owner)), names_(std::move(names)) {}

  /// Adds a file, of which it reads the first line; returns true if it is a
  /// table.
  /// @throws DataError  with the first name that differs, and for a table
  ///                    without the columns that rows need
  bool add(const std::string& file, MissingLabels labels);

  /// Returns the owner of the names: the first table, unless given.
  const std::string& owner() const { return owner_; }
  const std::vector<std::string>& names() const { return names_; }
  /// Returns findings that a user should know, a line each.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  std::string owner_;
  std::vector<std::string> names_;
  std::vector<std::string> remarks_;
};

/// Returns the fault of a table's names of features beside those of another
/// source, its owner; empty if they agree.
std::string difference(const std::vector<std::string>& names,
                       const std::vector<std::string>& expected,
                       const std::string& owner);

/// Passes on the rows of a file that a user names as LETOR text, in pieces.
/// Rows of a table (table_format()) become what `fedltr data convert` makes of
/// them by default, each on its own line.
/// @param missing  values of a table that stand for missing
/// @param labels   kAllow: a table needs no labels
/// @param notes    adds values of a table that reading changed
/// @throws DataError  with file and line
void each_row_text(const std::string& file, Pipes pipes,
                   const MissingValues& missing, MissingLabels labels,
                   LetorNotes& notes,
                   const std::function<void(std::string_view)>& pass_on);

}  // namespace fedltr
