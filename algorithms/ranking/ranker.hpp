#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/data/feature_table.hpp"

namespace fedltr {

/// Outputs of hidden units, #documents by #hidden; empty for rankers without.
using Activations = std::vector<double>;

/// A scoring function f(x; parameters), stateless: its parameters are one flat
/// vector, so that every aggregation rule works on every ranker.
class Ranker {
 public:
  virtual ~Ranker() = default;

  /// Number of parameters.
  virtual Index size() const = 0;

  /// scores(i) = f(features.row(i)).
  /// @param features  #documents by #features
  /// @param scores    #documents, overwritten
  virtual void score(const VectorView& parameters, const MatrixView& features,
                     Eigen::Ref<Vector> scores) const = 0;

  /// The same for several models in one pass over the features, which dominates
  /// the time of large sets. A model's scores do not depend on the other
  /// models; they may differ from those of score() by rounding.
  /// @param models  #models by #parameters
  /// @param scores  #models by #documents, overwritten
  virtual void score_many(const Matrix& models, const MatrixView& features,
                          Eigen::Ref<Matrix> scores) const;

  /// score(), keeping the state that a step at these parameters needs.
  /// @param kept  overwritten, grown where it is too small
  virtual void score_keeping(const VectorView& parameters,
                             const MatrixView& features,
                             Eigen::Ref<Vector> scores,
                             Activations& kept) const;

  /// score_keeping() of features as a set stores them, with the same bits.
  virtual void score_rows(const VectorView& parameters,
                          const FeatureRows& features,
                          Eigen::Ref<Vector> scores, Activations& kept) const;

  /// into += sum over i of weights[i] f'(features.row(documents[i])), with the
  /// gradient f' at `parameters`.
  /// @param kept       by score_keeping() of these parameters and features, of
  ///                   which only rows of `documents` are needed
  /// @param documents  rows of `features`
  /// @param weights    one per document
  /// @param into       #parameters; may be `parameters` themselves
  virtual void step_from(const Activations& kept, const VectorView& parameters,
                         const MatrixView& features,
                         std::span<const Index> documents,
                         std::span<const double> weights,
                         Eigen::Ref<Vector> into) const = 0;

  /// Hidden units, 0 for rankers without.
  virtual Index hidden() const { return 0; }

  /// Number of last parameters by which it does not rank.
  virtual Index room() const { return 0; }

  /// The parameters in the layout of model files.
  virtual Vector published(const VectorView& parameters) const {
    return parameters;
  }

  /// Draws a starting point other than zero.
  virtual Vector draw_initial(Rng& rng) const = 0;
};

enum class Initial { kZero, kNormal };

/// Everything a ranker is made from.
struct RankerShape {
  Index features = 0;
  ParameterValues parameters = {};

  explicit RankerShape(Index of_features, ParameterValues of_parameters = {})
      : features(of_features), parameters(std::move(of_parameters)) {}
  /// @param hidden  units, for rankers that have some
  RankerShape(Index of_features, Index hidden)
      : features(of_features),
        parameters{{"hidden", static_cast<std::uint64_t>(hidden)}} {}
};

using RankerFactory =
    std::function<std::shared_ptr<const Ranker>(const RankerShape&)>;

struct RankerTraits {
  bool has_layers =
      false;  ///< its output layer's parameters may stay with a client
  bool zero_is_symmetric = false;   ///< zero leaves units equal forever
  bool zero_is_stationary = false;  ///< zero has no gradient
};
using RankerMethod = Method<RankerFactory, RankerTraits>;

/// All rankers by name.
const Methods<RankerFactory, RankerTraits>& rankers();

/// `zero`, or `normal`: drawn by the ranker.
Vector initial_parameters(const Ranker& ranker, Initial initial, Rng& rng);

}  // namespace fedltr
