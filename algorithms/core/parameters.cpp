#include "algorithms/core/parameters.hpp"

namespace fedltr {

Parameters::Parameters(const VectorView& values) {
  auto [parameters, filled] = make(values.size());
  filled = values;
  *this = std::move(parameters);
}

std::pair<Parameters, Eigen::Map<Vector>> Parameters::make(Index size) {
  auto values = std::make_shared_for_overwrite<double[]>(size);
  const Eigen::Map<Vector> filled(values.get(), size);
  Parameters parameters;
  parameters.values_ = std::move(values);
  parameters.size_ = size;
  return {std::move(parameters), filled};
}

}  // namespace fedltr
