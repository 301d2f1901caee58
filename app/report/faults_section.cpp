#include <cmath>

#include "app/report/sections.hpp"

namespace fedltr {
namespace {

/// Returns the number of missing and late updates.
double dropped(const ReportFiles& files) {
  const double counted = number_at(files.summary, {"faults", "dropped"});
  const auto total = files.totals.find("dropped");
  return !std::isnan(counted)          ? counted
         : total == files.totals.end() ? 0
                                       : total->second;
}

}  // namespace

ReportSection faults_section(const ReportData& data) {
  ReportSection section{"Refused and late updates", {}};
  ReportTable table = table_of_runs(
      data, "Updates that were not used, of all runs",
      {"refused", "dropped", "dropouts", "crashes", "late", "used late", "lost",
       "corrupt", "unused rounds"},
      [](const RunFolder&, const ReportFiles& files) -> ReportRow {
        const Json& faults = json_at(files.summary, {"faults"});
        const bool any =
            number_at(files.summary, {"refused"}) > 0 || dropped(files) > 0;
        if (!faults.is_object() && !any) return {};
        ReportRow row = {{as_number(json_at(files.summary, {"refused"}))},
                         {number_text(dropped(files))}};
        for (const char* count : {"dropouts", "crashes", "late", "stale",
                                  "lost", "corrupt", "unused_rounds"})
          row.push_back({as_number(json_at(faults, {count}))});
        return row;
      },
      "faults");
  if (table.rows.empty()) return section;
  table.note =
      "Refused: invalid updates, which are in no sum. Dropped: missing or too "
      "late.";
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace fedltr
