#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/protocol.hpp"
#include "algorithms/silo/test_set.hpp"
#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// The test queries' features as their parties would know them if they asked
/// the others about them, too: own documents by exact counts, documents that a
/// reverse top-K query finds at others by sketched counts, with the protocol's
/// noise; both by the summed sketches of frequencies. What is not found has
/// features of 0, as has a document of a query without terms.
///
/// Simulated in one place, after the protocol's run and apart from it: with a
/// hash key and noise of its own, and not in the parties' accounts of releases.
/// In a deployment these questions would cost what those of training do.
///
/// @param shares   one without documents answers nothing
/// @param tests    with documents of all parties, or of the query's own
/// @param threads  owners side by side; each takes the memory of one
/// @return         by test: #documents by kFeatureColumns
std::vector<Matrix> sketched_features(const Collection& collection,
                                      std::span<const PartyShare> shares,
                                      const SiloProtocol& protocol,
                                      std::span<const TestQuery> tests,
                                      std::uint64_t seed,
                                      std::size_t threads = 1);

}  // namespace fedltr
