#include "app/results/database/runs_database.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "algorithms/data/letor.hpp"
#include "app/base/errors.hpp"
#include "app/results/compare/run_reader.hpp"
#include "app/results/database/sqlite_file.hpp"
#include "app/results/registry.hpp"
#include "app/results/result_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTables = R"(
CREATE TABLE runs(run INTEGER PRIMARY KEY, folder TEXT, name TEXT,
                  complete INTEGER, signature TEXT, summary TEXT);
CREATE TABLE settings(run INTEGER REFERENCES runs, key TEXT, value TEXT,
                      PRIMARY KEY(run, key)) WITHOUT ROWID;
)";

/// Returns the name in lower case, as SQL ignores case.
std::string folded(std::string name) {
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return name;
}

/// Tables from files of rows; columns are added as they occur.
class RowTables {
 public:
  explicit RowTables(SqliteFile& database) : database_(database) {}

  /// @param rows   CsvRows or PerQueryReader of the file
  /// @param key    name of the first column
  /// @param value  its content: a number or text
  template <class Rows, class Value>
  void take(const fs::path& file, Rows rows, const std::string& key,
            const Value& value) {
    const fs::path name_of_rows = unpacked_name(file);
    const std::string table = name_of_rows.stem().string();
    std::set<std::string> once = {key};
    for (const std::string& name : rows.names())
      if (!once.insert(folded(name)).second)
        throw DataError(file.string() + ": column '" + name + "' occurs twice");
    prepare(table, key, rows.names());
    std::string names = sql_name(key);
    std::string marks = "?";
    for (const std::string& name : rows.names()) {
      names += ", " + sql_name(name);
      marks += ", ?";
    }
    SqliteStatement insert(database_, "INSERT INTO " + sql_name(table) + "(" +
                                          names + ") VALUES(" + marks + ")");
    std::vector<bool> is_text;
    for (const std::string& name : rows.names())
      is_text.push_back(is_text_column(name_of_rows.string(), name));
    while (rows.next()) {
      insert.add(value);
      for (std::size_t i = 0; i < is_text.size(); ++i)
        is_text[i] ? insert.add(rows.row()[i]) : insert.add_cell(rows.row()[i]);
      insert.run();
      ++rows_;
    }
  }

  std::size_t rows() const { return rows_; }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& [name, columns] : columns_) names.push_back(name);
    return names;
  }

 private:
  void prepare(const std::string& table, const std::string& key,
               const std::vector<std::string>& names) {
    auto& known = columns_[table];
    if (known.empty())
      database_.run("CREATE TABLE " + sql_name(table) + "(" + sql_name(key) +
                    ")");
    known.insert(key);
    for (const std::string& name : names)
      if (known.insert(folded(name)).second)
        database_.run("ALTER TABLE " + sql_name(table) + " ADD COLUMN " +
                      sql_name(name));
  }

  SqliteFile& database_;
  std::map<std::string, std::set<std::string>> columns_;  ///< by table
  std::size_t rows_ = 0;
};

bool has_rows(const fs::path& file) {
  const auto kind = unpacked_name(file).extension();
  return (kind == ".csv" || kind == ".tsv") && !fs::is_directory(file) &&
         is_result(file.filename().string());
}

/// Returns the tables of a run, also per_query.tsv if it is missing.
std::set<fs::path> files_of_rows(const fs::path& folder) {
  std::set<fs::path> files = {queries_file(folder)};
  for (const auto& entry : fs::directory_iterator(folder))
    if (has_rows(entry.path())) files.insert(entry.path());
  return files;
}

/// Adds a run without its tables.
/// @return  the run without by_query
RunFolder add_run(const SqliteFile& database, const fs::path& folder,
                  std::int64_t number) {
  const FolderJson documents = read_run_documents(folder);
  RunFolder run = described_run(folder, documents);
  const auto name = run.scenario.find("run.name");
  SqliteStatement(database, "INSERT INTO runs VALUES(?, ?, ?, ?, ?, ?)")
      .add(number)
      .add(folder.string())
      .add(name == run.scenario.end() ? "" : name->second)
      .add(run.complete)
      .add(run.signature)
      .add(json_text(documents.summary))
      .run();
  SqliteStatement setting(database, "INSERT INTO settings VALUES(?, ?, ?)");
  for (const auto& [key, value] : run.scenario)
    setting.add(number).add(key).add(value).run();
  return run;
}

}  // namespace

DatabaseContents write_runs_database(const std::vector<fs::path>& folders,
                                     const fs::path& file, OldDatabase old) {
  std::vector<std::string> names;
  for (const fs::path& folder : folders) names.push_back(folder.string());
  std::vector<fs::path> runs;
  for (const NamedFolder& each : find_run_folders(names)) {
    if (!each.label.empty())
      throw UsageError(each.label + "=" + each.folder.string() +
                       ": a database has no labels, expected a folder");
    runs.push_back(each.folder);
  }
  if (runs.empty()) throw UsageError("expected folders of runs");
  SqliteFile database(file, old);
  database.run(kTables);
  RowTables tables(database);
  std::int64_t number = 0;
  for (const fs::path& run : runs) {
    const RunFolder added = add_run(database, run, ++number);
    for (const fs::path& each : files_of_rows(run))
      if (each == queries_file(run))
        tables.take(each, PerQueryReader(added), "run", number);
      else
        tables.take(each, result_rows(each), "run", number);
  }
  for (const fs::path& folder : folders)
    if (fs::exists(folder / "grid.csv"))
      tables.take(folder / "grid.csv", result_rows(folder / "grid.csv"), "grid",
                  folder.string());
  database.commit();
  return {runs.size(), tables.rows(), tables.names()};
}

}  // namespace fedltr
