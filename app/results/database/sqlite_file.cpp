#include "app/results/database/sqlite_file.hpp"

#include <fstream>
#include <limits>

#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Creates an empty file with an unused name; SQLite treats it as new.
fs::path make_beside(const fs::path& file) {
  std::string name = file.string() + ".partial-XXXXXX";
  const int descriptor = mkstemp(name.data());
  if (descriptor < 0) throw std::runtime_error(name + ": can't be written");
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0644 & ~mask);  // same rights as other results
  close(descriptor);
  return name;
}

/// Refuses files that are no databases, and those with a journal beside them,
/// which SQLite would apply to another database of this name.
void require_replaceable(const fs::path& file) {
  std::string start(15, '\0');
  if (fs::is_regular_file(fs::symlink_status(file)))
    std::ifstream(file, std::ios::binary).read(start.data(), 15);
  if (start != "SQLite format 3")
    throw UsageError(file.string() + ": exists and is no SQLite database");
  for (const char* ending : {"-journal", "-wal"})
    if (fs::exists(file.string() + ending))
      throw UsageError(file.string() + ending +
                       ": exists: another program has the database open, or "
                       "did not close it");
}

}  // namespace

SqliteFile::SqliteFile(fs::path file, OldDatabase old)
    : file_(std::move(file)),
      replaces_(old == OldDatabase::kReplaced),
      // Statements may outlive it.
      database_(nullptr, sqlite3_close_v2) {
  if (fs::exists(fs::symlink_status(file_))) {
    if (!replaces_)
      throw UsageError(file_.string() +
                       ": exists already; give --force to overwrite it");
    require_replaceable(file_);
  }
  if (file_.has_parent_path()) create_folders(file_.parent_path());
  interrupt_.on_trigger([this] {
    std::error_code gone;
    fs::remove(beside_, gone);
    _exit(kInterrupted);
  });
  beside_ = make_beside(file_);
  watch_.emplace(interrupt_);
  sqlite3* opened = nullptr;
  const int code = sqlite3_open(beside_.c_str(), &opened);
  database_.reset(opened);
  if (code != SQLITE_OK) fail("can't be opened");
  // An incomplete database is useless: no journal is needed.
  run("PRAGMA journal_mode = OFF; BEGIN");
}

SqliteFile::~SqliteFile() {
  watch_.reset();
  database_.reset();
  std::error_code gone;
  if (!beside_.empty()) fs::remove(beside_, gone);
}

void SqliteFile::run(const std::string& sql) const {
  if (sqlite3_exec(handle(), sql.c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK)
    fail(sql);
}

void SqliteFile::commit() {
  run("COMMIT");
  database_.reset();
  // Unlike a rename, a link does not replace a file made meanwhile.
  std::error_code error;
  if (!replaces_) fs::create_hard_link(beside_, file_, error);
  // Some file systems have no links.
  if (replaces_ || (error && !fs::exists(fs::symlink_status(file_))))
    fs::rename(beside_, file_, error);
  if (error) throw std::runtime_error(file_.string() + ": " + error.message());
  sync_folder(file_.parent_path());
}

void SqliteFile::fail(const std::string& what) const {
  throw std::runtime_error(file_.string() + ": " + what + ": " +
                           (handle() ? sqlite3_errmsg(handle()) : "no memory"));
}

std::string sql_name(const std::string& name) {
  std::string quoted = "\"";
  for (const char letter : name) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + "\"";
}

SqliteStatement::SqliteStatement(const SqliteFile& file, const std::string& sql)
    : file_(file), statement_(nullptr, sqlite3_finalize) {
  sqlite3_stmt* made = nullptr;
  const int code =
      sqlite3_prepare_v2(file.handle(), sql.c_str(), -1, &made, nullptr);
  statement_.reset(made);
  if (code != SQLITE_OK) file.fail(sql);
}

SqliteStatement& SqliteStatement::add(std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), ++bound_, value));
  return *this;
}

SqliteStatement& SqliteStatement::add(std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), ++bound_, text.data(),
                            text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
  return *this;
}

SqliteStatement& SqliteStatement::add_cell(const std::string& cell) {
  if (cell.empty() || cell == "nan") {
    check(sqlite3_bind_null(statement_.get(), ++bound_));
    return *this;
  }
  const auto whole = parse_whole(cell);
  if (whole && std::to_string(*whole) == cell &&
      *whole <= std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return add(static_cast<std::int64_t>(*whole));
  const auto real = cell == "inf" ? std::numeric_limits<double>::infinity()
                                  : parse_real(cell);
  if (!real || exact(*real) != cell) return add(std::string_view(cell));
  check(sqlite3_bind_double(statement_.get(), ++bound_, *real));
  return *this;
}

void SqliteStatement::run() {
  if (sqlite3_step(statement_.get()) != SQLITE_DONE) file_.fail("a row");
  check(sqlite3_reset(statement_.get()));
  bound_ = 0;
}

void SqliteStatement::check(int code) const {
  if (code != SQLITE_OK) file_.fail("a value");
}

}  // namespace fedltr
