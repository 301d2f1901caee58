#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/sketch/sketch.hpp"

namespace fedltr {

/// Frequencies of a party's terms over all its documents.
struct TermFrequencies {
  explicit TermFrequencies(std::size_t terms)
      : documents(terms), occurrences(terms) {}

  /// @param field  of one document
  void add(std::span<const TermCount> field);

  std::vector<std::uint64_t> documents;    ///< number of documents with the
                                           ///< term
  std::vector<std::uint64_t> occurrences;  ///< number of occurrences of the
                                           ///< term
};

/// The sketch of a party's pseudo-document, whose count of a term is the number
/// of documents that contain it (ICDE section III-A, journal section 3.3), or
/// the number of its occurrences for the collection model; also the sum of such
/// sketches over parties. Cells have 64 bits: parties mask them
/// (privacy/masking.hpp), so that each message looks random and the relay's sum
/// of all is the sketch of all documents.
///
/// The sums are exact. Masks hide one party's figures from the relay, but not
/// from all other parties together, and no epsilon bounds the leak: noise on
/// answers protects one occurrence in them.
class FrequencySketch {
 public:
  explicit FrequencySketch(SketchShape shape);

  /// @param frequencies  one per term of the dictionary
  FrequencySketch(SketchShape shape, std::span<const std::uint64_t> frequencies,
                  const TermSpots& dictionary);

  const SketchShape& shape() const { return shape_; }
  std::int64_t at(std::uint32_t row, std::uint32_t column) const;
  double estimate(std::span<const Cell> spots) const;

  /// Returns the cells modulo 2^64, for masks and sums.
  std::vector<std::uint64_t> ring() const;

  /// @throws std::invalid_argument unless there is one number per cell
  static FrequencySketch from_ring(SketchShape shape,
                                   std::span<const std::uint64_t> numbers);

 private:
  SketchShape shape_;
  std::vector<std::int64_t> cells_;
};

}  // namespace fedltr
