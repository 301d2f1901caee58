#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/linalg.hpp"

namespace fedltr {

/// Training of a linear score on whole lists of documents. All were chosen on
/// Cranfield and synthetic texts; docs/silo-recipe.md has what else was tried.
struct ListwiseOptions {
  std::uint32_t folds = 5;  ///< of each party's queries, to choose when to stop
  std::uint32_t steps = 64;  ///< most steps of gradient descent
  std::size_t depth = 100;   ///< documents of a list, the best by BM25
  double rate = 0.1;
  double l2 = 0.01;  ///< times half the squared distance from the start
  double cross_weight = 0.1;
};

/// Weight of title's and body's BM25 (ranking features 0 and 1) at the start:
/// what training has to beat. The others start at 0.
inline constexpr double kStartWeight = 0.6;

/// The start: BM25 of both fields, and an inert constant.
/// @return  #features + 1
Vector listwise_start(Index features);

/// What the lead and the parties do in iteration i, from 0: stages, one a fold
/// and then one with all queries, of steps + 1 iterations each. In the stage of
/// a fold the parties leave its queries out of their gradients and say how well
/// the parameters rank them; the last iteration of a stage only asks that.
struct ListwiseStage {
  std::uint32_t fold;  ///< folds: no fold, the stage with all queries
  std::uint32_t step;  ///< made so far, 0 to steps

  ListwiseStage(const ListwiseOptions& options, std::uint32_t iteration)
      : fold(iteration / (options.steps + 1)),
        step(iteration % (options.steps + 1)) {}
};

/// A query's documents, to be ranked.
struct RankedList {
  Matrix features;                   ///< #documents by #features
  std::vector<std::uint8_t> grades;  ///< #documents; none: not judged
};

/// Loss of a list: cross-entropy between a target and the softmax of the
/// scores, over the whole list (ListNet's top-one loss, Cao et al., ICML 2007).
/// @param target    sums to 1
/// @param weights   #features
/// @param gradient  #features, added to, times `weight`
/// @return          the loss times `weight`
double add_list_gradient(const MatrixView& features, const VectorView& target,
                         const VectorView& weights, double weight,
                         Eigen::Ref<Vector> gradient);

/// One party's part in listwise training; alone, or as a member. Sends what
/// pointwise training sends, of a smaller model: a gradient.
///
/// Labelled lists: targets are equal over the relevant documents, all others
/// that were retrieved are negatives; a list with n relevant ones weighs
/// sqrt(n). Cross lists: nobody judged them; the target is the softmax of the
/// start's scores, so retrieval scores with their uncertainty, and cross_weight
/// says what they weigh.
class ListwiseTrainer {
 public:
  /// @param labelled  of training queries, in their order
  /// @param cross     the same queries' documents of other parties
  /// @param learns    whether the party has judged anything at all
  ListwiseTrainer(const ListwiseOptions& options, Index features,
                  std::vector<RankedList> labelled,
                  std::vector<RankedList> cross, bool learns);

  bool learns() const { return learns_; }

  /// The gradient at some parameters in an iteration. Where the constant's
  /// gradient would stand, which is always 0, stands the mean nDCG@10 of the
  /// held-out queries: 0 in the last stage or if there are none.
  /// Remembers how well each step ranks them.
  /// @param parameters  #features + 1
  Vector answer(const VectorView& parameters, std::uint32_t iteration,
                bool with_cross);

  /// Trains by itself, as if it were all members.
  Vector train_alone(bool with_cross);

  /// The joint model, unless the party's own held-out queries say that the
  /// start is better by two standard errors: then the start.
  /// @param iteration  of the final model: where the last stage stopped
  Vector keep(const VectorView& joint, std::uint32_t iteration) const;

 private:
  /// Of a step's nDCG less the start's, over held-out queries.
  struct Gains {
    double count = 0;
    double mean = 0;
    double squares = 0;  ///< of distances from the mean
  };

  Vector gradient(const VectorView& weights, std::uint32_t fold,
                  bool with_cross) const;
  double validate(const VectorView& weights, const ListwiseStage& stage);

  ListwiseOptions options_;
  Vector start_;  ///< #features + 1
  std::vector<RankedList> labelled_;
  std::vector<Vector> targets_;  ///< empty: none is relevant
  std::vector<RankedList> cross_;
  std::vector<Vector> cross_targets_;
  bool learns_;
  std::vector<double> at_start_;  ///< nDCG@10 by labelled list
  std::vector<Gains> gains_;      ///< by step
};

}  // namespace fedltr
