#include "app/report/sections.hpp"

#include <cmath>

namespace fedltr {
namespace {

using MakeSection = ReportSection (*)(const ReportData&);

constexpr MakeSection kSections[] = {
    picture_section, answer_section,     question_section, learning_section,
    attack_section,  unlearning_section, silo_section,     search_section,
    members_section, clients_section,    faults_section,   privacy_section,
    cost_section,    manifest_section};

std::string title_of(const ReportData& data) {
  const auto name = data.runs[0].scenario.find("run.name");
  return name == data.runs[0].scenario.end() ? data.runs[0].label
                                             : name->second;
}

/// Returns the question that all runs ask; empty if they differ.
std::string question_of(const ReportData& data) {
  const std::string question = text_at(data.files[0].manifest, {"question"});
  for (const ReportFiles& files : data.files)
    if (text_at(files.manifest, {"question"}) != question) return "";
  return question;
}

}  // namespace

std::string setting_of(const RunFolder& run, const std::string& key) {
  const std::string* const value = find_value(run, key);
  return value ? *value : "-";
}

std::string varied_setting(const ReportData& data, const RunFolder& run,
                           const std::string& key) {
  const auto unused = data.unused.find(run.folder);
  return unused != data.unused.end() && unused->second.contains(key)
             ? "-"
             : setting_of(run, key);
}

Spread spread_of(const RunFolder& run, const std::string& metric) {
  const auto found = run.spreads.find(metric);
  return found == run.spreads.end() ? Spread{std::nan(""), std::nan(""), 0}
                                    : found->second;
}

void add_words(std::vector<ReportBlock>& blocks, const char* label,
               std::string text) {
  if (!text.empty())
    blocks.emplace_back(Paragraph{std::move(text), false, label});
}

bool is_silo(const ReportFiles& files) {
  return json_at(files.summary, {"methods"}).is_object();
}

bool is_of_members(const ReportFiles& files) {
  return json_at(files.summary, {"members"}).is_array();
}

std::string as_text(const Json& member) {
  return member.is_string() ? member.get<std::string>() : "";
}

std::string as_number(const Json& member) {
  return number_text(number_of(member));
}

std::string as_metric(const Json& member) {
  return metric_text(number_of(member));
}

std::string as_difference(const Json& member) {
  return difference_text(number_of(member));
}

std::string as_p_value(const Json& member) {
  return p_value_text(number_of(member));
}

ReportTable table_of_objects(std::string title, const Json& array,
                             const std::vector<MemberColumn>& columns) {
  ReportTable table{std::move(title), {}};
  for (const MemberColumn& column : columns)
    table.columns.push_back(column.name);
  if (!array.is_array()) return table;
  for (const Json& object : array) {
    ReportRow& row = table.rows.emplace_back();
    for (const MemberColumn& column : columns)
      row.push_back({column.text(json_at(object, column.path))});
  }
  return table;
}

ReportTable table_of_members(const ReportData& data, std::string title,
                             Json ReportFiles::*file, const char* object,
                             const std::vector<MemberColumn>& columns,
                             const char* label) {
  std::vector<std::string> names;
  for (const MemberColumn& column : columns) names.push_back(column.name);
  return table_of_runs(
      data, std::move(title), names,
      [&](const RunFolder&, const ReportFiles& files) {
        ReportRow row;
        const Json& members = json_at(files.*file, {object});
        if (!members.is_object()) return row;
        for (const MemberColumn& column : columns)
          row.push_back({column.text(json_at(members, column.path))});
        return row;
      },
      label);
}

ReportPage report_page(const ReportData& data) {
  ReportPage page{title_of(data), {}, about_text(data), question_of(data)};
  for (const MakeSection make : kSections) {
    ReportSection section = make(data);
    if (!section.blocks.empty()) page.sections.push_back(std::move(section));
  }
  return page;
}

}  // namespace fedltr
