#pragma once

#include "actors/silo/silo_plan.hpp"
#include "algorithms/text/merged.hpp"

namespace fedltr {

/// What parties with data of their own found, by the numbers of all data
/// together.
SiloRecord placed_record(const SiloRecord& record,
                         const MergedCollections& merged);

}  // namespace fedltr
