#pragma once

#include "app/report/page.hpp"
#include "app/report/watch/live_study.hpp"

namespace fedltr {

/// A page that says how far a study is and how its metrics have come.
/// @param name  of the study
ReportPage live_page(const std::string& name, const LiveStudy::State& study);

}  // namespace fedltr
