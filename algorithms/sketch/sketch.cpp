#include "algorithms/sketch/sketch.hpp"

#include <algorithm>
#include <limits>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Adds a count to each row's cell of one term, with signs or without.
template <bool kSigned>
void add_rows(std::int32_t* row, std::size_t columns, const Cell* spot,
              std::size_t rows, std::int32_t count) {
  for (std::size_t a = 0; a < rows; ++a, row += columns) {
    const std::uint32_t packed = spot[a].packed;
    // All ones for a negative sign: -count = (count ^ mask) - mask.
    const std::int32_t mask =
        kSigned ? -static_cast<std::int32_t>(packed & 1) : 0;
    row[packed >> 1] += (count ^ mask) - mask;
  }
}

void prefetch(std::span<const Cell> spots) {
  constexpr std::size_t kLine = 64 / sizeof(Cell);
  for (std::size_t i = 0; i < spots.size(); i += kLine)
    __builtin_prefetch(spots.data() + i);
  __builtin_prefetch(&spots.back());
}

void check(std::span<const TermCount> field, const TermSpots& dictionary) {
  std::int64_t sum = 0;
  std::size_t most = 0;
  for (const TermCount& term : field) {
    sum += term.count;
    most = std::max<std::size_t>(most, std::size_t{term.term} + 1);
  }
  require(sum <= std::numeric_limits<std::int32_t>::max(),
          "a field has at most 2^31 - 1 terms");
  require(most <= dictionary.terms(),
          "a field's terms are not all in the dictionary");
}

}  // namespace

SketchKind sketch_kind(std::string_view name) {
  for (const SketchKind kind : {SketchKind::kCount, SketchKind::kCountMin})
    if (name_of(kind) == name) return kind;
  throw std::invalid_argument("unknown sketch '" + std::string(name) +
                              "', known are: count, count-min");
}

std::string name_of(SketchKind kind) {
  return kind == SketchKind::kCount ? "count" : "count-min";
}

double estimate_of(SketchKind kind, std::span<double> values) {
  require(!values.empty(), "an estimate needs at least one row");
  return kind == SketchKind::kCount ? median(values)
                                    : *std::ranges::min_element(values);
}

Sketch::Sketch(SketchShape shape) : shape_(shape), cells_(shape.cells()) {
  require(shape.rows >= 1 && shape.columns >= 1,
          "a sketch has at least one row and one column");
}

void Sketch::clear() {
  std::ranges::fill(cells_, 0);
}

void Sketch::add(std::span<const Cell> spots, std::int32_t count) {
  require(spots.size() == shape_.rows, "a term has one spot in each row");
  if (shape_.kind == SketchKind::kCount)
    add_rows<true>(cells_.data(), shape_.columns, spots.data(), spots.size(),
                   count);
  else
    add_rows<false>(cells_.data(), shape_.columns, spots.data(), spots.size(),
                    count);
}

void Sketch::add(std::span<const TermCount> field,
                 const TermSpots& dictionary) {
  require(dictionary.rows() == shape_.rows &&
              dictionary.columns() == shape_.columns,
          "the dictionary was hashed for another shape of sketch");
  check(field, dictionary);
  constexpr std::size_t kAhead = 6;
  for (std::size_t i = 0; i < field.size(); ++i) {
    // Rare terms' spots are not in the cache, and no hardware predicts them.
    if (i + kAhead < field.size()) prefetch(dictionary[field[i + kAhead].term]);
    add(dictionary[field[i].term], field[i].count);
  }
}

Sketch& Sketch::operator+=(const Sketch& other) {
  require(shape_ == other.shape_, "only sketches of one shape can be added");
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] += other.cells_[i];
  return *this;
}

double Sketch::estimate(std::span<const Cell> spots) const {
  return estimate_from(*this, shape_, spots);
}

Sketch sketch_of(SketchShape shape, std::span<const TermCount> field,
                 const TermSpots& dictionary) {
  Sketch sketch(shape);
  sketch.add(field, dictionary);
  return sketch;
}

}  // namespace fedltr
