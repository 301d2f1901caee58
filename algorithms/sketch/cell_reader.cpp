#include "algorithms/sketch/cell_reader.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

struct CountBefore {
  template <int>
  FEDLTR_INLINE static void run(const std::uint64_t* words, std::size_t count,
                                std::uint32_t* before) {
    std::uint32_t sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      before[i] = sum;
      sum += std::popcount(words[i]);
    }
  }
};

/// Values of cells, DocumentSketch::kLarge if a byte does not hold them. Has no
/// branches: zero cells would make them mispredict.
struct ReadCells {
  /// @param bytes  of the cells that are not zero, one or more
  template <int>
  FEDLTR_INLINE static void run(const std::uint64_t* words,
                                const std::uint32_t* before,
                                const std::int8_t* bytes,
                                const std::uint32_t* cells, std::size_t count,
                                double* values) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t word = words[cells[i] / 64];
      const std::uint64_t from = word >> cells[i] % 64;
      const std::uint32_t place =
          before[cells[i] / 64] + std::popcount(word) - std::popcount(from);
      const bool filled = (from & 1) != 0;
      values[i] = bytes[filled ? place : 0] * static_cast<int>(filled);
    }
  }
};

}  // namespace

void CellReader::open(const DocumentSketch& sketch) {
  sketch_ = &sketch;
  sketch.copy_bits(bits_);
  before_.resize(bits_.size());
  wide<CountBefore>(static_cast<const std::uint64_t*>(bits_.data()),
                    bits_.size(), before_.data());
}

void CellReader::read(std::span<const std::uint32_t> cells,
                      std::span<double> values) const {
  const std::span<const std::int8_t> bytes = sketch_->bytes_of_cells();
  if (bytes.empty()) {
    std::ranges::fill(values, 0.0);
    return;
  }
  wide<ReadCells>(static_cast<const std::uint64_t*>(bits_.data()),
                  static_cast<const std::uint32_t*>(before_.data()),
                  bytes.data(), cells.data(), cells.size(), values.data());
  if (sketch_->all_small()) return;
  for (std::size_t i = 0; i < cells.size(); ++i)
    if (values[i] == DocumentSketch::kLarge) values[i] = sketch_->at(cells[i]);
}

}  // namespace fedltr
