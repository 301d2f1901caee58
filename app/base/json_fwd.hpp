#pragma once

#include <nlohmann/json_fwd.hpp>

namespace fedltr {

/// JSON whose members keep the order in which they were added. Include json.hpp
/// to create or read it.
using Json = nlohmann::ordered_json;

}  // namespace fedltr
