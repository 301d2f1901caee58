#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace fedltr {

/// A new SQLite database that appears whole: it is made beside its place and
/// renamed by commit(). Where something is already, nothing is overwritten.
class SqliteFile {
 public:
  /// @throws UsageError          if the file is there
  /// @throws std::runtime_error  naming the file and what SQLite says, as all
  ///                             below do
  explicit SqliteFile(std::filesystem::path file);
  /// Leaves nothing of it without commit().
  ~SqliteFile();
  SqliteFile(const SqliteFile&) = delete;
  SqliteFile& operator=(const SqliteFile&) = delete;

  void run(const std::string& sql) const;
  void commit();

  sqlite3* handle() const { return database_.get(); }
  [[noreturn]] void fail(const std::string& what) const;

 private:
  std::filesystem::path file_;
  std::filesystem::path beside_;
  std::unique_ptr<sqlite3, int (*)(sqlite3*)> database_;
};

/// A name of a table or column, in quotes.
std::string sql_name(const std::string& name);

/// A statement that is run again and again, with other values.
class SqliteStatement {
 public:
  /// @param file  outlives it
  SqliteStatement(const SqliteFile& file, const std::string& sql);

  SqliteStatement& add(std::int64_t value);
  SqliteStatement& add(std::string_view text);
  /// Cells of a table's numbers: whole numbers and reals as such if they read
  /// back as the same text; nothing for a blank and nan.
  SqliteStatement& add_cell(const std::string& cell);
  void run();

 private:
  void check(int code) const;

  const SqliteFile& file_;
  std::unique_ptr<sqlite3_stmt, int (*)(sqlite3_stmt*)> statement_;
  int bound_ = 0;
};

}  // namespace fedltr
