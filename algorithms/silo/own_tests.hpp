#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/silo/shared_statistics.hpp"
#include "algorithms/silo/silo_options.hpp"
#include "algorithms/silo/test_set.hpp"

namespace fedltr {

/// A party's test queries on its own documents, by its own judgements: a test
/// that needs no other party. Features are the training features, from exact
/// counts and shared statistics. The candidates are what its own statistics
/// find, or sampled pairs.
std::vector<TestQuery> own_tests(const Collection& collection,
                                 const PartyShare& share, std::uint32_t party,
                                 const SiloOptions& options,
                                 const SharedStatistics& statistics);

}  // namespace fedltr
