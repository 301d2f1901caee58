#pragma once

#include <iosfwd>

#include "app/base/json.hpp"
#include "app/data/text_files.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Attacks what an honest run's questions to the first party reveal, under the
/// scenario's settings and others: which of its texts the relay finds again
/// (`texts`), which terms the relay names (`relay_terms`) and links (`links`),
/// how much of the texts a party rebuilds (`rebuilt`), and what the relay reads
/// in gradients (`gradients`).
/// @param json  receives the five members, each with rows of attacks
/// @throws UsageError  for settings that do not fit the data
void audit_run(std::ostream& out, const Scenario& scenario,
               const LoadedCollection& data, Json& json);

}  // namespace fedltr
