#pragma once

#include <sstream>

#include "app/audit/silo_audit.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::test {

/// Three parties with ten texts each, and queries of all of them.
inline Scenario audited_silo(const std::vector<std::string>& more = {}) {
  std::vector<std::string> settings = {"silo.parties=3",
                                       "silo.rows=12",
                                       "silo.columns=64",
                                       "silo.real-rows=4",
                                       "synthetic.documents=30",
                                       "synthetic.queries=12",
                                       "synthetic.vocabulary=200",
                                       "synthetic.topics=5",
                                       "run.name=tiny"};
  settings.insert(settings.end(), more.begin(), more.end());
  return default_scenario(settings);
}

/// Tables and JSON of an audit.
struct SiloAudit {
  std::string text;
  Json json;
};

inline SiloAudit audit_of(const Scenario& scenario) {
  std::ostringstream text;
  const Json json = audit_search(text, scenario);
  return {text.str(), json};
}

/// Rows of a table whose members all have these values.
inline std::vector<Json> rows_with(const Json& table, const Json& members) {
  std::vector<Json> rows;
  for (const Json& row : table) {
    bool all = true;
    for (const auto& [name, value] : members.items())
      all = all && row.at(name) == value;
    if (all) rows.push_back(row);
  }
  return rows;
}

/// The only such row.
inline Json row_with(const Json& table, const Json& members) {
  const std::vector<Json> rows = rows_with(table, members);
  CAPTURE(members.dump());
  REQUIRE(rows.size() == 1);
  return rows[0];
}

}  // namespace fedltr::test
