#include "algorithms/aggregation/flame.hpp"

#include <algorithm>
#include <tuple>
#include <vector>

#include "algorithms/core/numbers_below.hpp"

namespace fedltr {
namespace {

/// 1 - cosine; 1 for a row of length 0.
Matrix cosine_distances(const RowsView& models,
                        const std::vector<Index>& rows) {
  Matrix directions(std::ssize(rows), models.cols());
  for (Index i = 0; i < directions.rows(); ++i) {
    directions.row(i) = models.row(rows[i]);
    const double length = directions.row(i).norm();
    if (length > 0) directions.row(i) /= length;
  }
  return 1 - (directions * directions.transpose()).array();
}

class Flame final : public RobustRule {
 public:
  explicit Flame(std::uint32_t malicious) : malicious_(malicious) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    const Vector lengths = distances_to(local.models, local.global);
    const std::vector<Index> telling = telling_rows(lengths, malicious_);
    const std::vector<bool> kept = kept_of(local.models, telling);
    const double typical = median_of_copy(lengths(telling));
    const double count = std::ranges::count(kept, true);
    Vector sum = Vector::Zero(local.global.size());
    for (std::size_t i = 0; i < selection.size(); ++i) {
      const double length = lengths(i);
      const double factor = length > typical ? typical / length : 1;
      selection[i] = kept[i] ? factor * selection.size() / count : 0;
      if (kept[i])
        sum += factor * (local.models.row(i).transpose() - local.global);
    }
    return local.global + sum / count;
  }

 private:
  /// True for the rows of `telling` in their majority that points alike, and
  /// for all other rows.
  static std::vector<bool> kept_of(const RowsView& models,
                                   const std::vector<Index>& telling) {
    const std::vector<bool> alike = smallest_cluster(
        cosine_distances(models, telling), telling.size() / 2 + 1);
    std::vector<bool> kept(models.rows(), true);
    for (std::size_t i = 0; i < telling.size(); ++i)
      kept[telling[i]] = alike[i];
    return kept;
  }

  std::uint32_t malicious_;
};

}  // namespace

std::vector<bool> smallest_cluster(const Matrix& distances, std::size_t size) {
  const Index rows = distances.rows();
  std::vector<std::tuple<double, Index, Index>> pairs;
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < i; ++j) pairs.emplace_back(distances(i, j), i, j);
  std::ranges::sort(pairs);
  auto cluster = numbers_below<Index>(rows);
  Index largest = 0;
  std::size_t members = 1;
  double last = 0;
  for (const auto& [distance, i, j] : pairs) {
    if (members >= size && distance > last) break;
    last = distance;
    const Index from = cluster[i];
    const Index into = cluster[j];
    if (from == into) continue;
    std::ranges::replace(cluster, from, into);
    const auto joined =
        static_cast<std::size_t>(std::ranges::count(cluster, into));
    if (joined <= members && largest != from) continue;
    largest = into;
    members = joined;
  }
  std::vector<bool> kept(rows);
  for (Index i = 0; i < rows; ++i) kept[i] = cluster[i] == largest;
  return kept;
}

RuleMethod flame_rule() {
  return {
      "flame",
      "mean of the majority with similar directions, cut to the median length",
      "Nguyen et al. (USENIX Security 2022)",
      {},
      [](const RuleOptions& options) {
        return std::make_unique<Flame>(options.malicious);
      },
      falling_to(kBoundedByHalf,
                 ".297 of .698 (click-poison), with momentum .9 and nnm: .642 "
                 "(stealth, step .3), by a search on fold 1 .609, with 4 "
                 "of 10 attacking .345, with two labels a client .312")};
}

}  // namespace fedltr
