#include "algorithms/ranking/list_loss.hpp"

#include "algorithms/core/math.hpp"

namespace fedltr {

Vector softmax(const VectorView& scores) {
  Vector values(padded(scores.size()));
  values.setZero();
  values.head(scores.size()) = scores.array() - scores.maxCoeff();
  exp_in_place(values.data(), scores.size());
  return values.head(scores.size()) / values.head(scores.size()).sum();
}

Vector target_of_gains(Labels labels) {
  Vector target(std::ssize(labels));
  for (Index i = 0; i < target.size(); ++i) target(i) = gain(labels[i]);
  const double all = target.sum();
  return all > 0 ? Vector(target / all) : Vector();
}

}  // namespace fedltr
