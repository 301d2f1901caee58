#pragma once

#include <span>
#include <string>
#include <vector>

#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// Collections of several parties, and all of them together as one: what only a
/// simulation sees.
struct MergedCollections {
  Collection all;  ///< names are PARTY/NAME
  std::vector<PartyShare> shares;
  /// By party: the place in `all` of its first query, and of each of its terms.
  std::vector<std::uint32_t> first_query;
  std::vector<std::vector<TermId>> terms;
};

/// Puts one behind another.
/// @param names  of the parties, different ones
MergedCollections merge_collections(
    std::span<const Collection* const> collections,
    std::span<const std::string> names);

/// All of a collection as one party's.
PartyShare whole_share(const Collection& collection);

}  // namespace fedltr
