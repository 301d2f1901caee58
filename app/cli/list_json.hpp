#pragma once

#include <vector>

#include "app/base/json_fwd.hpp"
#include "app/schema/method_tables.hpp"

namespace fedltr {

/// Tables of methods by kind.
Json tables_json(const std::vector<const MethodTable*>& tables);
/// Keys by name.
Json keys_json(const std::vector<const Key*>& keys);
/// Files of run folders, by chapter as in docs/output.md.
Json output_json();

}  // namespace fedltr
