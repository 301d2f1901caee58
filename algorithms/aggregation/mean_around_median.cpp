#include "algorithms/aggregation/mean_around_median.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace fedltr {
namespace {

class MeanAroundMedian final : public RobustRule {
 public:
  explicit MeanAroundMedian(std::uint32_t malicious) : malicious_(malicious) {}

  Vector aggregate(const LocalModels& local,
                   std::span<double> selection) override {
    const std::size_t clients = selection.size();
    const std::size_t kept =
        clients - std::min<std::size_t>(malicious_, clients - 1);
    std::vector<std::size_t> all(clients);
    std::iota(all.begin(), all.end(), 0);
    return mean_around_median(local.models, all, kept, selection);
  }

 private:
  std::uint32_t malicious_;
};

/// Mean of the values closest to their median; of two equally close, the
/// smaller.
/// @param values  with the row of each; sorted
/// @param used    by row: increased by 1 for each value that is in the mean
double mean_of_closest(std::vector<std::pair<double, std::size_t>>& values,
                       std::size_t kept, std::vector<double>& used) {
  std::ranges::sort(values);
  const std::size_t n = values.size();
  const double median = (values[(n - 1) / 2].first + values[n / 2].first) / 2;
  // The closest ones are neighbours in the sorted list.
  std::size_t begin = 0;
  while (begin + kept < n &&
         values[begin + kept].first - median < median - values[begin].first)
    ++begin;
  double sum = 0;
  for (std::size_t i = begin; i < begin + kept; ++i) {
    sum += values[i].first;
    used[values[i].second] += 1;
  }
  return sum / kept;
}

}  // namespace

Vector mean_around_median(const RowsView& models,
                          std::span<const std::size_t> rows, std::size_t kept,
                          std::span<double> selection) {
  std::vector<double> used(models.rows(), 0);
  std::vector<std::pair<double, std::size_t>> values(rows.size());
  Vector result(models.cols());
  for (Index j = 0; j < result.size(); ++j) {
    for (std::size_t i = 0; i < rows.size(); ++i)
      values[i] = {models(rows[i], j), rows[i]};
    result(j) = mean_of_closest(values, kept, used);
  }
  const double scale =
      static_cast<double>(models.rows()) / kept / result.size();
  for (std::size_t i = 0; i < used.size(); ++i) selection[i] = used[i] * scale;
  return result;
}

RuleMethod mean_around_median_rule() {
  return {"meamed",
          "mean of each coordinate's n - m values closest to the median",
          "Xie, Koyejo and Gupta (2018)",
          {},
          [](const RuleOptions& options) {
            return std::make_unique<MeanAroundMedian>(options.malicious);
          },
          kBoundedByHalf};
}

}  // namespace fedltr
