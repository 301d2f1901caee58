#pragma once

#include <cstdint>
#include <span>

#include "algorithms/silo/instances.hpp"
#include "algorithms/silo/protocol.hpp"

namespace fedltr {

/// Errors of estimated counts beside the bound of a theorem.
struct CountErrors {
  std::uint64_t counts = 0;  ///< number of estimates
  double error = 0;          ///< mean distance to the true count
  double bound = 0;          ///< mean of error_bound()
  double exceeding = 0;      ///< share of estimates whose error exceeds theirs
};

/// Theorems 2 and 3 held against a collection: both promise that an error
/// exceeds its bound with probability at most error_rate(z1), if the noise is
/// that of Theorem 1 (silo.noise = paper).
struct BoundChecks {
  CountErrors term;   ///< Theorem 2: a term of a query in a document's body
  CountErrors query;  ///< Theorem 3: the sum over the query's terms
};

/// Asks about the bodies of some pairs again, as a party asks an owner: with
/// the protocol's sketch, hidden rows and noise, but with a hash key and noise
/// of its own, apart from the run and its account of releases.
/// @param pairs  by query; documents by their places in the collection
/// @param most   number of pairs to ask about, spread evenly over all
/// @return       no counts unless sketches are Count sketches
BoundChecks check_bounds(const Collection& collection,
                         const SiloProtocol& protocol,
                         std::span<const CrossPair> pairs, std::uint64_t seed,
                         std::size_t most = 2000);

}  // namespace fedltr
