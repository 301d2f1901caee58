#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "app/study/watch/live_page.hpp"

// Running studies, and their page.
namespace fedltr::test {

inline RoundRecord reached(std::uint32_t round, double metric) {
  RoundRecord record;
  record.round = round;
  record.interactions = 40 * round;
  record.metrics = {metric};
  return record;
}

inline PlannedRun planned(const std::string& point, std::uint32_t repeat = 1) {
  return {0, 1, repeat, 10, point, {"map"}};
}

inline PlannedStudy study_of(std::vector<PlannedRun> runs) {
  return {.name = "mine", .runs = std::move(runs)};
}

inline const ReportFigure& figure_of(const ReportPage& page) {
  return std::get<ReportFigure>(page.sections.at(1).blocks.at(0));
}

}  // namespace fedltr::test
