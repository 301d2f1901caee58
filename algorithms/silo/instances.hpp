#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/silo/party_trainer.hpp"
#include "algorithms/text/party_split.hpp"
#include "algorithms/text/retrieval.hpp"

namespace fedltr {

/// Training and test queries of a party, each ascending.
struct HeldOut {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};

/// @param share  of the queries held out, in [0, 1); the number is rounded
HeldOut hold_out(std::span<const std::uint32_t> queries, double share,
                 std::uint32_t party, std::uint64_t seed);

/// A party's judged pairs of these queries and, per query, unjudged documents
/// of its own, drawn at random as negatives of grade 0: `negatives` for each
/// pair of grade 1 or more, rounded, or all if there are fewer. Section VI-A of
/// ICDE, 5.1 of the journal.
/// @param queries  ascending
/// @return         by query, then document
std::vector<Judgement> labelled_pairs(const PartyShare& share,
                                      std::span<const std::uint32_t> queries,
                                      double negatives, std::uint64_t seed);

/// Training and test pairs of a party, each by query, then document.
struct HeldOutPairs {
  std::vector<Judgement> train;
  std::vector<Judgement> test;
};

/// The same of pairs: a query may be in both parts, a pair is in one.
/// @param pairs  by query, then document
HeldOutPairs hold_out_pairs(std::span<const Judgement> pairs, double share,
                            std::uint32_t party, std::uint64_t seed);

/// A query of one party and a document of another.
struct CrossPair {
  std::uint32_t query = 0;
  std::uint32_t document = 0;
  std::uint32_t source = 0;  ///< the document's party
  std::uint32_t rank = 0;    ///< from 1, of this query and source

  friend bool operator==(const CrossPair&, const CrossPair&) = default;
};

/// A party's cross instances: its queries paired with others' documents.
struct CrossInstances {
  std::vector<CrossPair> pairs;
  Matrix features;  ///< #pairs by #features, not scaled
};

/// Ranks each query's pairs of each source by a feature, largest first; ties
/// keep their order. The public code ranks by the body's BM25.
void rank_by_feature(CrossInstances& cross, Index feature);

/// Labels as in ICDE: 2 (or the highest grade) up to rank `high`, 1 up to rank
/// K.
Vector labels_of_ranks(const CrossInstances& cross, std::uint32_t high,
                       Index grades);

Vector grades_of(std::span<const Judgement> pairs);

}  // namespace fedltr
