#include "app/report/sections.hpp"

namespace fedltr {
namespace {

using MakeSection = ReportSection (*)(const ReportData&);

constexpr MakeSection kSections[] = {
    answer_section,     question_section, learning_section, attack_section,
    unlearning_section, silo_section,     clients_section,  faults_section,
    privacy_section,    cost_section,     manifest_section};

std::string title_of(const ReportData& data) {
  const auto name = data.runs[0].scenario.find("run.name");
  return name == data.runs[0].scenario.end() ? data.runs[0].label
                                             : name->second;
}

}  // namespace

ReportPage report_page(const ReportData& data) {
  ReportPage page{title_of(data), {}};
  for (const MakeSection make : kSections) {
    ReportSection section = make(data);
    if (!section.blocks.empty()) page.sections.push_back(std::move(section));
  }
  return page;
}

}  // namespace fedltr
