#pragma once

#include <algorithm>
#include <cstdint>

#include "algorithms/sketch/reverse_top_k.hpp"
#include "algorithms/text/collection.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr {

/// Maximum number of distinct terms of a query, and of documents of a party:
/// bound the memory that a message takes.
inline constexpr std::uint32_t kMaxTerms = kMaxQueryTerms;
inline constexpr std::uint32_t kMaxDocuments = 1U << 24;

/// Subject of a question: the top documents, or the counts of some documents.
enum class QuestionKind : bool { kTop, kCounts };

/// Settings that parties and the relay agree on before a run.
struct SiloProtocol {
  SketchShape shape;      ///< of documents
  SketchShape frequency;  ///< of document and collection frequencies
  Obfuscation obfuscation;
  SketchNoise noise;
  std::uint32_t capacity = 750;  ///< alpha K
  ReverseTopKOptions top;
  bool naive = false;  ///< reverse top-K by asking about each document
  /// Maximum accounted epsilon of a document through answers about its counts.
  double budget = kNoBound;
  /// Step to which reported lengths and distinct terms are rounded up.
  std::uint32_t size_step = 1;
  /// Terms of the asker's own texts added to each of its questions
  /// (draw_dummies).
  std::uint32_t dummies = 0;
  FeatureConstants constants;  ///< of features from answers
  /// False in a search session, whose users ask as long as it lasts, and in a
  /// simulation, where no party asks to harm the others.
  bool bounds_questions = true;
  /// Maximum number of queries of one party in a search session; 0: no session.
  std::uint32_t session_queries = 0;

  /// Maximum number of questions of one party to another in a run: bounds the
  /// time and the journals that a party which asks on takes from the others. An
  /// honest party asks two a training query, and checks it beforehand.
  /// @param documents  of the two parties, the larger number
  std::uint64_t most_questions(std::uint32_t documents) const {
    if (session_queries > 0) return std::uint64_t{2} * session_queries;
    if (!bounds_questions) return std::uint64_t{1} << 32;
    return std::max(std::uint64_t{1} << 16, std::uint64_t{4} * documents);
  }
  std::uint32_t told_size(std::uint32_t size) const {
    return (size + size_step - 1) / size_step * size_step;
  }
  /// Number of dummies for which a question has room.
  std::size_t dummies_beside(std::size_t terms) const {
    return std::min<std::size_t>(
        dummies, kMaxTerms - std::min<std::size_t>(kMaxTerms, terms));
  }

  /// Number of values of an answer about one document: its rows, or its
  /// estimate.
  std::size_t values() const { return noise.estimates_only ? 1 : shape.rows; }

  /// True if a question includes the signs of a Count sketch, which reveal more
  /// of its term: for the ends of an RTK-Sketch's cells, or for an owner that
  /// estimates itself.
  bool says_signs(QuestionKind kind) const {
    return shape.kind == SketchKind::kCount &&
           (noise.estimates_only || (!naive && kind == QuestionKind::kTop));
  }
};

}  // namespace fedltr
