#include "algorithms/sketch/document_sketch.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/core/require.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kWords = 8;  ///< words of the bitmap between two counts

std::size_t words_for(std::size_t cells) {
  return (cells + 63) / 64;
}

std::size_t blocks_for(std::size_t cells) {
  return (words_for(cells) + kWords - 1) / kWords;
}

/// Bits set in some words, and in `last`. Not dispatched by the width of
/// registers: machines with wider registers have an instruction for it, the
/// baseline calls a function.
struct CountBits {
  template <int>
  FEDLTR_INLINE static void run(const std::uint64_t* words, std::size_t count,
                                std::uint64_t last, std::size_t* bits) {
    std::size_t sum = std::popcount(last);
    for (std::size_t i = 0; i < count; ++i) sum += std::popcount(words[i]);
    *bits = sum;
  }
};

template <class T>
std::size_t bytes_of(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

}  // namespace

DocumentSketch::DocumentSketch(const Sketch& sketch) : shape_(sketch.shape()) {
  const auto cells = sketch.cells();
  const std::size_t filled =
      (std::ranges::count_if(cells, [](std::int32_t v) { return v != 0; }));
  listed_ =
      4 * filled < 8 * words_for(cells.size()) + 4 * blocks_for(cells.size());
  values_.reserve(filled);
  if (listed_) {
    cells_.reserve(filled);
  } else {
    bits_.resize(words_for(cells.size()));
    before_.resize(blocks_for(cells.size()));
  }
  for (std::size_t cell = 0; cell < cells.size(); ++cell) {
    if (!listed_ && cell % (64 * kWords) == 0)
      before_[cell / (64 * kWords)] = values_.size();
    const std::int32_t value = cells[cell];
    if (value == 0) continue;
    if (listed_)
      cells_.push_back(cell);
    else
      bits_[cell / 64] |= std::uint64_t{1} << cell % 64;
    const bool small = value > kLarge && value <= 127;
    if (!small) large_.emplace_back(values_.size(), value);
    values_.push_back(small ? value : kLarge);
  }
  large_.shrink_to_fit();
}

std::pair<std::size_t, bool> DocumentSketch::rank(std::size_t cell) const {
  if (listed_) {
    const auto found = std::ranges::lower_bound(cells_, cell);
    return {static_cast<std::size_t>(found - cells_.begin()),
            found != cells_.end() && *found == cell};
  }
  const std::size_t word = cell / 64;
  const std::size_t first = word / kWords * kWords;
  const std::uint64_t bit = std::uint64_t{1} << cell % 64;
  std::size_t count = 0;
  wide<CountBits>(bits_.data() + first, word - first, bits_[word] & (bit - 1),
                  &count);
  return {before_[word / kWords] + count, (bits_[word] & bit) != 0};
}

std::int32_t DocumentSketch::value(std::size_t rank) const {
  const std::int8_t small = values_[rank];
  if (small != kLarge) return small;
  return std::ranges::lower_bound(
             large_, static_cast<std::uint32_t>(rank), {},
             &std::pair<std::uint32_t, std::int32_t>::first)
      ->second;
}

std::int32_t DocumentSketch::at(std::uint32_t row, std::uint32_t column) const {
  require(row < shape_.rows && column < shape_.columns,
          "the sketch has no such cell");
  return at(std::size_t{row} * shape_.columns + column);
}

std::int32_t DocumentSketch::at(std::size_t cell) const {
  const auto [place, filled] = rank(cell);
  return filled ? value(place) : 0;
}

void DocumentSketch::copy_bits(std::vector<std::uint64_t>& bits) const {
  bits = bits_;
  if (!listed_) return;
  bits.assign(words_for(shape_.cells()), 0);
  for (const std::uint32_t cell : cells_)
    bits[cell / 64] |= std::uint64_t{1} << cell % 64;
}

double DocumentSketch::estimate(std::span<const Cell> spots) const {
  return estimate_from(*this, shape_, spots);
}

std::size_t DocumentSketch::bytes() const {
  return sizeof *this + bytes_of(cells_) + bytes_of(bits_) + bytes_of(before_) +
         bytes_of(values_) + bytes_of(large_);
}

}  // namespace fedltr
