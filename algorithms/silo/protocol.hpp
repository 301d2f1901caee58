#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/sketch/reverse_top_k.hpp"
#include "algorithms/text/collection.hpp"

namespace fedltr {

/// Most distinct terms of a query, and most documents of a party: bounds what
/// a message makes others hold.
inline constexpr std::uint32_t kMaxTerms = kMaxQueryTerms;
inline constexpr std::uint32_t kMaxDocuments = 1U << 24;

/// Settings that parties and relay agree on before a run.
struct SiloProtocol {
  SketchShape shape;      ///< of documents
  SketchShape frequency;  ///< of document and collection frequencies
  Obfuscation obfuscation;
  SketchNoise noise;
  std::uint32_t capacity = 750;  ///< alpha K
  ReverseTopKOptions top;
  bool naive = false;  ///< reverse top-K by asking about each document
  /// Accounted epsilon that a document may reach by answers about its counts.
  double budget = kNoBound;
  /// Lengths and distinct terms are told rounded up to multiples of this.
  std::uint32_t size_step = 1;
  /// Terms of the asker's own texts in each of its questions (draw_dummies).
  std::uint32_t dummies = 0;

  std::uint32_t told_size(std::uint32_t size) const {
    return (size + size_step - 1) / size_step * size_step;
  }
  /// As many as a question has room for.
  std::size_t dummies_beside(std::size_t terms) const {
    return std::min<std::size_t>(
        dummies, kMaxTerms - std::min<std::size_t>(kMaxTerms, terms));
  }

  /// Numbers of an answer about one document: its rows, or its estimate.
  std::size_t values() const { return noise.estimates_only ? 1 : shape.rows; }

  /// Whether a question says the signs of a Count sketch, which tell more of
  /// its term: for the ends of an RTK-Sketch's cells, or for an owner who
  /// estimates itself.
  /// @param counts  it is about the counts of documents
  bool says_signs(bool counts) const {
    return shape.kind == SketchKind::kCount &&
           (noise.estimates_only || (!naive && !counts));
  }
};

}  // namespace fedltr
