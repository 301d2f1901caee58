#pragma once

#include <functional>
#include <memory>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/method.hpp"

namespace fedltr {

/// Maximum number of grades of a model: its outputs need no heap memory.
inline constexpr int kMaxGrades = 32;

/// A linear model of one instance's grade. Parameters are #outputs by
/// #features + 1 weights, row by row, each row's last a constant.
///
/// Journal section 5.1: "point-wise, linear classification, cross-entropy and
/// L2"; ICDE section VI-A.
class PointwiseModel {
 public:
  using Row = Eigen::Ref<const Eigen::RowVectorXd>;

  virtual ~PointwiseModel() = default;

  Index features() const { return features_; }
  /// Selects the model's columns among all columns of documents.
  Matrix own_columns(const MatrixView& features) const {
    return features.middleCols(first_, features_);
  }
  Index grades() const { return grades_; }
  Index outputs() const { return outputs_; }
  Index parameters() const { return outputs_ * (features_ + 1); }

  /// Scores for ranking, one per row.
  /// @param features  #documents by kFeatureColumns, or up to own_columns()
  Vector scores(const VectorView& parameters, const MatrixView& features) const;

  /// Returns the label that the model itself gives an instance.
  double label(const VectorView& parameters, const Row& instance) const;

  /// Adds an instance's gradient times `weight`.
  /// @param target  a grade, or a result of label()
  /// @return        the instance's loss times `weight`
  double add_gradient(const VectorView& parameters, const Row& instance,
                      double target, double weight,
                      Eigen::Ref<Vector> gradient) const;

 protected:
  /// @param first  first column of its features
  PointwiseModel(Index features, Index grades, Index outputs, Index first = 0);

 private:
  using Outputs = Eigen::Matrix<double, Eigen::Dynamic, 1, 0, kMaxGrades, 1>;

  /// Functions of one instance's outputs.
  virtual double score(const VectorView& outputs) const = 0;
  virtual double label_of(const VectorView& outputs) const = 0;
  /// Replaces the outputs by the slopes of the loss; returns the loss.
  virtual double slopes(double target, Eigen::Ref<Vector> outputs) const = 0;

  Outputs outputs_of(const VectorView& parameters, const Row& instance) const;

  Index first_;
  Index features_;
  Index grades_;
  Index outputs_;
};

/// @param features  1 or more
/// @param grades    2 to kMaxGrades: labels are 0 to grades - 1
using PointwiseFactory = std::function<std::shared_ptr<const PointwiseModel>(
    Index features, Index grades)>;

/// `softmax`: probabilities of the grades, cross-entropy; score: the expected
/// grade; label: the likeliest grade, the lower one of a tie.
/// `regression`: the grade itself, half the squared error; label: the
/// prediction, cut to the grades' range.
const Methods<PointwiseFactory>& pointwise_models();

/// A linear score of the ranking features (text/ranking_features.hpp); its
/// constant is 0 and has no effect.
std::shared_ptr<const PointwiseModel> ranking_model(Index grades);

}  // namespace fedltr
