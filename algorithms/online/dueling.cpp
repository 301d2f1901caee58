#include "algorithms/online/dueling.hpp"

#include <algorithm>
#include <numeric>

namespace fedltr {
namespace {

const Parameter kDelta = real_parameter("dueling.delta", 1, kPositive,
                                        "length of the exploration step");
const Parameter kCandidates =
    whole_parameter("pmgd.candidates", 49, 1, 1000,
                    "number of rankers compared with the model");

/// Each ranker's weight 1 / rank^3 of each document. Equal scores keep the
/// order of the documents.
Matrix rank_weights(const MatrixView& scores) {
  thread_local std::vector<Index> order;
  order.resize(scores.cols());
  Matrix weights(scores.rows(), scores.cols());
  for (Index ranker = 0; ranker < scores.rows(); ++ranker) {
    std::iota(order.begin(), order.end(), Index{0});
    std::ranges::stable_sort(order, [&](Index a, Index b) {
      return scores(ranker, a) > scores(ranker, b);
    });
    double rank = 0;
    for (const Index document : order) {
      ++rank;
      weights(ranker, document) = 1 / (rank * rank * rank);
    }
  }
  return weights;
}

Index draw(const Eigen::Ref<const Eigen::RowVectorXd>& weights, double mass,
           Rng& rng) {
  double target = rng.uniform() * mass;
  Index last = 0;
  for (Index i = 0; i < weights.size(); ++i) {
    if (weights(i) == 0) continue;
    last = i;
    target -= weights(i);
    if (target < 0) break;
  }
  return last;
}

void draw_directions(Matrix& directions, Rng& rng) {
  for (Index i = 0; i < directions.rows(); ++i) {
    Eigen::Map<Vector> direction(directions.row(i).data(), directions.cols());
    rng.fill_normal(direction);
    direction.normalize();
  }
}

}  // namespace

void multileave(const MatrixView& scores, std::size_t length, Rng& rng,
                MultileavedList& list) {
  const Index rankers = scores.rows();
  Matrix weights = rank_weights(scores);
  list.length = length;
  list.credit.setZero(static_cast<Index>(length), rankers);
  for (std::size_t rank = 0; rank < length; ++rank) {
    // Placed documents weigh 0.
    const Vector mass = weights.rowwise().sum();
    const Index chosen = rng.below(rankers);
    const Index document = draw(weights.row(chosen), mass(chosen), rng);
    list.ranking[rank] = document;
    const Vector likelihood = weights.col(document).array() / mass.array();
    list.credit.row(rank) = likelihood.transpose() / likelihood.sum();
    weights.col(document).setZero();
  }
}

/// Steps from search to search, each with new directions.
class DuelingLearner::Local final : public LocalLearning {
 public:
  Local(const DuelingLearner& learner, const VectorView& global,
        LearnerStreams& streams, Eigen::Ref<Vector> message)
      : learner_(learner),
        streams_(streams),
        message_(message),
        directions_(learner.candidates_, global.size()) {
    message_ = global;
  }

  void show(Search& search) override {
    draw_directions(directions_, streams_.exploration);
    const auto features = search.features();
    scores_.resize(directions_.rows() + 1, features.rows());
    scored_.resize(features.rows());
    for (Index ranker = 0; ranker < scores_.rows(); ++ranker) {
      candidate_ = message_;
      if (ranker > 0)
        candidate_ += learner_.delta_ * directions_.row(ranker - 1).transpose();
      learner_.ranker_->score(candidate_, features, scored_);
      scores_.row(ranker) = scored_.transpose();
    }
    multileave(scores_, search.ranking().size(), streams_.ranking, list_);
    search.show({list_.ranking.data(), list_.length});
  }

  void learn(Search& search) override {
    Vector credit = Vector::Zero(directions_.rows() + 1);
    const auto clicks = search.clicks();
    for (std::size_t rank = 0; rank < clicks.size(); ++rank)
      if (clicks[rank]) credit += list_.credit.row(rank).transpose();
    Index winners = 0;
    candidate_.setZero();
    for (Index ranker = 1; ranker < credit.size(); ++ranker) {
      if (!(credit(ranker) > credit(0))) continue;
      ++winners;
      candidate_ += directions_.row(ranker - 1).transpose();
    }
    if (winners > 0) message_ += learner_.rate_ / winners * candidate_;
  }

 private:
  const DuelingLearner& learner_;
  LearnerStreams& streams_;
  Eigen::Ref<Vector> message_;
  Matrix directions_;  ///< #candidates by #parameters, of length 1
  Matrix scores_;      ///< #rankers by #candidates of a search; the model first
  Vector candidate_;
  Vector scored_;
  MultileavedList list_;
};

std::unique_ptr<LocalLearning> DuelingLearner::begin(
    const VectorView& global, Index, LearnerStreams& streams,
    Eigen::Ref<Vector> message) const {
  return std::make_unique<Local>(*this, global, streams, message);
}

LearnerMethod dbgd_learner() {
  return {
      "dbgd",
      "dueling bandit gradient descent, probabilistic interleaving",
      "Yue and Joachims (ICML 2009); Hofmann et al. (CIKM 2011)",
      {kRate, kDelta},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<DuelingLearner>(options.parameters.real(kRate),
                                                options.parameters.real(kDelta),
                                                1, std::move(ranker));
      }};
}

LearnerMethod pmgd_learner() {
  return {
      "pmgd",
      "multileave gradient descent, probabilistic, exact credit",
      "Oosterhuis et al. (ECIR 2016); Schuth et al. (SIGIR 2015)",
      {kRate, kDelta, kCandidates},
      [](const LearnerOptions& options, std::shared_ptr<const Ranker> ranker) {
        return std::make_shared<DuelingLearner>(
            options.parameters.real(kRate), options.parameters.real(kDelta),
            options.parameters.whole<Index>(kCandidates), std::move(ranker));
      }};
}

}  // namespace fedltr
