#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "algorithms/sketch/document_sketch.hpp"
#include "algorithms/sketch/noise.hpp"
#include "algorithms/sketch/sketch.hpp"

// The cross-party term-frequency query, ICDE Algorithms 1 and 2: the querier
// makes a query, the owner answers it, the querier estimates.
namespace fedltr {

/// Terms that fill the rows that are not about the requested term.
enum class Confounders : std::uint8_t {
  kRandom,     ///< ICDE Eq. 4: a fresh random dictionary term for each row
  kColliding,  ///< journal Eq. 4: terms that equally many rows agree with
};

struct Obfuscation {
  std::uint32_t real_rows = 0;  ///< z1, 1 to z
  Confounders confounders = Confounders::kRandom;
  std::uint32_t shared = 0;  ///< b of colliding terms, below z1
};

/// The rows of one question, the same for all of its terms: if rows changed
/// from term to term, those that repeat would be the real ones.
struct QueryRows {
  std::vector<std::uint32_t> real;    ///< private: PV, ascending
  std::vector<std::uint32_t> shared;  ///< private: b of them, with confounders
  std::vector<std::uint32_t> others;  ///< in the order in which confounders
                                      ///< take them
};

/// A term's query: the part that is sent and the querier's private part.
struct TermQuery {
  std::vector<std::uint32_t> columns;  ///< sent; one per row
  /// Sent only for a reverse top-K query of a Count sketch: the end of the
  /// cell, one per row.
  std::vector<std::uint8_t> negative;
  std::vector<std::uint32_t> rows;  ///< private: PV, ascending
  std::vector<Cell> spots;          ///< private: the term's, one per row
};

/// Draws the z1 real rows of z and the random order of the others.
/// @param bits  the system's generator for queries of real people
QueryRows draw_rows(std::uint32_t rows, const Obfuscation& obfuscation,
                    const Bits& bits);

/// Algorithm 1, lines 1 to 5.
///
/// With `colliding`, a confounding term shares column and sign with the term in
/// exactly b of all rows, as in the paper, and has z1 - b rows of its own, so
/// that z1 rows agree with it too. The other rows take as many such terms as
/// they have room for; random terms fill the rest. Differs: the b rows are the
/// same for all terms of a question, and confounders share with each other
/// these b rows and no others. So an observer can only guess the term by
/// chance, from one term of the question or from all.
///
/// @throws std::invalid_argument if the rows leave no room for a colliding term
///         or the dictionary has too few; the message states their number
TermQuery make_query(TermId term, const TermSpots& dictionary,
                     const QueryRows& rows, const Obfuscation& obfuscation,
                     const Bits& bits);

/// Reason for which an owner refuses these columns; empty if they are valid.
std::string why_refused(std::span<const std::uint32_t> columns,
                        const SketchShape& shape);

/// Reason for which a querier refuses this answer (wrong size, or a value that
/// is not a finite number); empty if it is valid.
std::string why_refused(std::span<const double> answer, std::uint32_t rows);

/// Algorithm 2: cells of the columns, with noise.
/// @param columns  valid
/// @param noise    one that does not estimate
/// @param bits     simulated, or the system's for documents of real people
std::vector<double> answer(const DocumentSketch& document,
                           std::span<const std::uint32_t> columns,
                           const SketchNoise& noise, const Bits& bits);
std::vector<double> answer(const Sketch& sketch,
                           std::span<const std::uint32_t> columns,
                           const SketchNoise& noise, const Bits& bits);

/// `median-only`: the owner, which has received the private rows and spots,
/// estimates itself.
double answer_estimate(const DocumentSketch& document, const TermQuery& query,
                       const SketchNoise& noise, const Bits& bits);
double answer_estimate(const Sketch& sketch, const TermQuery& query,
                       const SketchNoise& noise, const Bits& bits);

/// ICDE Eq. 6 with the sign that it lacks: estimates from the private rows'
/// values. For several terms, sums them row by row, then estimates (ICDE
/// section IV-C, before Theorem 3).
/// @param queries  with the same private rows
/// @param answers  one per query, valid
double estimate(SketchKind kind, std::span<const TermQuery> queries,
                std::span<const std::vector<double>> answers);
double estimate(SketchKind kind, const TermQuery& query,
                std::span<const double> answer);

}  // namespace fedltr
