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

template <class Number>
void FeatureTable::spread(const std::vector<Number>& numbers, Index first,
                          Index count, double* to) const {
  std::fill_n(to, count * features_, 0.0);
  std::size_t at = first == 0 ? 0 : ends_[first - 1];
  for (Index row = first; row < first + count; ++row, to += features_)
    for (; at < ends_[row]; ++at) to[columns_[at]] = numbers[at];
}

void FeatureTable::unpack(Index first, Index count, double* to) const {
  switch (storage_) {
    case Storage::kFloat64:
      std::copy_n(values64_.data() + first * features_, count * features_, to);
      break;
    case Storage::kFloat32:
      wide<Widen>(float32_rows(first),
                  static_cast<std::size_t>(count * features_), to);
      break;
    case Storage::kSparse64:
      spread(values64_, first, count, to);
      break;
    case Storage::kSparse32:
      spread(values32_, first, count, to);
      break;
  }
}

FeatureTable::Rows FeatureTable::unpacked(Index first, Index count,
                                          std::vector<double>& room) const {
  if (features_ == 0) return {nullptr, count, 0};
  const auto size = static_cast<std::size_t>(count * features_);
  if (room.size() < size) room.resize(size);
  unpack(first, count, room.data());
  return {room.data(), count, features_};
}

FeatureTable::Rows FeatureTable::some_rows(Index first, Index count,
                                           std::span<const Index> places,
                                           std::vector<double>& room) const {
  if (storage_ == Storage::kFloat64) return rows(first, count, room);
  const auto size = static_cast<std::size_t>(count * features_);
  if (room.size() < size) room.resize(size);
  for (const Index place : places)
    unpack(first + place, 1, room.data() + place * features_);
  return {room.data(), count, features_};
}

std::span<double> FeatureTable::numbers() {
  require(storage_ == Storage::kFloat64, "features must be float64");
  return values64_;
}

std::span<const double> FeatureTable::numbers() const {
  require(storage_ == Storage::kFloat64, "features must be float64");
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
