#include "algorithms/ranking/linear.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

/// Number of models scored together, stored side by side, by feature.
constexpr Index kModelsAtOnce = 8;

/// Scores some documents with these models: independent sums, each in the order
/// of the features, so that the bits are those of one alone.
template <int kLanes, int kRows>
FEDLTR_INLINE void dot_rows(const double* x, Index stride, Index features,
                            const double* models, double* out) {
  constexpr int kParts = kModelsAtOnce / kLanes;
  Lanes<kLanes> sums[kRows][kParts] = {};
  for (Index j = 0; j < features; ++j)
    for (Index part = 0; part < kParts; ++part) {
      Lanes<kLanes> model;
      load(models + j * kModelsAtOnce + part * kLanes, model);
      for (Index row = 0; row < kRows; ++row)
        sums[row][part] += x[row * stride + j] * model;
    }
  for (Index row = 0; row < kRows; ++row)
    for (Index part = 0; part < kParts; ++part)
      store(sums[row][part], out + row * kModelsAtOnce + part * kLanes);
}

/// Scores documents, stored row by row, `stride` numbers apart.
struct DotTogether {
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* x, Index stride, Index documents,
                                Index features, const double* models,
                                double* out) {
    Index i = 0;
    for (; i + 4 <= documents; i += 4)
      dot_rows<kLanes, 4>(x + i * stride, stride, features, models,
                          out + i * kModelsAtOnce);
    for (; i < documents; ++i)
      dot_rows<kLanes, 1>(x + i * stride, stride, features, models,
                          out + i * kModelsAtOnce);
  }
};

/// Scores with one model, with the same sums.
void dot_alone(const MatrixView& features, const double* model, double* out) {
  for (Index i = 0; i < features.rows(); ++i) {
    const double* const x = features.row(i).data();
    double sum = 0;
    for (Index j = 0; j < features.cols(); ++j) sum += x[j] * model[j];
    out[i] = sum;
  }
}

/// Loads two numbers side by side, widened if they are float32.
FEDLTR_INLINE void load_pair(const double* from, Lanes<2>& to) {
  load(from, to);
}
FEDLTR_INLINE void load_pair(const float* from, Lanes<2>& to) {
  to = Lanes<2>{from[0], from[1]};
}

/// Scores some documents with one model: two sums each, of the features with
/// even and odd index, added up at the end.
/// @tparam kFetch  prefetches the documents that follow: the processor does not
/// predict short rows read side by side
template <int kRows, bool kFetch, class Number>
FEDLTR_INLINE void dot_pairs(const Number* x, Index stride, Index features,
                             const double* model, double* out) {
  constexpr int kLine = 64;  // bytes
  constexpr int kPairs = kLine / (4 * sizeof(Number));
  constexpr int kStep = 2 * kPairs;
  const char* next = reinterpret_cast<const char*>(x + kRows * stride);
  Lanes<2> sums[kRows] = {};
  Index j = 0;
  const auto add = [&](Index at) {
    Lanes<2> weights;
    load(model + at, weights);
    for (Index row = 0; row < kRows; ++row) {
      Lanes<2> pair;
      load_pair(x + row * stride + at, pair);
      sums[row] += pair * weights;
    }
  };
  for (; j + kStep <= features; j += kStep) {
    if constexpr (kFetch)
      for (int line = 0; line < kRows / 2; ++line, next += kLine)
        __builtin_prefetch(next);
    for (Index pair = 0; pair < kPairs; ++pair) add(j + 2 * pair);
  }
  for (; j + 2 <= features; j += 2) add(j);
  for (Index row = 0; row < kRows; ++row) {
    double sum = sums[row][0] + sums[row][1];
    if (j < features) sum += double{x[row * stride + j]} * model[j];
    out[row] = sum;
  }
}

struct DotPairs {
  /// Maximum bytes of rows to prefetch: longer ones would not fit beside the
  /// current ones.
  static constexpr Index kShort = 3072;

  template <int, class Number>
  FEDLTR_INLINE static void run(const Number* x, Index stride, Index documents,
                                Index features, const double* model,
                                double* out) {
    if (stride * Index{sizeof(Number)} <= kShort)
      dot<true>(x, stride, documents, features, model, out);
    else
      dot<false>(x, stride, documents, features, model, out);
  }

