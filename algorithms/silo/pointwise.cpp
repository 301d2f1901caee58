#include "algorithms/silo/pointwise.hpp"

#include <algorithm>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr {
namespace {

class Softmax final : public PointwiseModel {
 public:
  Softmax(Index features, Index grades)
      : PointwiseModel(features, grades, grades) {}

 private:
  double score(const VectorView& outputs) const override {
    double sum = 0;
    double weighted = 0;
    const auto exponentials = exponentials_of(outputs);
    for (Index g = 0; g < outputs.size(); ++g) {
      sum += exponentials[g];
      weighted += g * exponentials[g];
    }
    return weighted / sum;
  }

  double label_of(const VectorView& outputs) const override {
    Index best = 0;
    outputs.maxCoeff(&best);
    return best;
  }

  double slopes(double target, Eigen::Ref<Vector> outputs) const override {
    const auto exponentials = exponentials_of(outputs);
    const auto right = static_cast<Index>(target);
    const double sum = exponentials.head(outputs.size()).sum();
    outputs = exponentials.head(outputs.size()).matrix() / sum;
    const double loss = -portable_log(std::max(outputs(right), 1e-300));
    outputs(right) -= 1;
    return loss;
  }

  static Eigen::Array<double, kMaxGrades, 1> exponentials_of(
      const VectorView& outputs) {
    Eigen::Array<double, kMaxGrades, 1> values;
    const Index count = outputs.size();
    values.head(padded(count)).setZero();
    values.head(count) = outputs.array() - outputs.maxCoeff();
    exp_in_place(values.data(), count);
    return values;
  }
};

class Regression final : public PointwiseModel {
 public:
  Regression(Index features, Index grades, Index first = 0)
      : PointwiseModel(features, grades, 1, first), highest_(grades - 1) {}

 private:
  double score(const VectorView& outputs) const override { return outputs(0); }
  double label_of(const VectorView& outputs) const override {
    return std::clamp(outputs(0), 0.0, highest_);
  }
  double slopes(double target, Eigen::Ref<Vector> outputs) const override {
    outputs(0) -= target;
    return outputs(0) * outputs(0) / 2;
  }

  double highest_;
};

template <class Model>
PointwiseFactory factory() {
  return [](Index features, Index grades) {
    require(features >= 1 && grades >= 2 && grades <= kMaxGrades,
            "a pointwise model needs a feature and 2 to 32 grades");
    return std::make_shared<const Model>(features, grades);
  };
}

}  // namespace

PointwiseModel::PointwiseModel(Index features, Index grades, Index outputs,
                               Index first)
    : first_(first), features_(features), grades_(grades), outputs_(outputs) {}

PointwiseModel::Outputs PointwiseModel::outputs_of(const VectorView& parameters,
                                                   const Row& instance) const {
  const Eigen::Map<const Matrix> weights(parameters.data(), outputs_,
                                         features_ + 1);
  Outputs outputs(outputs_);
  for (Index k = 0; k < outputs_; ++k)
    outputs(k) =
        weights.row(k).head(features_).dot(instance) + weights(k, features_);
  return outputs;
}

Vector PointwiseModel::scores(const VectorView& parameters,
                              const MatrixView& features) const {
  require(parameters.size() == this->parameters(),
          "a model's parameters have its size");
  Vector scores(features.rows());
  for (Index i = 0; i < features.rows(); ++i)
    scores(i) = score(
        outputs_of(parameters, features.row(i).segment(first_, features_)));
  return scores;
}

double PointwiseModel::label(const VectorView& parameters,
                             const Row& instance) const {
  return label_of(outputs_of(parameters, instance));
}

double PointwiseModel::add_gradient(const VectorView& parameters,
                                    const Row& instance, double target,
                                    double weight,
                                    Eigen::Ref<Vector> gradient) const {
  Outputs slope = outputs_of(parameters, instance);
  const double loss = slopes(target, slope);
  Eigen::Map<Matrix> sums(gradient.data(), outputs_, features_ + 1);
  for (Index k = 0; k < outputs_; ++k) {
    sums.row(k).head(features_) += weight * slope(k) * instance;
    sums(k, features_) += weight * slope(k);
  }
  return weight * loss;
}

const Methods<PointwiseFactory>& pointwise_models() {
  static const Methods<PointwiseFactory> table = {
      {"softmax",
       "probabilities of the grades, cross-entropy",
       "Shi et al. (2021), section 5.1",
       {},
       factory<Softmax>()},
      {"regression",
       "the grade itself, squared error",
       "Shi et al. (2021), section 5.1",
       {},
       factory<Regression>()},
  };
  return table;
}

std::shared_ptr<const PointwiseModel> ranking_model(Index grades) {
  return std::make_shared<const Regression>(kRankingFeatures, grades,
                                            kTextFeatures);
}

}  // namespace fedltr
