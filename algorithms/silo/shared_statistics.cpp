#include "algorithms/silo/shared_statistics.hpp"

#include <algorithm>
#include <utility>

#include "algorithms/core/require.hpp"

namespace fedltr {

OwnFrequencies::OwnFrequencies(const Collection& collection,
                               const PartyShare& share)
    : fields_(kFields, TermFrequencies(collection.dictionary().size())),
      documents_(share.documents.size()) {
  for (const Field field : kAllFields) {
    const std::size_t f = field_index(field);
    for (const std::uint32_t document : share.documents) {
      fields_[f].add(collection.terms(field, document));
      lengths_[f] += collection.length(field, document);
    }
  }
}

OwnFrequencies::OwnFrequencies(const OwnFrequencies& all,
                               std::span<const std::optional<TermId>> terms)
    : fields_(kFields, TermFrequencies(terms.size())),
      lengths_(all.lengths_),
      documents_(all.documents_) {
  for (std::size_t f = 0; f < kFields; ++f)
    for (std::size_t i = 0; i < terms.size(); ++i) {
      if (!terms[i]) continue;
      fields_[f].documents[i] = all.fields_[f].documents.at(*terms[i]);
      fields_[f].occurrences[i] = all.fields_[f].occurrences.at(*terms[i]);
    }
}

std::vector<std::uint64_t> OwnFrequencies::ring(
    const SketchShape& shape, const TermSpots& dictionary) const {
  std::vector<std::uint64_t> numbers;
  numbers.reserve(frequency_numbers(shape));
  for (const TermFrequencies& field : fields_)
    for (const auto* counts : {&field.documents, &field.occurrences}) {
      const auto ring = FrequencySketch(shape, *counts, dictionary).ring();
      numbers.insert(numbers.end(), ring.begin(), ring.end());
    }
  numbers.push_back(documents_);
  numbers.insert(numbers.end(), lengths_.begin(), lengths_.end());
  return numbers;
}

namespace {

constexpr std::uint64_t kLongestDocument = ~std::uint32_t{0};

/// True if a row's cells, signed, can be those of this number of occurrences or
/// fewer.
bool is_row(std::span<const std::uint64_t> row, std::uint64_t occurrences) {
  std::uint64_t sum = 0;
  for (const std::uint64_t cell : row) {
    const std::uint64_t size = std::min(cell, std::uint64_t{0} - cell);
    if (size > occurrences - sum) return false;
    sum += size;
  }
  return true;
}

}  // namespace

std::string why_impossible(const SketchShape& shape,
                           std::span<const std::uint64_t> sum,
                           std::uint64_t documents) {
  if (sum.size() != frequency_numbers(shape)) return "has the wrong size";
  const std::size_t cells = shape.cells();
  const auto totals = sum.last(1 + kFields);
  if (totals[0] != documents)
    return "is of another number of documents than the parties stated";
  for (std::size_t f = 0; f < kFields; ++f) {
    const std::uint64_t length = totals[1 + f];
    if (documents == 0 ? length > 0 : length / documents > kLongestDocument)
      return "holds impossible lengths";
    const auto sketches = sum.subspan(2 * f * cells, 2 * cells);
    for (std::size_t at = 0; at < sketches.size(); at += shape.columns)
      if (!is_row(sketches.subspan(at, shape.columns), length))
        return "counts more terms than there are";
  }
  return "";
}

std::size_t frequency_numbers(const SketchShape& shape) {
  return 2 * kFields * shape.cells() + 1 + kFields;
}

SharedStatistics::SharedStatistics(const SketchShape& shape,
                                   std::span<const std::uint64_t> sum,
                                   const TermSpots& dictionary,
                                   const OwnFrequencies& own)
    : dictionary_(dictionary), own_(own) {
  require(sum.size() == frequency_numbers(shape),
          "sums of frequencies have the wrong size");
  const std::size_t cells = shape.cells();
  const auto totals = sum.subspan(2 * kFields * cells);
  require(totals[0] > 0 && totals[0] < std::uint64_t{1} << 40,
          "the parties together have no documents");
  documents_ = totals[0];
  std::vector<Sums> fields;
  for (std::size_t f = 0; f < kFields; ++f)
    fields.push_back(
        {FrequencySketch::from_ring(shape, sum.subspan(2 * f * cells, cells)),
         FrequencySketch::from_ring(shape,
                                    sum.subspan((2 * f + 1) * cells, cells)),
         static_cast<double>(totals[1 + f])});
  fields_ = std::make_shared<const std::vector<Sums>>(std::move(fields));
}

SharedStatistics::SharedStatistics(const SharedStatistics& sums,
                                   const TermSpots& dictionary,
                                   const OwnFrequencies& own)
    : fields_(sums.fields_),
      documents_(sums.documents_),
      dictionary_(dictionary),
      own_(own) {}

FieldStatistics SharedStatistics::field(Field field) const {
  const Sums& sums = (*fields_)[field_index(field)];
  return {documents_, sums.length / documents_};
}

TermStatistics SharedStatistics::term(Field field, TermId term) const {
  const Sums& sums = (*fields_)[field_index(field)];
  const TermFrequencies& own = own_.field(field);
  const auto spots = dictionary_[term];
  const double documents =
      std::max<double>(sums.documents.estimate(spots), own.documents.at(term));
  const double occurrences = std::max<double>(sums.occurrences.estimate(spots),
                                              own.occurrences.at(term));
  return {std::max(documents, 0.0),
          sums.length > 0 ? std::max(occurrences, 0.0) / sums.length : 0};
}

}  // namespace fedltr
