#include "algorithms/ranking/linear.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

/// Models that fill the registers.
constexpr Index kTogether = 8;

/// One number a model, side by side in whatever registers there are.
using Lanes [[gnu::vector_size(kTogether * sizeof(double))]] = double;

template <class Sum>
constexpr Index kModels = std::is_same_v<Sum, double> ? 1 : kTogether;

/// Documents, row by row; rows may lie apart.
struct Rows {
  const double* first;
  Index stride;
  Index count;

  explicit Rows(const MatrixView& features)
      : first(features.data()),
        stride(features.outerStride()),
        count(features.rows()) {}
};

/// Some documents with the models that lie side by side in `models`, by
/// feature: independent sums, each in the order of the features, so that the
/// bits are those of one alone.
template <class Sum, Index kRows>
[[gnu::always_inline]] inline void dot_rows(const double* x, Index stride,
                                            Index features,
                                            const double* models, double* out) {
  constexpr Index kWidth = kModels<Sum>;
  Sum sums[kRows] = {};
  for (Index j = 0; j < features; ++j) {
    Sum model;
    std::memcpy(&model, models + j * kWidth, sizeof model);
    for (Index r = 0; r < kRows; ++r) sums[r] += x[r * stride + j] * model;
  }
  std::memcpy(out, sums, sizeof sums);
}

template <class Sum>
[[gnu::always_inline]] inline void dot(const Rows& x, Index features,
                                       const double* models, double* out) {
  constexpr Index kWidth = kModels<Sum>;
  Index i = 0;
  for (; i + 4 <= x.count; i += 4)
    dot_rows<Sum, 4>(x.first + i * x.stride, x.stride, features, models,
                     out + i * kWidth);
  for (; i < x.count; ++i)
    dot_rows<Sum, 1>(x.first + i * x.stride, x.stride, features, models,
                     out + i * kWidth);
}

FEDLTR_WIDE void dot_together(const Rows& x, Index features,
                              const double* models, double* out) {
  dot<Lanes>(x, features, models, out);
}

/// Memory of the thread, for models and scores side by side.
double* scratch(int which, Index size) {
  thread_local std::array<std::vector<double>, 2> buffers;
  auto& buffer = buffers[which];
  if (std::ssize(buffer) < size) buffer.resize(size);
  return buffer.data();
}

}  // namespace

void LinearRanker::score(const VectorView& parameters,
                         const MatrixView& features,
                         Eigen::Ref<Vector> scores) const {
  scores.noalias() = features * parameters;
}

void LinearRanker::score_many(const Matrix& models, const MatrixView& features,
                              Eigen::Ref<Matrix> scores) const {
  const Index documents = features.rows();
  const Rows rows(features);
  if (models.rows() == 1)
    return dot<double>(rows, features_, models.data(), scores.data());
  double* const side_by_side = scratch(0, features_ * kTogether);
  double* const out = scratch(1, documents * kTogether);
  for (Index first = 0; first < models.rows(); first += kTogether) {
    const Index count = std::min(kTogether, models.rows() - first);
    for (Index j = 0; j < features_; ++j)
      for (Index m = 0; m < count; ++m)
        side_by_side[j * kTogether + m] = models(first + m, j);
    dot_together(rows, features_, side_by_side, out);
    for (Index i = 0; i < documents; ++i)
      for (Index m = 0; m < count; ++m)
        scores(first + m, i) = out[i * kTogether + m];
  }
}

void LinearRanker::gradient_step(const VectorView&, const MatrixView& features,
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

RankerMethod linear_ranker() {
  return {"linear",
          "weighted sum of the features",
          "Oosterhuis and de Rijke (CIKM 2018), linear model",
          {},
          [](const RankerShape& shape) {
            return std::make_shared<LinearRanker>(shape.features);
          }};
}

}  // namespace fedltr
