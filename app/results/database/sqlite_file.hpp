#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/base/signals.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace fedltr {

/// Treatment of an older database of that name.
enum class OldDatabase : bool { kRefused, kReplaced };

/// A new SQLite database that appears complete: it is made beside its place,
/// and commit() moves it there. Ctrl-C removes it and ends the process.
class SqliteFile {
 public:
  /// @throws UsageError          if the file exists, unless it is replaced; if
  ///                             it is no database, or one in use
  /// @throws std::runtime_error  naming the file and SQLite's message, as all
  ///                             functions below do
  explicit SqliteFile(std::filesystem::path file,
                      OldDatabase old = OldDatabase::kRefused);
  /// Removes the database unless it was committed.
  ~SqliteFile();
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;

  void run(const std::string& sql) const;
  void commit();

  sqlite3* handle() const { return database_.get(); }
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::filesystem::path file_;
  bool replaces_;
  std::filesystem::path beside_;
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> database_;
  Interrupt interrupt_;
  std::optional<SignalWatch> watch_;  ///< while beside_ exists
};

/// Returns the name of a table or column in quotes.
std::string sql_name(const std::string& name);

/// A statement that runs repeatedly, with other values.
class SqliteStatement {
 public:
  /// @param file  must outlive it
  SqliteStatement(const SqliteFile& file, const std::string& sql);

  SqliteStatement& add(std::int64_t value);
  SqliteStatement& add(std::string_view text);
  /// Adds a cell of a table's numbers: an integer or real if it reads back as
  /// the same text; NULL for a blank and nan.
  SqliteStatement& add_cell(const std::string& cell);
  void run();

 private:
  void check(int code) const;

  const SqliteFile& file_;
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement_;
  int bound_ = 0;
};

}  // namespace fedltr
