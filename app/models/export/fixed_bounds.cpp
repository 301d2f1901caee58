#include "app/models/export/fixed_bounds.hpp"

#include <algorithm>

#include "algorithms/data/normalize.hpp"

namespace fedltr {
namespace {

/// Scales features as set_bounds() does.
void bring_to_unit(Dataset& data, const std::vector<FeatureRange>& bounds) {
  for (Index query = 0; query < data.queries(); ++query) {
    Eigen::Map<Matrix> values(data.mutable_values_of(query).data(),
                              data.size(query), data.features());
    for (Index j = 0; j < values.cols(); ++j) {
      const FeatureRange& each = bounds[static_cast<std::size_t>(j)];
      if (each.have_range())
        values.col(j) =
            (values.col(j).array() - each.least) / (each.most - each.least);
      else
        values.col(j).setZero();
    }
  }
}

}  // namespace

FixedBounds::FixedBounds(Index features)
    : least_(Vector::Constant(features, HUGE_VAL)),
      most_(Vector::Constant(features, -HUGE_VAL)) {}

void FixedBounds::add(const Dataset& data) {
  if (data.documents() == 0) return;
  const auto values = data.all_features();
  least_ = least_.cwiseMin(values.colwise().minCoeff().transpose());
  most_ = most_.cwiseMax(values.colwise().maxCoeff().transpose());
}

std::vector<FeatureRange> FixedBounds::bounds() const {
  std::vector<FeatureRange> bounds;
  for (Index j = 0; j < least_.size(); ++j)
    bounds.push_back({least_(j), most_(j)});
  return bounds;
}

BoundsCost::BoundsCost(const ModelFile& model,
                       std::optional<std::uint32_t> client,
                       std::vector<FeatureRange> bounds)
    : config_{ranker_of(model), {parse_metric("ndcg@10", {})}},
      parameters_(parameters_of(model, client)),
      bounds_(std::move(bounds)) {}

void BoundsCost::add(const Dataset& data) {
  Dataset by_query = data;
  normalize_query_minmax(by_query);
  Dataset fixed = data;
  bring_to_unit(fixed, bounds_);
  by_query_ += sum_of(std::move(by_query));
  fixed_ += sum_of(std::move(fixed));
  for (Index query = 0; query < data.queries(); ++query)
    queries_ += std::ranges::any_of(data.labels_of(query),
                                    [](int label) { return label > 0; });
}

double BoundsCost::sum_of(Dataset data) const {
  const Matrix values =
      Evaluation(std::make_shared<const Dataset>(std::move(data)), config_)
          .per_query(parameters_);
  return values.array().isNaN().select(0, values.array()).sum();
}

}  // namespace fedltr
