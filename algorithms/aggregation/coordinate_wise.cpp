#include "algorithms/aggregation/coordinate_wise.hpp"

#include <algorithm>
#include <vector>

namespace fedltr {
namespace {

/// Columns copied at a time: whole cache lines of the row-major matrix.
constexpr Index kColumns = 8;

/// Calls visit(j, values of column j), whose values it may reorder.
template <class Visit>
void for_each_column(const Matrix& models, Visit&& visit) {
  const Index rows = models.rows();
  const auto count = static_cast<std::size_t>(rows);
  std::vector<double> columns(count * kColumns);
  for (Index first = 0; first < models.cols(); first += kColumns) {
    const Index width = std::min(kColumns, models.cols() - first);
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < width; ++j)
        columns[static_cast<std::size_t>(j * rows + i)] = models(i, first + j);
    for (Index j = 0; j < width; ++j)
      visit(first + j, std::span(columns).subspan(
                           static_cast<std::size_t>(j) * count, count));
  }
}

/// How much of each client lies within bounds, by column: its share.
void share_within(const Matrix& models, const Vector& low, const Vector& high,
                  std::span<double> shares) {
  std::ranges::fill(shares, 0.0);
  Vector inside = Vector::Zero(models.cols());  // by column: clients within
  for (Index i = 0; i < models.rows(); ++i)
    for (Index j = 0; j < models.cols(); ++j)
      inside(j) += models(i, j) >= low(j) && models(i, j) <= high(j);
  const double scale =
      static_cast<double>(models.rows()) / static_cast<double>(models.cols());
  for (Index i = 0; i < models.rows(); ++i)
    for (Index j = 0; j < models.cols(); ++j)
      if (models(i, j) >= low(j) && models(i, j) <= high(j))
        shares[static_cast<std::size_t>(i)] += scale / inside(j);
}

/// Both ends of what is kept of each column, and its mean.
class CoordinateRule : public RobustRule {
 public:
  Vector aggregate(const LocalModels& local,
                   std::span<double> shares) override {
    Vector result(local.models.cols());
    Vector low(result.size());
    Vector high(result.size());
    for_each_column(local.models, [&](Index j, std::span<double> values) {
      const std::size_t cut = cut_of(values.size());
      const auto begin = values.begin() + static_cast<std::ptrdiff_t>(cut);
      const auto end = values.end() - static_cast<std::ptrdiff_t>(cut);
      std::nth_element(values.begin(), begin, values.end());
      if (cut > 0) std::nth_element(begin, end - 1, values.end());
      // A fixed order of addition, whoever sent what.
      std::sort(begin, end);
      low(j) = *begin;
      high(j) = *(end - 1);
      double sum = 0;
      for (auto value = begin; value != end; ++value) sum += *value;
      result(j) = sum / static_cast<double>(end - begin);
    });
    share_within(local.models, low, high, shares);
    return result;
  }

 private:
  /// Values dropped at each end, less than half.
  virtual std::size_t cut_of(std::size_t clients) const = 0;
};

class TrimmedMean final : public CoordinateRule {
 public:
  explicit TrimmedMean(std::uint32_t malicious) : malicious_(malicious) {}

 private:
  std::size_t cut_of(std::size_t clients) const override {
    return std::min<std::size_t>(malicious_, (clients - 1) / 2);
  }
  std::uint32_t malicious_;
};

class Median final : public CoordinateRule {
  std::size_t cut_of(std::size_t clients) const override {
    return (clients - 1) / 2;
  }
};

}  // namespace

Vector median_of_rows(const Matrix& models) {
  Vector result(models.cols());
  for_each_column(models, [&](Index j, std::span<double> values) {
    result(j) = median_of(values);
  });
  return result;
}

Method<RobustFactory> trimmed_mean_rule() {
  return {"trimmed-mean",
          "by coordinate, the mean without the m largest and smallest",
          "Yin et al. (ICML 2018); Wang (2025), Eq. 5.4",
          {},
          {[](const RuleOptions& options) {
             return std::make_unique<TrimmedMean>(options.malicious);
           },
           "n > 2m", [](std::int64_t clients) { return (clients - 1) / 2; }}};
}

Method<RobustFactory> median_rule() {
  return {"median",
          "by coordinate, the median",
          "Yin et al. (ICML 2018); Wang (2025), Eq. 5.5",
          {},
          {[](const RuleOptions&) { return std::make_unique<Median>(); },
           "n > 2m", [](std::int64_t clients) { return (clients - 1) / 2; }}};
}

}  // namespace fedltr
