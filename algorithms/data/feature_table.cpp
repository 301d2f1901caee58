#include "algorithms/data/feature_table.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/large_pages.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

constexpr Index kMostSparseColumns = Index{1} << 16;

bool is_sparse(Storage storage) {
  return storage == Storage::kSparse64 || storage == Storage::kSparse32;
}

/// Exact: each float32 is a float64.
struct Widen {
  template <int>
  FEDLTR_INLINE static void run(const float* __restrict from, std::size_t size,
                                double* __restrict to) {
    for (std::size_t i = 0; i < size; ++i) to[i] = from[i];
  }
};

}  // namespace

RoundingLoss& RoundingLoss::operator+=(const RoundingLoss& other) {
  rounded += other.rounded;
  worst = std::max(worst, other.worst);
  return *this;
}

FeatureTable::FeatureTable(Index features, Storage storage)
    : features_(features), storage_(storage) {
  require(!is_sparse(storage) || features <= kMostSparseColumns,
          "a sparse set has at most 65536 features");
}

std::size_t FeatureTable::bytes() const {
  return values64_.size() * sizeof(double) + values32_.size() * sizeof(float) +
         columns_.size() * sizeof(std::uint16_t) +
         ends_.size() * sizeof(std::size_t);
}

void FeatureTable::reserve(std::size_t numbers) {
  if (storage_ == Storage::kFloat64) make_room(values64_, numbers);
  if (storage_ == Storage::kFloat32) make_room(values32_, numbers);
}

void FeatureTable::append(std::span<const double> values) {
  switch (storage_) {
    case Storage::kFloat64:
      make_room(values64_, values64_.size() + values.size());
      values64_.insert(values64_.end(), values.begin(), values.end());
      break;
    case Storage::kFloat32:
      make_room(values32_, values32_.size() + values.size());
      for (const double value : values) values32_.push_back(rounded(value));
      break;
    case Storage::kSparse64:
      append_sparse(values, values64_);
      break;
    case Storage::kSparse32:
      append_sparse(values, values32_);
      break;
  }
}

template <class Number>
void FeatureTable::append_sparse(std::span<const double> values,
                                 std::vector<Number>& numbers) {
  const auto features = static_cast<std::size_t>(features_);
  for (; !values.empty(); values = values.subspan(features)) {
    make_room(numbers, numbers.size() + features);
    make_room(columns_, columns_.size() + features);
    for (std::size_t j = 0; j < features; ++j) {
      Number number = 0;
      if constexpr (sizeof(Number) == sizeof(float))
        number = rounded(values[j]);
      else
        number = values[j];
      if (number == 0) continue;
      numbers.push_back(number);
      columns_.push_back(static_cast<std::uint16_t>(j));
    }
    ends_.push_back(numbers.size());
  }
}

float FeatureTable::rounded(double value) {
  const auto rounded = static_cast<float>(value);
  if (rounded != value) {
    ++loss_.rounded;
    loss_.worst = std::max(loss_.worst, std::abs((rounded - value) / value));
  }
  return rounded;
}

FeatureTable::Rows FeatureTable::unpacked(Index first, Index count,
                                          std::vector<double>& room) const {
  const auto size = static_cast<std::size_t>(count * features_);
  if (room.size() < size) room.resize(size);
  if (storage_ == Storage::kFloat32) {
    wide<Widen>(values32_.data() + first * features_, size, room.data());
    return {room.data(), count, features_};
  }
  std::fill_n(room.data(), size, 0.0);
  const auto spread = [&](const auto& numbers) {
    std::size_t at = first == 0 ? 0 : ends_[first - 1];
    for (Index row = 0; row < count; ++row) {
      double* const to = room.data() + row * features_;
      for (; at < ends_[first + row]; ++at) to[columns_[at]] = numbers[at];
    }
  };
  if (storage_ == Storage::kSparse64)
    spread(values64_);
  else
    spread(values32_);
  return {room.data(), count, features_};
}

std::span<double> FeatureTable::numbers() {
  require(storage_ == Storage::kFloat64, "features are kept as float64 only");
  return values64_;
}

std::span<const double> FeatureTable::numbers() const {
  require(storage_ == Storage::kFloat64, "features are kept as float64 only");
  return values64_;
}

std::size_t bytes_as(Storage storage, Index rows, Index features,
                     std::size_t others) {
  const std::size_t number =
      storage == Storage::kFloat64 || storage == Storage::kSparse64 ? 8 : 4;
  if (!is_sparse(storage))
    return static_cast<std::size_t>(rows * features) * number;
  return others * (number + sizeof(std::uint16_t)) +
         static_cast<std::size_t>(rows) * sizeof(std::size_t);
}

}  // namespace fedltr
