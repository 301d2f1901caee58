#include "algorithms/ranking/neural.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr {
namespace {

const Parameter kHidden = whole_parameter(
    "hidden", 64, 1, NeuralRanker::kMaxHidden, "number of hidden units");

/// Number of documents computed together, so that a row of weights is read once
/// for them.
constexpr std::size_t kGroup = 4;

/// Bytes of a number, in a register or alone.
constexpr std::size_t kBytes = sizeof(double);
template <class Register>
constexpr Index kNumbersIn = sizeof(Register) / kBytes;

/// Visits all units: two registers of them at a time, then one, then pairs,
/// then the last one.
template <int kLanes, class Visit>
FEDLTR_INLINE void for_units(Index hidden, Visit visit) {
  constexpr Index kPair = Index{2} * kLanes;
  Index u = 0;
  for (; u + kPair <= hidden; u += kPair)
    visit.template operator()<Lanes<kLanes>, 2>(u);
  for (; u + kLanes <= hidden; u += kLanes)
    visit.template operator()<Lanes<kLanes>, 1>(u);
  for (; u + 2 <= hidden; u += 2) visit.template operator()<Lanes<2>, 1>(u);
  for (; u < hidden; ++u) visit.template operator()<double, 1>(u);
}

/// units[d] += sum over j of x[d][j] * rows[j] for kGroup documents, in the
/// order of j, with sums in registers.
struct HiddenSums {
  const double* const* x;
  double* const* units;
  const double* rows;
  Index features;
  Index hidden;

  template <class Register, int kParts>
  FEDLTR_INLINE void operator()(Index u) const {
    constexpr Index kWidth = kNumbersIn<Register>;
    Register sums[kGroup][kParts];
    for (std::size_t d = 0; d < kGroup; ++d)
      for (int part = 0; part < kParts; ++part)
        load(units[d] + u + part * kWidth, sums[d][part]);
    for (Index j = 0; j < features; ++j)
      for (int part = 0; part < kParts; ++part) {
        Register row;
        load(rows + j * hidden + u + part * kWidth, row);
        for (std::size_t d = 0; d < kGroup; ++d) sums[d][part] += x[d][j] * row;
      }
    for (std::size_t d = 0; d < kGroup; ++d)
      for (int part = 0; part < kParts; ++part)
        store(sums[d][part], units[d] + u + part * kWidth);
  }

  template <int kLanes>
  FEDLTR_INLINE static void run(const HiddenSums* sums) {
    for_units<kLanes>(sums->hidden, HiddenSums(*sums));
  }
};

/// rows[j] += sum over kDocuments, in their order, of x[d][j] * slopes[d].
template <std::size_t kDocuments>
struct OuterSums {
  const double* const* x;
  const double* slopes;  ///< kDocuments by #hidden
  double* rows;
  Index features;
  Index hidden;

  template <class Register, int kParts>
  FEDLTR_INLINE void operator()(Index u) const {
    constexpr Index kWidth = kNumbersIn<Register>;
    Register slope[kDocuments][kParts];
    for (std::size_t d = 0; d < kDocuments; ++d)
      for (int part = 0; part < kParts; ++part)
        load(slopes + d * hidden + u + part * kWidth, slope[d][part]);
    for (Index j = 0; j < features; ++j)
      for (int part = 0; part < kParts; ++part) {
        double* const at = rows + j * hidden + u + part * kWidth;
        Register row;
        load(at, row);
        for (std::size_t d = 0; d < kDocuments; ++d)
          row += x[d][j] * slope[d][part];
        store(row, at);
      }
  }

  template <int kLanes>
  FEDLTR_INLINE static void run(const OuterSums* sums) {
    for_units<kLanes>(sums->hidden, OuterSums(*sums));
  }
};

/// OuterSums of a group, the last of which may be smaller.
void add_outer(std::span<const double* const> x, const double* slopes,
               Index hidden, Index features, double* rows) {
  const auto add = [&]<std::size_t kDocuments>() {
    const OuterSums<kDocuments> sums{x.data(), slopes, rows, features, hidden};
    wide<OuterSums<kDocuments>>(&sums);
  };
  switch (x.size()) {
    case 1:
      return add.template operator()<1>();
    case 2:
      return add.template operator()<2>();
    case 3:
      return add.template operator()<3>();
    default:
      return add.template operator()<kGroup>();
  }
}

/// slopes = weight * output * the activation's derivative at these outputs.
struct Slopes {
  template <int>
  FEDLTR_INLINE static void run(const double* __restrict units,
                                const double* __restrict output, double weight,
                                Activation activation, Index hidden,
                                double* __restrict slopes) {
    if (activation == Activation::kSigmoid)
      for (Index u = 0; u < hidden; ++u)
        slopes[u] = weight * output[u] * (units[u] * (1 - units[u]));
    else
      for (Index u = 0; u < hidden; ++u)
        slopes[u] = weight * output[u] * (units[u] > 0 ? 1.0 : 0.0);
  }
};

/// Steps the biases and the output's weights.
struct StepBehind {
  template <int>
  FEDLTR_INLINE static void run(const double* __restrict units,
                                const double* __restrict slopes, double weight,
                                Index hidden, double* __restrict bias,
                                double* __restrict output) {
    for (Index u = 0; u < hidden; ++u) {
      bias[u] += slopes[u];
      output[u] += weight * units[u];
    }
  }
};

}  // namespace

NeuralRanker::NeuralRanker(Index features, Index hidden, Activation activation)
    : features_(features), hidden_(hidden), activation_(activation) {
  require(hidden >= 1 && hidden <= kMaxHidden,
          "a neural ranker has 1 to 1024 hidden units");
}