  template <bool kFetch, class Number>
  FEDLTR_INLINE static void dot(const Number* x, Index stride, Index documents,
                                Index features, const double* model,
                                double* out) {
    Index i = 0;
    for (; i + 6 <= documents; i += 6)
      dot_pairs<6, kFetch>(x + i * stride, stride, features, model, out + i);
    for (; i + 2 <= documents; i += 2)
      dot_pairs<2, kFetch>(x + i * stride, stride, features, model, out + i);
    if (i < documents)
      dot_pairs<1, kFetch>(x + i * stride, stride, features, model, out + i);
  }
};

/// into += sum over i of weights[i] times row places[i], kParts registers at a
/// time; each number adds in the order of i.
struct AddRows {
  template <int kLanes>
  FEDLTR_INLINE static void run(const double* rows, Index stride,
                                Index features, const Index* places,
                                const double* weights, Index count,
                                double* into) {
    Index j = 0;
    for (; j + 4 * kLanes <= features; j += 4 * kLanes)
      add<Lanes<kLanes>, 4>(rows + j, stride, places, weights, count, into + j);
    for (; j + kLanes <= features; j += kLanes)
      add<Lanes<kLanes>, 1>(rows + j, stride, places, weights, count, into + j);
    for (; j + 2 <= features; j += 2)
      add<Lanes<2>, 1>(rows + j, stride, places, weights, count, into + j);
    if (j == features) return;
    for (Index i = 0; i < count; ++i)
      into[j] += weights[i] * rows[places[i] * stride + j];
  }

 private:
  template <class Register, int kParts>
  FEDLTR_INLINE static void add(const double* rows, Index stride,
                                const Index* places, const double* weights,
                                Index count, double* into) {
    constexpr Index kSize = sizeof(Register) / sizeof(double);
    Register sums[kParts];
    for (Index p = 0; p < kParts; ++p) load(into + p * kSize, sums[p]);
    for (Index i = 0; i < count; ++i) {
      const double* const row = rows + places[i] * stride;
      for (Index p = 0; p < kParts; ++p) {
        Register x;
        load(row + p * kSize, x);
        sums[p] += weights[i] * x;
      }
    }
    for (Index p = 0; p < kParts; ++p) store(sums[p], into + p * kSize);
  }
};

/// Buffers of the thread, for models and scores side by side.
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
  wide<DotPairs>(features.data(), features.outerStride(), features.rows(),
                 features_, parameters.data(), scores.data());
}

void LinearRanker::score_rows(const VectorView& parameters,
                              const FeatureRows& features,
                              Eigen::Ref<Vector> scores,
                              Activations& kept) const {
  const float* const rows = features.table.float32_rows(features.first);
  if (!rows) return Ranker::score_rows(parameters, features, scores, kept);
  wide<DotPairs>(rows, features_, features.count, features_, parameters.data(),
                 scores.data());
}

void LinearRanker::score_many(const Matrix& models, const MatrixView& features,
                              Eigen::Ref<Matrix> scores) const {
  const Index documents = features.rows();
  if (models.rows() == 1)
    return dot_alone(features, models.data(), scores.data());
  double* const side_by_side = scratch(0, features_ * kModelsAtOnce);
  double* const out = scratch(1, documents * kModelsAtOnce);
  for (Index first = 0; first < models.rows(); first += kModelsAtOnce) {
    const Index count = std::min(kModelsAtOnce, models.rows() - first);
    for (Index j = 0; j < features_; ++j)
      for (Index m = 0; m < count; ++m)
        side_by_side[j * kModelsAtOnce + m] = models(first + m, j);
    wide<DotTogether>(features.data(), features.outerStride(), documents,
                      features_, side_by_side, out);
    for (Index i = 0; i < documents; ++i)
      for (Index m = 0; m < count; ++m)
        scores(first + m, i) = out[i * kModelsAtOnce + m];
  }
}

void LinearRanker::step_from(const Activations&, const VectorView&,
                             const MatrixView& features,
                             std::span<const Index> documents,
                             std::span<const double> weights,
                             Eigen::Ref<Vector> into) const {
  thread_local std::vector<Index> places;
  thread_local std::vector<double> scales;
  places.clear();
  scales.clear();
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (weights[i] == 0) continue;
    places.push_back(documents[i]);
    scales.push_back(weights[i]);
  }
  wide<AddRows>(features.data(), features.outerStride(), features_,
                places.data(), scales.data(), std::ssize(places), into.data());
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
