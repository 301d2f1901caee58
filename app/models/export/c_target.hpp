#pragma once

#include "app/models/export/target.hpp"

namespace fedltr {

/// `c`: one header of C99 that scores the documents of a query.
ExportTarget c_target();

}  // namespace fedltr
