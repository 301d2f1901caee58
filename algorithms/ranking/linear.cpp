#include "algorithms/ranking/linear.hpp"

#include <algorithm>
#include <vector>

#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

/// Models that fill the registers.
constexpr Index kTogether = 8;

/// Some documents with some models: independent sums, each in the order of the
/// features, so that the bits are those of one alone.
template <Index kRows, Index kLanes>
[[gnu::always_inline]] inline void dot_block(const double* __restrict x,
                                             Index features,
                                             const double* __restrict models,
                                             double* __restrict out) {
  double sums[kRows][kLanes] = {};
  for (Index j = 0; j < features; ++j)
    for (Index r = 0; r < kRows; ++r)
      for (Index m = 0; m < kLanes; ++m)
        sums[r][m] += x[r * features + j] * models[j * kLanes + m];
  for (Index r = 0; r < kRows; ++r)
    for (Index m = 0; m < kLanes; ++m) out[r * kLanes + m] = sums[r][m];
}

template <Index kLanes>
[[gnu::always_inline]] inline void dot(const double* x, Index documents,
                                       Index features, const double* models,
                                       double* out) {
  Index i = 0;
  for (; i + 4 <= documents; i += 4)
    dot_block<4, kLanes>(x + i * features, features, models, out + i * kLanes);
  for (; i < documents; ++i)
    dot_block<1, kLanes>(x + i * features, features, models, out + i * kLanes);
}

FEDLTR_WIDE void dot_together(const double* x, Index documents, Index features,
                              const double* models, double* out) {
  dot<kTogether>(x, documents, features, models, out);
}

void dot_one(const double* x, Index documents, Index features,
             const double* models, double* out) {
  dot<1>(x, documents, features, models, out);
}

}  // namespace

void LinearRanker::score(const VectorView& parameters,
                         const MatrixView& features,
                         Eigen::Ref<Vector> scores) const {
  scores.noalias() = features * parameters;
}

void LinearRanker::score_many(const Matrix& models, const MatrixView& features,
                              Eigen::Ref<Matrix> scores) const {
  thread_local std::vector<double> packed;
  thread_local std::vector<double> out;
  const Index documents = features.rows();
  for (Index first = 0; first < models.rows(); first += kTogether) {
    const Index count = std::min(kTogether, models.rows() - first);
    const Index lanes = count == 1 ? 1 : kTogether;
    packed.assign(static_cast<std::size_t>(features_ * lanes), 0);
    for (Index j = 0; j < features_; ++j)
      for (Index m = 0; m < count; ++m)
        packed[static_cast<std::size_t>(j * lanes + m)] = models(first + m, j);
    out.resize(static_cast<std::size_t>(documents * lanes));
    (lanes == 1 ? dot_one : dot_together)(features.data(), documents, features_,
                                          packed.data(), out.data());
    for (Index i = 0; i < documents; ++i)
      for (Index m = 0; m < count; ++m)
        scores(first + m, i) = out[static_cast<std::size_t>(i * lanes + m)];
  }
}

void LinearRanker::climb(const VectorView&, const MatrixView& features,
                         std::span<const Index> documents,
                         std::span<const double> weights,
                         Eigen::Ref<Vector> into) const {
  for (std::size_t i = 0; i < documents.size(); ++i)
    if (weights[i] != 0)
      into.noalias() += weights[i] * features.row(documents[i]).transpose();
}

Vector LinearRanker::draw_initial(Rng& rng) const {
  Vector parameters(features_);
  for (double& value : parameters) value = rng.normal();
  return 0.01 * parameters.normalized();
}

Method<RankerFactory> linear_ranker() {
  return {"linear",
          "weighted sum of the features",
          "Oosterhuis and de Rijke (CIKM 2018), linear model",
          {},
          [](const RankerShape& shape) {
            return std::make_shared<LinearRanker>(shape.features);
          }};
}

}  // namespace fedltr
