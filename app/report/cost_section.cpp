#include <spdlog/fmt/fmt.h>

#include "app/report/sections.hpp"

namespace fedltr {
namespace {

ReportCell total_cell(const ReportFiles& files, const char* column) {
  const auto found = files.totals.find(column);
  return {found == files.totals.end() ? "-" : number_text(found->second)};
}

}  // namespace

ReportSection cost_section(const ReportData& data) {
  ReportTable table = table_of_runs(
      data, "Time and traffic",
      {"wall s", "processor s", "searches/s", "threads", "peak memory MB",
       "searches", "bytes up", "bytes down"},
      [](const RunFolder&, const ReportFiles& files) -> ReportRow {
        const auto seconds = [&](const char* name) {
          return ReportCell{number_text(number_at(files.timing, {name}))};
        };
        return {
            seconds("wall_seconds"),
            seconds("cpu_seconds"),
            seconds("interactions_per_second"),
            seconds("threads"),
            {number_text(number_at(files.timing, {"peak_memory_bytes"}) / 1e6)},
            total_cell(files, "interactions"),
            total_cell(files, "bytes_up"),
            total_cell(files, "bytes_down")};
      });
  table.note =
      "Seconds and memory are those of the program from its start until it "
      "wrote the row's run folder. In a grid they include all points "
      "before and beside it, so they do not compare points. They differ from "
      "run to run. Searches and bytes are those of all folds and repeats of a "
      "run folder.";
  return {"Cost", {std::move(table)}};
}

}  // namespace fedltr
