#pragma once

#include "app/report/page.hpp"
#include "app/study/watch/live_study.hpp"

namespace fedltr {

/// Returns a page with a study's progress and metrics.
/// @param name  name of the study
ReportPage live_page(const std::string& name, const LiveStudy::State& study);

}  // namespace fedltr
