#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// One party's part of a collection, as places in it, ascending.
struct PartyShare {
  std::vector<std::uint32_t> documents;
  std::vector<std::uint32_t> queries;
  /// For its own queries and documents: it has no others.
  std::vector<Judgement> judgements = {};
  /// `added`: some of its documents, received after it had built its index.
  /// `deleted`: documents of others that it had at that time.
  std::vector<std::uint32_t> added = {};
  std::vector<std::uint32_t> deleted = {};
};

struct PartySplitOptions {
  std::uint32_t parties = 4;
  /// `topic`: balances the parties' numbers of documents, within one. Documents
  /// with the strongest preference for their topic are placed first; a document
  /// whose topic's party is full goes to the nearest other party.
  bool balanced = true;
  std::uint64_t seed = 1;
  /// Share of each party's documents that the next party had at first, 0 to 1;
  /// ignored for one party. The final owners do not depend on it.
  double moved = 0;
};

/// The owner of each document and each query.
struct Owners {
  std::vector<std::uint32_t> of_document;
  std::vector<std::uint32_t> of_query;
};
using PartySplit =
    std::function<Owners(const Collection&, const PartySplitOptions&)>;

struct PartySplitTraits {
  bool can_balance = false;  ///< parties can be balanced in documents
};

/// All by name:
/// `random`: dealt one by one in random order, so parties are balanced;
/// `topic`:  k-means on term vectors (text/term_vectors.hpp), each cluster a
///           party; a query belongs to the nearest centre, so parties may
///           differ in queries even if they are balanced in documents;
/// `ranges`: in the collection's order, balanced.
const Methods<PartySplit, PartySplitTraits>& party_splits();

/// @throws std::invalid_argument  for fewer documents or queries than parties
std::vector<PartyShare> split_into_parties(const Collection& collection,
                                           const PartySplit& split,
                                           const PartySplitOptions& options);

}  // namespace fedltr
