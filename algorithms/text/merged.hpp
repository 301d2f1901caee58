#pragma once

#include <span>
#include <string>
#include <vector>

#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// The collections of several parties, and all of them merged into one, which
/// exists only in a simulation.
struct MergedCollections {
  Collection all;  ///< names are PARTY/NAME
  std::vector<PartyShare> shares;
  /// By party: the place in `all` of its first query and of each of its terms.
  std::vector<std::uint32_t> first_query;
  std::vector<std::vector<TermId>> terms;
};

/// Concatenates collections.
/// @param names  of the parties, distinct
MergedCollections merge_collections(
    std::span<const Collection* const> collections,
    std::span<const std::string> names);

/// The share of a single party that has the whole collection.
PartyShare whole_share(const Collection& collection);

}  // namespace fedltr
