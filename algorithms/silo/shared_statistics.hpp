#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "algorithms/sketch/frequency_sketch.hpp"
#include "algorithms/text/exact_features.hpp"
#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// A party's terms and documents, counted: what it adds to the sums of all.
class OwnFrequencies {
 public:
  OwnFrequencies(const Collection& collection, const PartyShare& share);
  /// The same documents, but of a dictionary's terms that need not be in them.
  /// @param terms  by term of that dictionary, in `all`; none: in no document
  OwnFrequencies(const OwnFrequencies& all,
                 std::span<const std::optional<TermId>> terms);

  /// Sketches of document frequencies and of occurrences of each field, then
  /// documents and summed lengths: modulo 2^64, to be masked.
  std::vector<std::uint64_t> ring(const SketchShape& shape,
                                  const TermSpots& dictionary) const;

  const TermFrequencies& field(Field field) const {
    return fields_[field_index(field)];
  }

 private:
  std::vector<TermFrequencies> fields_;
  std::array<std::uint64_t, kFields> lengths_{};
  std::uint64_t documents_ = 0;
};

/// How many numbers that is.
std::size_t frequency_numbers(const SketchShape& shape);

/// What a party knows of all parties' documents together: sums of sketches, and
/// its own counts, below which no estimate falls.
class SharedStatistics {
 public:
  /// @param sum         of all parties' ring(), unmasked
  /// @param dictionary  hashed for the shape; both outlive this
  /// @throws std::invalid_argument for another size, or sums without documents
  SharedStatistics(const SketchShape& shape, std::span<const std::uint64_t> sum,
                   const TermSpots& dictionary, const OwnFrequencies& own);
  /// The same sums, of another dictionary's terms.
  /// @param dictionary  hashed for the shape; both outlive this
  SharedStatistics(const SharedStatistics& sums, const TermSpots& dictionary,
                   const OwnFrequencies& own);

  FieldStatistics field(Field field) const;
  TermStatistics term(Field field, TermId term) const;

 private:
  struct Sums {
    FrequencySketch documents;
    FrequencySketch occurrences;
    double length = 0;
  };

  std::shared_ptr<const std::vector<Sums>> fields_;
  double documents_ = 0;
  const TermSpots& dictionary_;
  const OwnFrequencies& own_;
};

}  // namespace fedltr
