#pragma once

#include <vector>

#include "app/results/output_file.hpp"

namespace fedltr {

/// Describes the members of summary.json of all methods of a silo.
std::vector<OutputField> silo_summary_fields();

/// Describes those of summary.json of one method.
std::vector<OutputField> silo_method_fields();

}  // namespace fedltr
