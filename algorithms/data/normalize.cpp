#include "algorithms/data/normalize.hpp"

namespace fedltr {

void normalize_query_minmax(Eigen::Ref<Matrix> values) {
  if (values.rows() < 2) return;
  for (Index feature = 0; feature < values.cols(); ++feature) {
    const double least = values.col(feature).minCoeff();
    const double range = values.col(feature).maxCoeff() - least;
    if (range > 0)
      values.col(feature) = (values.col(feature).array() - least) / range;
    else
      values.col(feature).setZero();
  }
}

void normalize_query_minmax(Dataset& data) {
  for (Index query = 0; query < data.queries(); ++query)
    normalize_query_minmax(
        Eigen::Map<Matrix>(data.mutable_values_of(query).data(),
                           data.size(query), data.features()));
}

}  // namespace fedltr
