#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "algorithms/data/csv_reader.hpp"
#include "algorithms/data/user_log.hpp"

namespace fedltr {

/// Reads the timestamps of a log of users: numbers, or dates that the alphabet
/// orders, all of one zone and one form.
class UserTimes {
 public:
  /// Returns UserSearch::time.
  /// @throws std::invalid_argument  with the text and what is expected
  std::pair<double, std::string> read(std::string_view text);

 private:
  std::string date_in(std::string_view text) const;

  bool is_first_ = true;
  bool numbers_ = false;  ///< timestamps are numbers
  std::string zone_;      ///< of dates
  std::string date_;      ///< the first one
};

/// Reads CSV with columns `qid`, `user` (or `user_id`, as in AOL4FOLTR's
/// metadata.csv) and `timestamp`, which the first line names in any order,
/// possibly among others; separated as separator_of_table() finds. Reads in
/// pieces, since such files are large.
class UserLogReader {
 public:
  /// @param name  of the file, for messages
  explicit UserLogReader(std::string name) : name_(std::move(name)) {}
  UserLogReader(const UserLogReader&) = delete;
  UserLogReader& operator=(const UserLogReader&) = delete;

  /// @throws DataError  with name and line
  void feed(std::string_view piece);
  /// Ends the text. @throws DataError  with name and line; for a log without a
  /// search
  UserLog take();

 private:
  using Values = std::span<const std::string>;

  void find_columns(Values names);
  void add(Values values, std::size_t line);

  std::string name_;
  std::optional<CsvReader> csv_;  ///< once the first piece is there
  std::size_t columns_ = 0;       ///< 0 before the first line
  std::array<std::size_t, 3> places_{};
  UserTimes times_;
  UserLog log_;
};

/// The searches, in the log's order, of the users with the largest numbers of
/// them; of users with equal numbers, those that are first in the log.
UserLog of_most_active(const UserLog& log, std::size_t users);

/// Names of the queries, each once, by the time of their first search.
std::vector<std::string> queries_by_time(const UserLog& log);

}  // namespace fedltr
