#pragma once

#include "app/models/export/target.hpp"

namespace fedltr {

/// `vespa`: a rank profile.
ExportTarget vespa_target();

}  // namespace fedltr
