#pragma once

#include <vector>

#include "scenarios/base/json_fwd.hpp"
#include "scenarios/schema/method_tables.hpp"

namespace fedltr {

/// `fedltr list KIND --format json`: kind, the key (or option) that names a
/// method, and the methods with what they say of themselves.
Json table_json(const MethodTable& table);

/// `fedltr list keys --format json`: every key of a scenario.
Json keys_json();

/// Default of a key as a user is told of it.
std::string shown_default(const Key& key);

}  // namespace fedltr
