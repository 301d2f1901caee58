#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "algorithms/core/method.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// What one party has of a collection, by places in it, ascending.
struct PartyShare {
  std::vector<std::uint32_t> documents;
  std::vector<std::uint32_t> queries;
  /// Of its own documents for its own queries: it knows no other.
  std::vector<Judgement> judgements = {};
  /// Some of its documents, which it got after it had made its index, and
  /// documents of others, which it had then.
  std::vector<std::uint32_t> added = {};
  std::vector<std::uint32_t> deleted = {};
};

struct PartySplitOptions {
  std::uint32_t parties = 4;
  /// `topic`: parties have as many documents each, give or take one. Documents
  /// that prefer their topic most are placed first; one whose topic's party is
  /// full goes to the nearest that is not.
  bool balanced = true;
  std::uint64_t seed = 1;
  /// Share of each party's documents that the next party had at first, 0 to 1;
  /// of one party none. Who has what in the end does not depend on it.
  double moved = 0;
};

/// Who owns each document and each query.
struct Owners {
  std::vector<std::uint32_t> of_document;
  std::vector<std::uint32_t> of_query;
};
using PartySplit =
    std::function<Owners(const Collection&, const PartySplitOptions&)>;

struct PartySplitTraits {
  bool can_balance = false;  ///< parties can be made to have as many documents
};

/// All by name:
/// `random`: dealt one by one in random order, so parties are balanced;
/// `topic`:  k-means on term vectors (text/term_vectors.hpp), each cluster a
///           party; a query belongs to the nearest centre, so parties may
///           differ in queries even where they are balanced in documents;
/// `ranges`: in the collection's order, balanced.
const Methods<PartySplit, PartySplitTraits>& party_splits();

/// @throws std::invalid_argument  for fewer documents or queries than parties
std::vector<PartyShare> split_into_parties(const Collection& collection,
                                           const PartySplit& split,
                                           const PartySplitOptions& options);

}  // namespace fedltr
