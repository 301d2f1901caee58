#pragma once

#include "actors/silo/silo_plan.hpp"
#include "algorithms/text/merged.hpp"

namespace fedltr {

/// Translates results of parties with their own data to the numbers of the
/// merged collection.
SiloRecord placed_record(const SiloRecord& record,
                         const MergedCollections& merged);

}  // namespace fedltr
