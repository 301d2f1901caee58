#pragma once

#include "algorithms/ranking/ranker.hpp"

namespace fedltr {

enum class Activation { kSigmoid, kRelu };

/// One hidden layer: f(x) = v . a(W x + b), no bias in the output.
///
/// `neural` (sigmoid, 64 units) is the network of DeepPDGD (Oosterhuis and de
/// Rijke, CIKM 2018) and of thesis chapters 4 and 5, `neural-relu` (10 units)
/// that of FOLtR-ES (Kharitonov, WSDM 2019).
///
/// In memory the parameters are W transposed (#features by #hidden, row by
/// row), b, v: then the many units are adjacent and add up in the order of the
/// features on any width of registers, with the same bits. In model files W is
/// #hidden by #features.
class NeuralRanker final : public Ranker {
 public:
  /// @param hidden  1 to kMaxHidden
  NeuralRanker(Index features, Index hidden, Activation activation);

  static constexpr Index kMaxHidden = 1024;

  Index size() const override { return (features_ + 2) * hidden_; }
  Index hidden() const override { return hidden_; }
  Activation activation() const { return activation_; }
  void score(const VectorView& parameters, const MatrixView& features,
             Eigen::Ref<Vector> scores) const override;
  void score_keeping(const VectorView& parameters, const MatrixView& features,
                     Eigen::Ref<Vector> scores,
                     Activations& kept) const override;
  void step_from(const Activations& kept, const VectorView& parameters,
                 const MatrixView& features, std::span<const Index> documents,
                 std::span<const double> weights,
                 Eigen::Ref<Vector> into) const override;
  Vector published(const VectorView& parameters) const override;
  /// The inverse of published().
  Vector from_published(const VectorView& parameters) const;
  /// Draws normals with standard deviation 1 / fan-in for weights and biases,
  /// as the PDGD author's code does.
  Vector draw_initial(Rng& rng) const override;

 private:
  /// Outputs of the hidden units, #documents by #hidden.
  /// @param documents  the features of each, 1 to 4
  void activate(const double* parameters,
                std::span<const double* const> documents, double* units) const;
  /// @param weights, units  #hidden
  double output(const double* weights, const double* units) const;

  Index features_;
  Index hidden_;
  Activation activation_;
};

RankerMethod sigmoid_ranker();
RankerMethod relu_ranker();

}  // namespace fedltr
