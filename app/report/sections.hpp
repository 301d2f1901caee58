#pragma once

#include <functional>

#include "app/report/run_data.hpp"
#include "app/results/number_text.hpp"

// Sections of a report, each in a file of its name. A section without contents
// has no blocks.
namespace fedltr {

/// The figure and the table that the scenario describes.
ReportSection picture_section(const ReportData& data);
ReportSection answer_section(const ReportData& data);
ReportSection question_section(const ReportData& data);
ReportSection learning_section(const ReportData& data);
ReportSection members_section(const ReportData& data);
ReportSection clients_section(const ReportData& data);
ReportSection faults_section(const ReportData& data);
ReportSection attack_section(const ReportData& data);
ReportSection unlearning_section(const ReportData& data);
ReportSection silo_section(const ReportData& data);
ReportSection search_section(const ReportData& data);
ReportSection privacy_section(const ReportData& data);
ReportSection cost_section(const ReportData& data);
ReportSection manifest_section(const ReportData& data);

/// Describes size and time of the runs: "100 clients x 4 interactions, 100
/// rounds, 1 run: 0.1 s, 1,120,054 interactions/s on 2 threads"; empty if their
/// files have neither.
std::string about_text(const ReportData& data);

/// Returns the rule with the best worst case and a table of each rule's, for
/// grids of attacks; a part of the answer.
std::vector<ReportBlock> worst_cases(const ReportData& data);

/// Returns all sections, the answer first.
ReportPage report_page(const ReportData& data);

/// Returns a run's value of a key; "-" if it has none.
std::string setting_of(const RunFolder& run, const std::string& key);
/// Returns the same for a key that varies, but "-" if it is a parameter of a
/// method that the run did not choose.
std::string varied_setting(const ReportData& data, const RunFolder& run,
                           const std::string& key);
/// Returns a final metric; n = 0 and NaN if the run has none.
Spread spread_of(const RunFolder& run, const std::string& metric);
/// True for a run of silos.
bool is_silo(const ReportFiles& files);
/// True for a run of [members].
bool is_of_members(const ReportFiles& files);

/// Adds a paragraph, also to the terminal, unless the text is empty.
void add_words(std::vector<ReportBlock>& blocks, const char* label,
               std::string text);

/// Formats a member of a JSON file for a cell; "-" for one of another type,
/// empty by as_text().
using CellText = std::function<std::string(const Json&)>;
std::string as_text(const Json& member);
std::string as_number(const Json& member);
std::string as_metric(const Json& member);
std::string as_difference(const Json& member);
std::string as_p_value(const Json& member);

/// A column of table_of_members().
struct MemberColumn {
  std::string name;
  std::vector<const char*> path;  ///< of the member
  CellText text = as_number;
};

/// Returns a table of members of a file, a row for each run where the member
/// `object` is an object.
/// @param label  of the row, if there is a single run
ReportTable table_of_members(const ReportData& data, std::string title,
                             Json ReportFiles::*file, const char* object,
                             const std::vector<MemberColumn>& columns,
                             const char* label = "");

/// Returns a table of the objects of an array, a row for each.
ReportTable table_of_objects(std::string title, const Json& array,
                             const std::vector<MemberColumn>& columns);

/// Returns a table with each run's label and the cells that the function
/// returns for it; omits a run without cells.
/// @param label  of the row, if there is a single run
template <class RowOf>
ReportTable table_of_runs(const ReportData& data, std::string title,
                          std::vector<std::string> columns, const RowOf& row_of,
                          const char* label = "") {
  columns.insert(columns.begin(), "run");
  ReportTable table{std::move(title), std::move(columns)};
  if (data.runs.size() == 1) table.label = label;
  for (std::size_t r = 0; r < data.runs.size(); ++r) {
    ReportRow row = row_of(data.runs[r], data.files[r]);
    if (row.empty()) continue;
    row.insert(row.begin(), ReportCell{data.runs[r].label});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace fedltr
