#pragma once

#include "app/report/run_data.hpp"
#include "app/results/number_text.hpp"

// Sections of a report, each in a file of its name. A section without contents
// has no blocks.
namespace fedltr {

ReportSection answer_section(const ReportData& data);
ReportSection question_section(const ReportData& data);
ReportSection learning_section(const ReportData& data);
ReportSection clients_section(const ReportData& data);
ReportSection faults_section(const ReportData& data);
ReportSection attack_section(const ReportData& data);
ReportSection unlearning_section(const ReportData& data);
ReportSection silo_section(const ReportData& data);
ReportSection privacy_section(const ReportData& data);
ReportSection cost_section(const ReportData& data);
ReportSection manifest_section(const ReportData& data);

/// Returns all sections, the answer first.
ReportPage report_page(const ReportData& data);

/// Returns a table with each run's label and the cells that the function
/// returns for it; omits a run without cells.
template <class RowOf>
ReportTable table_of_runs(const ReportData& data, std::string title,
                          std::vector<std::string> columns,
                          const RowOf& row_of) {
  columns.insert(columns.begin(), "run");
  ReportTable table{std::move(title), std::move(columns), {}, {}, false};
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    ReportRow row = row_of(data.runs[r], data.files[r]);
    if (row.empty()) continue;
    row.insert(row.begin(), ReportCell{data.runs[r].label});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace fedltr
