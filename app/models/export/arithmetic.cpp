#include "app/models/export/arithmetic.hpp"

#include "algorithms/data/normalize.hpp"

namespace fedltr {

ExportedModel without_constant(ExportedModel model) {
  if (!model.activation) model.bias.setZero();
  return model;
}

Vector double_scores(const ExportedModel& model, const Matrix& documents) {
  Table<double> x = documents;
  Normalizer{model.scaling, model.scale}.apply(x);
  x = bounds_scaled<double>(
      std::move(x), model.bounds,
      [](const FeatureRange& each) { return each.most - each.least; });
  return layer_scores<double>(model, x);
}

}  // namespace fedltr
