#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/silo/shared_statistics.hpp"
#include "algorithms/silo/silo_options.hpp"
#include "algorithms/silo/test_set.hpp"

namespace fedltr {

/// A party's held-out queries on its own documents, by its own judgements:
/// what it can test without anybody. Features are those it trains with, exact
/// counts and shared statistics; candidates are found by its own statistics.
std::vector<TestQuery> own_tests(const Collection& collection,
                                 const PartyShare& share, std::uint32_t party,
                                 const SiloOptions& options,
                                 const SharedStatistics& statistics);

}  // namespace fedltr
