#include "app/data/convert/minmax_rows.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"

namespace fedltr {
namespace {

/// Bounds of a feature's values in some rows.
struct Bounds {
  double least = 0;
  double most = 0;
  std::uint64_t rows = 0;  ///< number of rows with the feature

  void add(double value) {
    least = rows == 0 ? value : std::min(least, value);
    most = rows == 0 ? value : std::max(most, value);
    ++rows;
  }
  /// Includes 0 if some rows lack the feature.
  void end(std::uint64_t of_rows) {
    if (rows < of_rows) add(0);
  }
  bool constant() const { return least == most; }
  double scaled(double value) const {
    const double range = most - least;
    if (std::isfinite(range)) return (value - least) / range;
    return (value / 2 - least / 2) / (most / 2 - least / 2);
  }
};

/// Bounds by index of a feature; grows with the rows' features.
class AllBounds {
 public:
  void add(const LetorRow& row) {
    ++rows_;
    for (const auto& [index, value] : row.features) {
      if (index >= bounds_.size()) bounds_.resize(index + 1);
      if (bounds_[index].rows == 0) seen_.push_back(index);
      bounds_[index].add(value);
    }
  }

  void end() {
    std::ranges::sort(seen_);
    for (const std::uint32_t index : seen_) bounds_[index].end(rows_);
  }

  void clear() {
    for (const std::uint32_t index : seen_) bounds_[index] = {};
    seen_.clear();
    rows_ = 0;
  }

  std::uint64_t rows() const { return rows_; }
  /// Returns the indices of features in the rows, ascending.
  const std::vector<std::uint32_t>& seen() const { return seen_; }
  Bounds of(std::uint32_t index) const {
    return index < bounds_.size() ? bounds_[index] : Bounds();
  }

 private:
  std::vector<Bounds> bounds_;
  std::vector<std::uint32_t> seen_;
  std::uint64_t rows_ = 0;
};

/// Operation on a feature of a query's rows.
struct Step {
  std::uint32_t index = 0;
  Bounds bounds;
  enum { kKeep, kZero, kScale } how = kKeep;

  double operator()(double value) const {
    if (how == kKeep) return value;
    return how == kZero ? 0 : bounds.scaled(value);
  }
};

/// Holds a query's rows until the next query begins.
class MinmaxRows {
 public:
  /// @param whole  bounds over all rows
  /// @param set    features to scale by these bounds, ascending
  MinmaxRows(const AllBounds& whole, const std::vector<std::uint32_t>& set,
             const VisitRow& visit)
      : whole_(whole), set_(set), visit_(visit) {}

  void add(const LetorRow& row) {
    if (!rows_.empty() && rows_[0].query != row.query) end_query();
    rows_.push_back(row);
    bounds_.add(row);
  }

  void end_query() {
    bounds_.end();
    plan();
    for (LetorRow& row : rows_) pass_on(row);
    rows_.clear();
    bounds_.clear();
  }

 private:
  /// Plans a step for each feature that a row holds or that is in the set.
  void plan() {
    steps_.clear();
    std::vector<std::uint32_t> indices;
    std::ranges::set_union(bounds_.seen(), set_, std::back_inserter(indices));
    for (const std::uint32_t index : indices) {
      const bool in_set = std::ranges::binary_search(set_, index);
      const Bounds bounds = in_set ? whole_.of(index) : bounds_.of(index);
      Step step{index, bounds};
      if (in_set || rows_.size() > 1)
        step.how = !bounds.constant() ? Step::kScale
                   : in_set           ? Step::kKeep
                                      : Step::kZero;
      steps_.push_back(step);
    }
  }

  void pass_on(LetorRow& row) {
    scaled_.clear();
    auto next = row.features.begin();
    for (const Step& step : steps_) {
      const bool named =
          next != row.features.end() && next->index == step.index;
      const double value = step(named ? (next++)->value : 0);
      if (named || value != 0) scaled_.push_back({step.index, value});
    }
    row.features.swap(scaled_);
    visit_(row);
  }

  const AllBounds& whole_;
  const std::vector<std::uint32_t>& set_;
  const VisitRow& visit_;
  std::vector<LetorRow> rows_;  ///< of the current query
  AllBounds bounds_;            ///< of the current query
  std::vector<Step> steps_;
  std::vector<LetorRow::Feature> scaled_;
};

}  // namespace

std::vector<std::uint32_t> parse_features(const std::string& text,
                                          std::uint32_t first_index) {
  const std::uint64_t largest = kLargestFeatureId - 1 + first_index;
  std::vector<std::uint32_t> features;
  for (const std::string& part : split(text, ',')) {
    const auto range = parse_range(part);
    if (!range || range->first < first_index || range->last > largest)
      throw UsageError("--set-minmax: '" + part + "' is no feature, " +
                       std::to_string(first_index) + " to " +
                       std::to_string(largest) + ", nor a range like 19-33");
    for (std::uint64_t feature = range->first; feature <= range->last;
         ++feature)
      features.push_back(static_cast<std::uint32_t>(feature - first_index + 1));
  }
  if (features.empty())
    throw UsageError("--set-minmax: expected features, as 19-33,76");
  std::ranges::sort(features);
  features.erase(std::unique(features.begin(), features.end()), features.end());
  return features;
}

RowSource minmax_rows(const RowSource& source,
                      const std::vector<std::uint32_t>& set) {
  auto whole = std::make_shared<AllBounds>();
  InputNotes unused;
  source([&](const LetorRow& row) { whole->add(row); }, unused);
  whole->end();
  for (const std::uint32_t index : set)
    if (whole->rows() > 0 && whole->of(index).rows == 0)
      throw UsageError("--set-minmax: no row has feature " +
                       std::to_string(index) + " (counted from 1)");
  return [source, set, whole](const VisitRow& visit, InputNotes& notes) {
    MinmaxRows rows(*whole, set, visit);
    source([&](const LetorRow& row) { rows.add(row); }, notes);
    rows.end_query();
  };
}

}  // namespace fedltr
