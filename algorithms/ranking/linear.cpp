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
void dot_in_order(const MatrixView& features, const double* model,
                  double* out) {
  for (Index i = 0; i < features.rows(); ++i) {
    const double* const x = features.row(i).data();
    double sum = 0;
    for (Index j = 0; j < features.cols(); ++j) sum += x[j] * model[j];
    out[i] = sum;
  }
}

/// Scores some documents with one model, each by kPartialSums sums.
/// @param last    of the last kPartialSums features, the weights that are not
///                among whole registers before; 0 for the others
/// @tparam kFetch  prefetches the documents that follow: the processor does not
/// predict short rows read side by side
template <int kLanes, int kRows, bool kFetch, class Number>
FEDLTR_INLINE void dot_some(const Number* x, Index stride, Index features,
                            const double* model, const double* last,
                            double* out) {
  constexpr Index kParts = kPartialSums / kLanes;
  constexpr Index kLine = 64;  // bytes
  constexpr Index kLines = kRows * Index{sizeof(Number)} * kPartialSums / kLine;
  const char* next = reinterpret_cast<const char*>(x + kRows * stride);
  Lanes<kLanes> sums[kRows][kParts] = {};
  const auto add = [&](Index at, const double* weights)
      __attribute__((always_inline)) {
    for (Index part = 0; part < kParts; ++part) {
      Lanes<kLanes> weight;
      load(weights + part * kLanes, weight);
      for (Index row = 0; row < kRows; ++row) {
        Lanes<kLanes> value;
        load(x + row * stride + at + part * kLanes, value);
        sums[row][part] += value * weight;
      }
    }
  };
  Index j = 0;
  for (; j + kPartialSums <= features; j += kPartialSums) {
    if constexpr (kFetch)
      for (Index line = 0; line < kLines; ++line, next += kLine)
        __builtin_prefetch(next);
    add(j, model + j);
  }
  if (j < features) add(features - kPartialSums, last);
  for (Index row = 0; row < kRows; ++row) out[row] = add_up<kLanes>(sums[row]);
}

/// Scores documents of at least kPartialSums features with one model.
struct DotAlone {
  /// Maximum bytes of rows to prefetch: longer ones would not fit beside the
  /// current ones.
  static constexpr Index kShort = 3072;

  template <int kLanes, class Number>
  FEDLTR_INLINE static void run(const Number* x, Index stride, Index documents,
                                Index features, const double* model,
                                double* out) {
    std::array<double, kPartialSums> last{};
    for (Index j = features / kPartialSums * kPartialSums; j < features; ++j)
      last[j - (features - kPartialSums)] = model[j];
    if (stride * Index{sizeof(Number)} <= kShort)
      dot<kLanes, true>(x, stride, documents, features, model, last.data(),
                        out);
    else
      dot<kLanes, false>(x, stride, documents, features, model, last.data(),
                         out);
  }

 private:
  template <int kLanes, bool kFetch, class Number>
  FEDLTR_INLINE static void dot(const Number* x, Index stride, Index documents,
                                Index features, const double* model,
                                const double* last, double* out) {
    constexpr int kRows = kLanes == 2 ? 3 : 4;
    Index i = 0;
    for (; i + kRows <= documents; i += kRows)
      dot_some<kLanes, kRows, kFetch>(x + i * stride, stride, features, model,
                                      last, out + i);
    for (; i < documents; ++i)
      dot_some<kLanes, 1, kFetch>(x + i * stride, stride, features, model, last,
                                  out + i);
  }
};

/// Scores documents with one model.
template <class Number>
void score_alone(const Number* x, Index stride, Index documents, Index features,
                 const double* model, double* out) {
  if (features >= kPartialSums) {
    wide<DotAlone>(x, stride, documents, features, model, out);
    return;
  }
  for (Index i = 0; i < documents; ++i, x += stride) {
    std::array<double, kPartialSums> padded_row{};
    std::array<double, kPartialSums> padded_model{};
    std::copy_n(x, features, padded_row.begin());
    std::copy_n(model, features, padded_model.begin());
    wide<DotAlone>(static_cast<const double*>(padded_row.data()),
                   Index{kPartialSums}, Index{1}, Index{kPartialSums},
                   static_cast<const double*>(padded_model.data()), out + i);
  }
}

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
  score_alone(features.data(), features.outerStride(), features.rows(),
              features_, parameters.data(), scores.data());
}

void LinearRanker::score_rows(const VectorView& parameters,
                              const FeatureRows& features,
                              Eigen::Ref<Vector> scores,
                              Activations& kept) const {
  const float* const rows = features.table.float32_rows(features.first);
  if (!rows) return Ranker::score_rows(parameters, features, scores, kept);
  score_alone(rows, features_, features.count, features_, parameters.data(),
              scores.data());
}

void LinearRanker::score_many(const Matrix& models, const MatrixView& features,
                              Eigen::Ref<Matrix> scores) const {
  const Index documents = features.rows();
  if (models.rows() == 1)
    return dot_in_order(features, models.data(), scores.data());
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
