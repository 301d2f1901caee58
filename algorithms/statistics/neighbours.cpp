#include "algorithms/statistics/neighbours.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace fedltr {

double own_neighbours(const MatrixView& points, Index first, Index nearest) {
  const Index wanted = std::min(nearest, points.rows() - 1);
  std::vector<std::pair<double, Index>> others;
  Index own = 0;
  for (Index point = 0; point < points.rows(); ++point) {
    others.clear();
    for (Index other = 0; other < points.rows(); ++other)
      if (other != point)
        others.emplace_back(
            (points.row(other) - points.row(point)).squaredNorm(), other);
    std::partial_sort(others.begin(), others.begin() + wanted, others.end());
    own += std::count_if(others.begin(), others.begin() + wanted,
                         [&](const auto& other) {
                           return (other.second < first) == (point < first);
                         });
  }
  return static_cast<double>(own) / static_cast<double>(wanted * points.rows());
}

}  // namespace fedltr
