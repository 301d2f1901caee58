#include "algorithms/online/dueling.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

const Parameter kDelta = real_parameter("dueling.delta", 1, kPositive,
                                        "length of the exploration step");
const Parameter kCandidates =
    whole_parameter("pmgd.candidates", 49, 1, 1000,
                    "number of rankers compared with the model");

/// Buffers of the thread, reused from search to search.
struct Scratch {
  Matrix directions;  ///< #candidates by #parameters, of length 1
  Matrix scores;      ///< #rankers by #documents; the model's first
  Vector candidate;
  Vector scored;
  MultileavedList list;
};

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
  list.credit.setZero(kShownList, rankers);
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

OnlineTotals DuelingLearner::learn(const VectorView& global, Index interactions,
                                   Streams& streams, Session& session,
                                   Eigen::Ref<Vector> message) const {
  thread_local Scratch scratch;
  auto& [directions, scores, candidate, scored, list] = scratch;
  directions.resize(candidates_, global.size());
  message = global;
  OnlineTotals totals;
  for (Index i = 0; i < interactions; ++i) {
    draw_directions(directions, streams.exploration);
    session.ask(streams.query);
    const auto features = session.features();
    scores.resize(candidates_ + 1, features.rows());
    scored.resize(features.rows());
    for (Index ranker = 0; ranker <= candidates_; ++ranker) {
      candidate = message;
      if (ranker > 0)
        candidate += delta_ * directions.row(ranker - 1).transpose();
      ranker_->score(candidate, features, scored);
      scores.row(ranker) = scored.transpose();
    }
    multileave(scores, std::min(features.rows(), kShownList), streams.ranking,
               list);
    session.show({list.ranking.data(), list.length});
    session.observe(streams.click);
    session.add_to(totals);

    Vector credit = Vector::Zero(candidates_ + 1);
    const auto clicks = session.clicks();
    for (std::size_t rank = 0; rank < clicks.size(); ++rank)
      if (clicks[rank]) credit += list.credit.row(rank).transpose();
    Index winners = 0;
    candidate.setZero();
    for (Index ranker = 1; ranker <= candidates_; ++ranker) {
      if (!(credit(ranker) > credit(0))) continue;
      ++winners;
      candidate += directions.row(ranker - 1).transpose();
    }
    if (winners > 0) message += rate_ / winners * candidate;
  }
  return totals;
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
