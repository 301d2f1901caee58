#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "algorithms/core/rng.hpp"
#include "algorithms/privacy/discrete.hpp"
#include "algorithms/sketch/hashes.hpp"
#include "algorithms/text/term.hpp"

namespace fedltr::testing {

using Field = std::vector<TermCount>;

inline Bits test_bits(std::uint32_t number) {
  return [rng = Rng(3, Purpose::kTest, number, 7)]() mutable { return rng(); };
}

/// Draws terms of a Zipf vocabulary, and for a part of each document terms of
/// one of `topics` topics, which are spread over the vocabulary.
struct ZipfDocuments {
  std::uint32_t vocabulary = 20000;
  std::uint32_t length = 1000;
  std::uint32_t topics = 20;
  double topical = 0.3;

  static constexpr std::uint32_t kTopicTerms = 300;

  TermId topic_term(std::uint32_t topic, std::uint32_t rank) const {
    return static_cast<TermId>((std::uint64_t{topic} * kTopicTerms + rank) *
                               7919 % vocabulary);
  }

  /// Draws a rank from 0 with probability about proportional to 1 / (rank + 1).
  static std::uint32_t rank(std::uint32_t ranks, Rng& rng) {
    return static_cast<std::uint32_t>(std::pow(ranks, rng.uniform())) - 1;
  }

  Field document(std::uint32_t number) const {
    Rng rng(2, Purpose::kTest, number);
    const auto topic = static_cast<std::uint32_t>(rng.below(topics));
    std::vector<TermId> terms(length);
    for (TermId& term : terms)
      term = rng.uniform() < topical ? topic_term(topic, rank(kTopicTerms, rng))
                                     : rank(vocabulary, rng);
    std::ranges::sort(terms);
    Field field;
    for (const TermId term : terms) {
      if (field.empty() || field.back().term != term)
        field.push_back({term, 0});
      ++field.back().count;
    }
    return field;
  }

  std::vector<Field> all(std::uint32_t count) const {
    std::vector<Field> fields;
    for (std::uint32_t d = 0; d < count; ++d) fields.push_back(document(d));
    return fields;
  }
};

inline std::int32_t count_of(const Field& field, TermId term) {
  const auto found =
      std::ranges::lower_bound(field, term, {}, &TermCount::term);
  return found != field.end() && found->term == term ? found->count : 0;
}

/// Random hashes of a dictionary.
inline TermSpots random_spots(std::uint32_t terms, std::uint32_t rows,
                              std::uint32_t columns, std::uint8_t key = 1) {
  std::vector<std::uint64_t> fingerprints(terms);
  Rng rng(4, Purpose::kTest, key);
  for (auto& fingerprint : fingerprints) fingerprint = rng();
  return {RowHashes(Secret{key}, rows, columns), fingerprints};
}

}  // namespace fedltr::testing
