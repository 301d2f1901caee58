#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "algorithms/sketch/frequency_sketch.hpp"
#include "algorithms/text/exact_features.hpp"
#include "algorithms/text/party_split.hpp"

namespace fedltr {

/// A party's counts of terms and documents, which it adds to the sums of all.
class OwnFrequencies {
 public:
  OwnFrequencies(const Collection& collection, const PartyShare& share);
  /// The same documents, for a dictionary whose terms need not occur in them.
  /// @param terms  by term of that dictionary, in `all`; nullopt if in no
  /// document
  OwnFrequencies(const OwnFrequencies& all,
                 std::span<const std::optional<TermId>> terms);

  /// Returns the sketches of document frequencies and of occurrences of each
  /// field, then documents and summed lengths: modulo 2^64, to be masked.
  std::vector<std::uint64_t> ring(const SketchShape& shape,
                                  const TermSpots& dictionary) const;

  const TermFrequencies& field(Field field) const {
    return fields_[field_index(field)];
  }
  /// Sum of the documents' lengths.
  std::uint64_t length(Field field) const {
    return lengths_[field_index(field)];
  }

 private:
  std::vector<TermFrequencies> fields_;
  std::array<std::uint64_t, kFields> lengths_{};
  std::uint64_t documents_ = 0;
};

/// Number of integers in ring().
std::size_t frequency_numbers(const SketchShape& shape);

/// Returns the reason why numbers can't be the sum of the ring() of parties
/// with this number of documents; empty if they can. No row of a sketch holds
/// more than the documents' terms, so that one party's garbage shows in the sum
/// of all.
std::string why_impossible(const SketchShape& shape,
                           std::span<const std::uint64_t> sum,
                           std::uint64_t documents);

/// A party's knowledge of all parties' documents together: sums of sketches,
/// and its own counts as lower bounds of estimates.
class SharedStatistics {
 public:
  /// @param sum         of all parties' ring(), unmasked
  /// @param dictionary  hashed for the shape; both must outlive this
  /// @throws std::invalid_argument for a wrong size, or sums without documents
  SharedStatistics(const SketchShape& shape, std::span<const std::uint64_t> sum,
                   const TermSpots& dictionary, const OwnFrequencies& own);
  /// The same sums for another dictionary's terms.
  /// @param dictionary  hashed for the shape; both must outlive this
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
