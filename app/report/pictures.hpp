#pragma once

#include "app/report/page.hpp"
#include "app/report/run_data.hpp"

// Parts of the section about a scenario's pictures.
namespace fedltr {

/// Adds the tables that the scenario describes, one for each metric; nothing if
/// it describes none.
void add_tables(const ReportData& data, ReportSection& section);

}  // namespace fedltr