void NeuralRanker::activate(const double* parameters,
                            std::span<const double* const> documents,
                            double* units) const {
  const double* const bias = parameters + features_ * hidden_;
  std::array<const double*, kGroup> x{};
  std::array<double*, kGroup> at{};
  // If there are fewer, one stands for several: the same is stored twice.
  for (std::size_t d = 0; d < kGroup; ++d) {
    const std::size_t document = std::min(d, documents.size() - 1);
    x[d] = documents[document];
    at[d] = units + document * hidden_;
    std::copy_n(bias, hidden_, at[d]);
  }
  const HiddenSums sums{x.data(), at.data(), parameters, features_, hidden_};
  wide<HiddenSums>(&sums);
  const Index size = std::ssize(documents) * hidden_;
  if (activation_ == Activation::kSigmoid)
    sigmoid_in_place(units, size);
  else
    for (Index i = 0; i < size; ++i) units[i] = std::max(units[i], 0.0);
}

double NeuralRanker::output(const double* weights, const double* units) const {
  double even = 0;
  double odd = 0;
  Index u = 0;
  for (; u + 1 < hidden_; u += 2) {
    even += weights[u] * units[u];
    odd += weights[u + 1] * units[u + 1];
  }
  return even + odd + (u < hidden_ ? weights[u] * units[u] : 0);
}

void NeuralRanker::score(const VectorView& parameters,
                         const MatrixView& features,
                         Eigen::Ref<Vector> scores) const {
  thread_local Activations forgotten;
  score_keeping(parameters, features, scores, forgotten);
}

void NeuralRanker::score_keeping(const VectorView& parameters,
                                 const MatrixView& features,
                                 Eigen::Ref<Vector> scores,
                                 Activations& kept) const {
  const double* const weights = parameters.data() + (features_ + 1) * hidden_;
  const std::size_t size = features.rows() * hidden_;
  if (kept.size() < size) kept.resize(size);
  std::array<const double*, kGroup> x{};
  for (Index first = 0; first < features.rows(); first += kGroup) {
    const Index count = std::min<Index>(kGroup, features.rows() - first);
    for (Index d = 0; d < count; ++d) x[d] = features.row(first + d).data();
    double* const units = kept.data() + first * hidden_;
    activate(parameters.data(), std::span(x).first(count), units);
    for (Index d = 0; d < count; ++d)
      scores(first + d) = output(weights, units + d * hidden_);
  }
}

void NeuralRanker::step_from(const Activations& kept,
                             const VectorView& parameters,
                             const MatrixView& features,
                             std::span<const Index> documents,
                             std::span<const double> weights,
                             Eigen::Ref<Vector> into) const {
  thread_local std::vector<const double*> x;
  thread_local std::vector<std::size_t> steps;  // those that are not 0
  thread_local std::vector<double> slopes;
  x.clear();
  steps.clear();
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (weights[i] == 0) continue;
    x.push_back(features.row(documents[i]).data());
    steps.push_back(i);
  }
  // All slopes first: `into` may be `parameters`.
  slopes.resize(x.size() * hidden_);
  const double* const output = parameters.data() + (features_ + 1) * hidden_;
  for (std::size_t i = 0; i < x.size(); ++i)
    wide<Slopes>(kept.data() + documents[steps[i]] * hidden_, output,
                 weights[steps[i]], activation_, hidden_,
                 slopes.data() + i * hidden_);
  double* const rows = into.data();
  for (std::size_t first = 0; first < x.size(); first += kGroup)
    add_outer(std::span(x).subspan(first, std::min(kGroup, x.size() - first)),
              slopes.data() + first * hidden_, hidden_, features_, rows);
  double* const bias = rows + features_ * hidden_;
  for (std::size_t i = 0; i < x.size(); ++i)
    wide<StepBehind>(kept.data() + documents[steps[i]] * hidden_,
                     slopes.data() + i * hidden_, weights[steps[i]], hidden_,
                     bias, bias + hidden_);
}

Vector NeuralRanker::published(const VectorView& parameters) const {
  Vector file = parameters;
  Eigen::Map<Matrix>(file.data(), hidden_, features_) =
      Eigen::Map<const Matrix>(parameters.data(), features_, hidden_)
          .transpose();
  return file;
}

Vector NeuralRanker::from_published(const VectorView& parameters) const {
  Vector memory = parameters;
  Eigen::Map<Matrix>(memory.data(), features_, hidden_) =
      Eigen::Map<const Matrix>(parameters.data(), hidden_, features_)
          .transpose();
  return memory;
}

Vector NeuralRanker::draw_initial(Rng& rng) const {
  Vector parameters(size());
  const Index layer = (features_ + 1) * hidden_;
  for (Index i = 0; i < size(); ++i)
    parameters(i) = rng.normal() / (i < layer ? features_ : hidden_);
  return parameters;
}

RankerMethod sigmoid_ranker() {
  return {"neural",
          "one hidden layer of sigmoid units",
          "Oosterhuis and de Rijke (CIKM 2018), DeepPDGD",
          {kHidden},
          [](const RankerShape& shape) {
            return std::make_shared<NeuralRanker>(
                shape.features, shape.parameters.whole<Index>(kHidden),
                Activation::kSigmoid);
          },
          {.has_layers = true, .zero_is_symmetric = true}};
}

RankerMethod relu_ranker() {
  return {"neural-relu",
          "one hidden layer of rectified linear units (10 in FOLtR-ES)",
          "Kharitonov (WSDM 2019)",
          {kHidden},
          [](const RankerShape& shape) {
            return std::make_shared<NeuralRanker>(
                shape.features, shape.parameters.whole<Index>(kHidden),
                Activation::kRelu);
          },
          {.has_layers = true, .zero_is_stationary = true}};
}

}  // namespace fedltr
