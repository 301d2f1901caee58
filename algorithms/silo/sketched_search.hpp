#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "algorithms/silo/protocol.hpp"
#include "algorithms/silo/test_set.hpp"
#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// Calls work(0) ... work(count - 1), each once; they write to places of their
/// own, so that it may call them in any order, or side by side.
using DoAll = std::function<void(std::size_t count,
                                 const std::function<void(std::size_t)>& work)>;

/// Calls them one after the other.
void one_by_one(std::size_t count,
                const std::function<void(std::size_t)>& work);

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
/// @param do_all   asks the owners; each that is asked takes memory of its own
/// @return         by test: #documents by kFeatureColumns
std::vector<Matrix> sketched_features(const Collection& collection,
                                      std::span<const PartyShare> shares,
                                      const SiloProtocol& protocol,
                                      std::span<const TestQuery> tests,
                                      std::uint64_t seed,
                                      const DoAll& do_all = one_by_one);

}  // namespace fedltr
