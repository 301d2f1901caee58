#pragma once

#include <nlohmann/json_fwd.hpp>

namespace fedltr {

/// JSON whose members keep the order in which they were added. Who makes or
/// reads some includes json.hpp.
using Json = nlohmann::ordered_json;

}  // namespace fedltr
