#include "app/results/database/sqlite_file.hpp"

#include <csignal>

#include <doctest/doctest.h>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/database.hpp"

namespace fedltr::sqlite_file_test {
using test::answers;
using test::read_text;
using test::TemporaryFolder;

TEST_CASE("a database appears once it is complete, and nothing beside it") {
  const TemporaryFolder folder;
  const auto file = folder / "below/a.db";
  {
    SqliteFile database(file);
    database.run("CREATE TABLE t(x)");
    SqliteStatement insert(database, "INSERT INTO t VALUES(?)");
    for (int i = 1; i <= 3; ++i) insert.add(i).run();
    CHECK_FALSE(std::filesystem::exists(file));
    // Statements end before their database.
  }
  CHECK(std::filesystem::is_empty(folder / "below"));
  {
    SqliteFile database(file);
    database.run("CREATE TABLE t(x)");
    database.commit();
  }
  CHECK(answers(file, "SELECT count(*) FROM t") == "0");
  CHECK(std::distance(std::filesystem::directory_iterator(folder / "below"),
                      {}) == 1);
}

TEST_CASE("an interrupt leaves no piece of a database") {
  const TemporaryFolder folder;
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    const SqliteFile database(folder / "a.db");
    kill(getpid(), SIGINT);
    for (;;) pause();
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == kInterrupted);
  CHECK(std::filesystem::is_empty(std::filesystem::path(folder.text())));
}

TEST_CASE("an existing file is not overwritten") {
  const TemporaryFolder folder;
  folder.write("a.db", "mine");
  CHECK_THROWS_WITH_AS(SqliteFile(folder / "a.db"),
                       doctest::Contains("exists already"), UsageError);
  SqliteFile late(folder / "b.db");
  folder.write("b.db", "came meanwhile");
  CHECK_THROWS(late.commit());
  CHECK(read_text(folder / "b.db") == "came meanwhile");
  CHECK(read_text(folder / "a.db") == "mine");
}

TEST_CASE("a closed database can be replaced, a foreign file can't") {
  const TemporaryFolder folder;
  const auto file = folder / "a.db";
  const auto make = [&](const std::string& table) {
    SqliteFile database(file, OldDatabase::kReplaced);
    database.run("CREATE TABLE " + table + "(x)");
    database.commit();
  };
  make("old");
  make("new");
  CHECK(answers(file, "SELECT name FROM sqlite_schema") == "new");
  folder.write("a.db-wal", "");
  CHECK_THROWS_WITH_AS(make("third"), doctest::Contains("a.db-wal: exists"),
                       UsageError);
  folder.write("summary.json", "SQL, but no database");
  CHECK_THROWS_WITH_AS(
      SqliteFile(folder / "summary.json", OldDatabase::kReplaced),
      doctest::Contains("is no SQLite database"), UsageError);
  CHECK(read_text(folder / "summary.json") == "SQL, but no database");
}

TEST_CASE("cells are numbers where that loses nothing") {
  const TemporaryFolder folder;
  const auto file = folder / "a.db";
  {
    SqliteFile database(file);
    database.run("CREATE TABLE t(x)");
    SqliteStatement insert(database, "INSERT INTO t VALUES(?)");
    for (const char* cell : {"12", "0.5", "007", "nan", "", "inf", "1.50",
                             "18446744073709551615", "a'b", "1e-07"})
      insert.add_cell(cell).run();
    database.commit();
  }
  CHECK(answers(file, "SELECT typeof(x) || ' ' || ifnull(x, '') FROM t") ==
        "integer 12|real 0.5|text 007|null |null |real Inf|text 1.50|"
        "text 18446744073709551615|text a'b|real 1.0e-07");
}

TEST_CASE("names are quoted, and SQLite's errors are reported with the file") {
  CHECK(sql_name("ndcg@10") == "\"ndcg@10\"");
  CHECK(sql_name("a\"b") == "\"a\"\"b\"");
  const TemporaryFolder folder;
  SqliteFile database(folder / "a.db");
  CHECK_THROWS_WITH(database.run("CREATE NONSENSE"),
                    doctest::Contains("a.db: CREATE NONSENSE: "));
  CHECK_THROWS_WITH(SqliteStatement(database, "SELECT * FROM none"),
                    doctest::Contains("no such table"));
}

}  // namespace fedltr::sqlite_file_test
