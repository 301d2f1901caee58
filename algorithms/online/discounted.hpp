#pragma once

#include "algorithms/core/archive.hpp"

namespace fedltr {

/// Online performance: sum over t >= 1 of value_t * factor^{t-1}.
/// Thesis Eq. 2.1; in a federation t counts rounds.
class DiscountedSum {
 public:
  /// @param factor  in (0, 1]
  explicit DiscountedSum(double factor) : factor_(factor) {}

  void add(double value) {
    sum_ += value * weight_;
    weight_ *= factor_;
  }
  double sum() const { return sum_; }
  void exchange(Archive& archive) { archive(weight_, sum_); }

 private:
  double factor_;
  double weight_ = 1;
  double sum_ = 0;
};

}  // namespace fedltr
