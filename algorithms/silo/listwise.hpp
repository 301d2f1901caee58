#pragma once

#include <cstdint>
#include <vector>

#include "algorithms/core/linalg.hpp"
#include "algorithms/silo/training_instances.hpp"

namespace fedltr {

/// Options for training a linear score on whole lists of documents. All were
/// chosen on Cranfield and synthetic texts; docs/silo-recipe.md lists the
/// alternatives tried.
struct ListwiseOptions {
  std::uint32_t folds = 5;   ///< of each party's queries, to choose the number
                             ///< of steps
  std::uint32_t steps = 64;  ///< maximum steps of gradient descent
  std::size_t depth = 100;   ///< documents per list, the best by BM25
  double rate = 0.1;
  double l2 = 0.01;  ///< times half the squared distance from the start
  double cross_weight = 0.1;
};

/// Weight of title's and body's BM25 (ranking features 0 and 1) at a start.
/// The others start at 0.
inline constexpr double kStartWeight = 0.6;

/// Number of untrained rankers from which training may start.
inline constexpr std::uint32_t kListwiseStarts = 3;

/// A start, the baseline for training: BM25 of both fields (0), of the body (1)
/// or of the title (2), and a constant without effect.
/// @param candidate  below kListwiseStarts
/// @return           #features + 1
Vector listwise_start(Index features, std::uint32_t candidate = 0);

/// The work of the lead and the parties in iteration i, from 0. First comes an
/// iteration for each candidate start: the parties report how well it ranks all
/// of their training queries, at least. Then one stage per fold and one with
/// all queries follow, of steps + 1 iterations each. In the stage of a fold the
/// parties leave its queries out of their gradients and report how well the
/// parameters rank them; the last iteration of a stage only asks for this
/// report.
struct ListwiseStage {
  bool chooses;        ///< the start: `step` is the candidate, `fold` 0
  std::uint32_t fold;  ///< `folds` is the stage with all queries
  std::uint32_t step;  ///< made so far, 0 to steps

  ListwiseStage(const ListwiseOptions& options, std::uint32_t iteration);
  /// True in the first iteration after the choice of a start.
  bool starts() const { return !chooses && fold == 0 && step == 0; }
};

/// A query's documents to be ranked.
struct RankedList {
  Matrix features;                   ///< #documents by #features
  std::vector<std::uint8_t> grades;  ///< #documents; empty if not judged
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

/// One party's part in listwise training, alone or as a member. Sends gradients
/// as in pointwise training, but of a smaller model.
///
/// Labelled lists: targets are equal over the relevant documents, all other
/// retrieved documents are negatives; a list with n relevant ones has weight
/// sqrt(n). Cross lists are not judged: the target is the softmax of the
/// start's scores, so retrieval scores with their uncertainty, and their weight
/// is cross_weight.
class ListwiseTrainer {
 public:
  /// @param labelled  of training queries, in their order
  /// @param cross     the same queries' documents of other parties
  /// @param learns    true if the party has judged any document
  ListwiseTrainer(const ListwiseOptions& options, Index features,
                  std::vector<RankedList> labelled,
                  std::vector<RankedList> cross, bool learns);

  bool learns() const { return learns_; }

  /// Returns the gradient at some parameters in an iteration. The place of the
  /// constant's gradient, which is always 0, holds the mean nDCG@10 of the
  /// held-out queries: 0 in the last stage or if there are none. Remembers how
  /// well each step ranks them. For a candidate start the gradient is 0, and
  /// the mean is over all queries, less two standard errors of its gain over
  /// the first candidate. The chosen start, which is both the anchor
  /// and what keep() falls back to, is that of the first fold's first step.
  /// @param parameters  #features + 1; an untrained ranker where a start is due
  /// @throws std::invalid_argument  for another start
  Vector answer(const VectorView& parameters, std::uint32_t iteration,
                Instances instances);

  /// Trains by itself, as if it were the only member.
  Vector train_alone(Instances instances);

  /// Returns the joint model, or the start if the start is better by two
  /// standard errors on the party's own held-out queries, or at all on its
  /// training queries.
  /// @param iteration  of the final model: where the last stage stopped
  Vector keep(const VectorView& joint, std::uint32_t iteration) const;

 private:
  /// Differences in nDCG between a model and a start, over queries.
  struct Gains {
    double count = 0;
    double mean = 0;
    double squares = 0;  ///< of distances from the mean

    void add(double gain);
    /// Standard error of the mean; 1, the largest gain, for less than two.
    double error() const;
  };

  Vector gradient(const VectorView& weights, std::uint32_t fold,
                  Instances instances) const;
  double validate(const VectorView& weights, const ListwiseStage& stage);
  /// Mean nDCG@10 over all queries with a relevant document; 0 without any.
  double mean_ndcg(const VectorView& parameters) const;
  /// Mean nDCG@10 over all queries, less two standard errors of its gain over
  /// the first start: few queries do not move the choice.
  double judge_start(const VectorView& start) const;
  void start_at(const VectorView& start);

  ListwiseOptions options_;
  Vector start_;  ///< #features + 1
  std::vector<RankedList> labelled_;
  std::vector<Vector> targets_;  ///< empty if none is relevant
  std::vector<RankedList> cross_;
  std::vector<Vector> cross_targets_;
  bool learns_;
  std::vector<double> at_start_;  ///< nDCG@10 by labelled list
  std::vector<Gains> gains_;      ///< by step
};

}  // namespace fedltr
