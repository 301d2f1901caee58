#pragma once

#include <vector>

#include "algorithms/ranking/evaluation.hpp"
#include "app/models/export/exported_model.hpp"

namespace fedltr {

/// Ranges that replace those of each query: a feature's minimum and maximum in
/// all data. On MQ2008, with each feature of each query shifted and scaled at
/// random, they cost at most as much nDCG as means over queries do; they cost
/// nothing if data are in [0, 1] query by query already.
class FixedBounds {
 public:
  explicit FixedBounds(Index features);

  void add(const Dataset& data);
  /// Returns the ranges. @pre at least one document was added
  std::vector<FeatureRange> bounds() const;

 private:
  Vector least_;
  Vector most_;
};

/// nDCG@10 of a ranker with features scaled to [0, 1] query by query, and by
/// fixed bounds: the mean over queries with a relevant document.
class BoundsCost {
 public:
  /// @param model  as in the file; its bounds are passed separately
  BoundsCost(const ModelFile& model, std::optional<std::uint32_t> client,
             std::vector<FeatureRange> bounds);

  void add(const Dataset& data);

  Index queries() const { return queries_; }
  double by_query() const { return by_query_ / static_cast<double>(queries_); }
  double fixed() const { return fixed_ / static_cast<double>(queries_); }

 private:
  double sum_of(Dataset data) const;

  EvaluationConfig config_;
  Vector parameters_;
  std::vector<FeatureRange> bounds_;
  double by_query_ = 0;  ///< sums over queries
  double fixed_ = 0;
  Index queries_ = 0;
};

}  // namespace fedltr
