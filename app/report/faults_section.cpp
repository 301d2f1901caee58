#include "app/report/sections.hpp"

namespace fedltr {
namespace {

ReportCell count_at(const Json& json, const char* name) {
  return {number_text(number_at(json, {name}))};
}

double total_of(const RunFiles& files, const char* column) {
  const auto found = files.totals.find(column);
  return found == files.totals.end() ? 0 : found->second;
}

}  // namespace

ReportSection faults_section(const ReportData& data) {
  ReportSection section{"Refused and late updates", {}};
  ReportTable table = table_of_runs(
      data, "Updates that were not used, of all runs",
      {"refused", "dropped", "dropouts", "crashes", "late", "used late", "lost",
       "corrupt", "unused rounds"},
      [](const RunFolder&, const RunFiles& files) -> ReportRow {
        const Json& faults = json_at(files.summary, {"faults"});
        const bool any = number_at(files.summary, {"refused"}) > 0 ||
                         total_of(files, "dropped") > 0;
        if (!faults.is_object() && !any) return {};
        return {count_at(files.summary, "refused"),
                {number_text(total_of(files, "dropped"))},
                count_at(faults, "dropouts"),
                count_at(faults, "crashes"),
                count_at(faults, "late"),
                count_at(faults, "stale"),
                count_at(faults, "lost"),
                count_at(faults, "corrupt"),
                count_at(faults, "unused_rounds")};
      });
  if (table.rows.empty()) return section;
  table.note =
      "Refused: invalid updates, which are in no sum. Dropped: missing or too "
      "late.";
  section.blocks.emplace_back(std::move(table));
  return section;
}

}  // namespace fedltr
