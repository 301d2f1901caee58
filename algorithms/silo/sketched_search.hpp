#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/do_all.hpp"
#include "algorithms/silo/protocol.hpp"
#include "algorithms/silo/test_set.hpp"
#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// The test queries' features as if their parties had asked the others about
/// them: own documents by exact counts, documents that a reverse top-K query
/// finds at others by sketched counts, with the protocol's noise; both by the
/// summed sketches of frequencies. Documents that are not found, and all those
/// of a query without terms, have features of 0.
///
/// Simulated in one place, separate from the protocol's run and after it: with
/// its own hash key and noise, and not in the parties' accounts of releases. In
/// a deployment these questions would cost the same as those of training.
///
/// @param shares   one without documents answers nothing
/// @param tests    with documents of all parties, or of the query's own
/// @param do_all   runs the owners; each takes memory of its own
/// @return         by test: #documents by kFeatureColumns
std::vector<Matrix> sketched_features(const Collection& collection,
                                      std::span<const PartyShare> shares,
                                      const SiloProtocol& protocol,
                                      std::span<const TestQuery> tests,
                                      std::uint64_t seed,
                                      const DoAll& do_all = one_by_one);

}  // namespace fedltr
