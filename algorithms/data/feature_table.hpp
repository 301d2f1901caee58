#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Storage of features in memory. Computation is always in float64.
enum class Storage {
  kFloat64,   ///< all, 8 bytes each
  kFloat32,   ///< all, rounded, 4 bytes each
  kSparse64,  ///< numbers other than 0, 10 bytes each
  kSparse32,  ///< numbers other than 0, rounded, 6 bytes each
};

/// Effect of rounding to float32.
struct RoundingLoss {
  Index rounded = 0;  ///< number of values that changed
  double worst = 0;   ///< largest |new - old| / |old|

  RoundingLoss& operator+=(const RoundingLoss& other);
};

/// Rows of numbers, appended and then only read.
class FeatureTable {
 public:
  using Rows = Eigen::Map<const Matrix>;

  /// @throws std::invalid_argument  for sparse storage of more than 65,536
  ///                                columns
  FeatureTable(Index features, Storage storage);

  Index features() const { return features_; }
  Storage storage() const { return storage_; }
  const RoundingLoss& loss() const { return loss_; }
  /// Bytes of the numbers and their positions.
  std::size_t bytes() const;

  /// Reserves room for `numbers` numbers, zeros included; not for sparse
  /// storage, whose size is unknown.
  void reserve(std::size_t numbers);
  /// @param values  whole rows of finite numbers
  void append(std::span<const double> values);

  /// `count` rows from `first` on, in place, or else built in `room`, which
  /// grows as needed and must outlive them.
  Rows rows(Index first, Index count, std::vector<double>& room) const {
    if (storage_ == Storage::kFloat64)
      return {values64_.data() + first * features_, count, features_};
    return unpacked(first, count, room);
  }

  /// The same, but only these rows are filled if `room` is used.
  /// @param places  from 0 to count - 1
  Rows some_rows(Index first, Index count, std::span<const Index> places,
                 std::vector<double>& room) const;

  /// Rows of a kFloat32 table in place, row by row; nullptr for other storage.
  const float* float32_rows(Index first) const {
    return storage_ == Storage::kFloat32 ? values32_.data() + first * features_
                                         : nullptr;
  }

  /// All numbers of a kFloat64 table, row by row.
  std::span<double> numbers();
  std::span<const double> numbers() const;

 private:
  template <class Number>
  void append_sparse(std::span<const double> values,
                     std::vector<Number>& numbers);
  template <class Number>
  void spread(const std::vector<Number>& numbers, Index first, Index count,
              double* to) const;
  float rounded(double value);
  void unpack(Index first, Index count, double* to) const;
  Rows unpacked(Index first, Index count, std::vector<double>& room) const;

  Index features_;
  Storage storage_;
  RoundingLoss loss_;
  // One of these two holds the numbers.
  std::vector<double> values64_;
  std::vector<float> values32_;
  // Only for sparse storage:
  std::vector<std::uint16_t> columns_;  ///< one per number
  std::vector<std::size_t> ends_;       ///< of rows, in numbers
};

/// Some rows of a table that outlives them, as stored.
struct FeatureRows {
  const FeatureTable& table;
  Index first = 0;
  Index count = 0;

  FeatureTable::Rows unpacked(std::vector<double>& room) const {
    return table.rows(first, count, room);
  }
};

/// Bytes of `rows` rows in a table with that storage.
/// @param others  numbers other than 0
std::size_t bytes_as(Storage storage, Index rows, Index features,
                     std::size_t others);

}  // namespace fedltr
