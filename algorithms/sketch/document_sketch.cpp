#include "algorithms/sketch/document_sketch.hpp"

#include <algorithm>
#include <array>
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
std::size_t bytes_in(const std::vector<T>& values) {
  return values.capacity() * sizeof(T);
}

bool is_small(std::int32_t value) {
  return value > DocumentSketch::kLarge && value <= 127;
}

std::size_t filled_of(std::span<const std::int32_t> cells) {
  return cells.size() - static_cast<std::size_t>(std::ranges::count(cells, 0));
}

/// True if a list of the filled cells is smaller than a bitmap.
bool is_listed(std::size_t filled, std::size_t cells) {
  return 4 * filled < 8 * words_for(cells) + 4 * blocks_for(cells);
}

}  // namespace

DocumentSketch::DocumentSketch(const Sketch& sketch) : shape_(sketch.shape()) {
  const auto cells = sketch.cells();
  const std::size_t filled = filled_of(cells);
  listed_ = is_listed(filled, cells.size());
  values_.reserve(filled);
  if (listed_) {
    cells_.reserve(filled);
  } else {
    bits_.resize(words_for(cells.size()));
    before_.resize(blocks_for(cells.size()));
  }
  for (std::size_t first = 0; first < cells.size(); first += 64)
    add_word(cells, first);
  large_.shrink_to_fit();
}

/// Adds up to 64 cells, without a branch for each: a tenth of them is zero, and
/// would be mispredicted.
void DocumentSketch::add_word(std::span<const std::int32_t> cells,
                              std::size_t first) {
  const auto some =
      cells.subspan(first, std::min<std::size_t>(64, cells.size() - first));
  std::array<std::int8_t, 64> values;  // NOLINT(*-pro-type-member-init)
  std::size_t count = 0;
  std::uint64_t bits = 0;
  bool all_small = true;
  for (std::size_t i = 0; i < some.size(); ++i) {
    const bool filled = some[i] != 0;
    values[count] =
        static_cast<std::int8_t>(is_small(some[i]) ? some[i] : kLarge);
    all_small &= is_small(some[i]);
    bits |= std::uint64_t{filled} << i;
    count += static_cast<std::size_t>(filled);
  }
  if (!all_small)
    for (std::size_t i = 0, place = values_.size(); i < some.size(); ++i) {
      if (!is_small(some[i])) large_.emplace_back(place, some[i]);
      place += some[i] != 0 ? 1 : 0;
    }
  const std::size_t word = first / 64;
  if (listed_) {
    for (; bits != 0; bits &= bits - 1)
      cells_.push_back(first + std::countr_zero(bits));
  } else {
    bits_[word] = bits;
    if (word % kWords == 0) before_[word / kWords] = values_.size();
  }
  values_.insert(values_.end(), values.begin(), values.begin() + count);
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
  return sizeof *this + bytes_in(cells_) + bytes_in(bits_) + bytes_in(before_) +
         bytes_in(values_) + bytes_in(large_);
}

std::size_t DocumentSketch::bytes_of(const Sketch& sketch) {
  const auto cells = sketch.cells();
  const std::size_t filled = filled_of(cells);
  const std::size_t large = std::ranges::count_if(
      cells, [](std::int32_t value) { return !is_small(value); });
  const std::size_t places =
      is_listed(filled, cells.size())
          ? 4 * filled
          : 8 * words_for(cells.size()) + 4 * blocks_for(cells.size());
  return sizeof(DocumentSketch) + places + filled +
         large * sizeof(decltype(large_)::value_type);
}

}  // namespace fedltr
