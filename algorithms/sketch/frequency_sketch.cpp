#include "algorithms/sketch/frequency_sketch.hpp"

#include <algorithm>

#include "algorithms/core/require.hpp"

namespace fedltr {

void TermFrequencies::add(std::span<const TermCount> field) {
  for (const TermCount& term : field) {
    ++documents.at(term.term);
    occurrences[term.term] += term.count;
  }
}

FrequencySketch::FrequencySketch(SketchShape shape)
    : shape_(shape), cells_(shape.cells()) {}

FrequencySketch::FrequencySketch(SketchShape shape,
                                 std::span<const std::uint64_t> frequencies,
                                 const TermSpots& dictionary)
    : FrequencySketch(shape) {
  require(frequencies.size() == dictionary.terms(),
          "frequencies are of each term of the dictionary");
  require(
      dictionary.rows() == shape.rows && dictionary.columns() == shape.columns,
      "the dictionary was hashed for another shape of sketch");
  for (TermId term = 0; term < frequencies.size(); ++term) {
    if (frequencies[term] == 0) continue;
    std::int64_t* row = cells_.data();
    for (const Cell spot : dictionary[term]) {
      row[spot.column()] += signed_value(
          shape.kind, spot, static_cast<std::int64_t>(frequencies[term]));
      row += shape.columns;
    }
  }
}

std::int64_t FrequencySketch::at(std::uint32_t row,
                                 std::uint32_t column) const {
  require(row < shape_.rows && column < shape_.columns,
          "the sketch has no such cell");
  return cells_[std::size_t{row} * shape_.columns + column];
}

double FrequencySketch::estimate(std::span<const Cell> spots) const {
  require(spots.size() == shape_.rows, "a term has one spot in each row");
  std::vector<double> values(shape_.rows);
  for (std::uint32_t row = 0; row < shape_.rows; ++row)
    values[row] =
        signed_value(shape_.kind, spots[row],
                     static_cast<double>(at(row, spots[row].column())));
  return estimate_of(shape_.kind, values);
}

std::vector<std::uint64_t> FrequencySketch::ring() const {
  return {cells_.begin(), cells_.end()};
}

FrequencySketch FrequencySketch::from_ring(
    SketchShape shape, std::span<const std::uint64_t> numbers) {
  FrequencySketch sketch(shape);
  require(numbers.size() == sketch.cells_.size(),
          "a summed sketch has as many numbers as cells");
  std::ranges::copy(numbers, sketch.cells_.begin());
  return sketch;
}

}  // namespace fedltr
