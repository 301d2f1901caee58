#pragma once

#include <memory>
#include <utility>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// A ranker's parameters as they are passed around: shared, immutable once
/// shared, in one block of memory.
class Parameters {
 public:
  using View = Eigen::Map<const Vector>;

  Parameters() = default;
  explicit Parameters(const VectorView& values);

  /// Returns parameters and their memory, which the caller fills before it
  /// shares them.
  static std::pair<Parameters, Eigen::Map<Vector>> make(Index size);

  Index size() const { return size_; }
  View view() const { return {values_.get(), size_}; }

 private:
  std::shared_ptr<const double[]> values_;
  Index size_ = 0;
};

}  // namespace fedltr
