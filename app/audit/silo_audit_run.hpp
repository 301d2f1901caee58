#pragma once

#include <iosfwd>

#include "app/base/json.hpp"
#include "app/data/text_files.hpp"
#include "app/schema/scenario.hpp"

namespace fedltr {

/// Attacks what an honest run's questions to the first party tell, under the
/// scenario's settings and others: which of its texts the relay finds again
/// (`texts`), which terms it names (`relay_terms`) and links (`links`), how
/// much of the texts a party writes down (`rebuilt`), and what the relay reads
/// in gradients (`gradients`).
/// @param json  gets the five, rows of attacks
/// @throws UsageError  for what does not fit the data
void audit_run(std::ostream& out, const Scenario& scenario,
               const LoadedCollection& data, Json& json);

}  // namespace fedltr
