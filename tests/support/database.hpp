#pragma once

#include <filesystem>
#include <string>

#include <sqlite3.h>

namespace fedltr::test {

/// The cells of a query's answer, with | between them.
inline std::string answers(const std::filesystem::path& file,
                           const std::string& query) {
  sqlite3* database = nullptr;
  std::string text;
  if (sqlite3_open_v2(file.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) ==
      SQLITE_OK)
    sqlite3_exec(
        database, query.c_str(),
        [](void* out, int columns, char** cells, char**) {
          auto& all = *static_cast<std::string*>(out);
          for (int i = 0; i < columns; ++i)
            all += (all.empty() ? "" : "|") +
                   std::string(cells[i] ? cells[i] : "NULL");
          return 0;
        },
        &text, nullptr);
  sqlite3_close(database);
  return text;
}

}  // namespace fedltr::test
