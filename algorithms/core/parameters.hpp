#pragma once

#include <memory>
#include <utility>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// A ranker's parameters as they are passed around: shared, never changed once
/// shared, one piece of memory.
class Parameters {
 public:
  using View = Eigen::Map<const Vector>;

  Parameters() = default;
  explicit Parameters(const VectorView& values);

  /// Memory to be filled by the one who asks, before anybody else sees it.
  static std::pair<Parameters, Eigen::Map<Vector>> make(Index size);

  Index size() const { return size_; }
  View view() const { return {values_.get(), size_}; }

 private:
  std::shared_ptr<const double[]> values_;
  Index size_ = 0;
};

}  // namespace fedltr
