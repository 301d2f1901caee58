#include "algorithms/online/learner.hpp"

#include "algorithms/online/dueling.hpp"
#include "algorithms/online/evolution.hpp"
#include "algorithms/online/pdgd.hpp"
#include "algorithms/unbiased/doubly_robust.hpp"
#include "algorithms/unbiased/dual_learning.hpp"
#include "algorithms/unbiased/inverse_propensity.hpp"
#include "algorithms/unbiased/naive.hpp"
#include "algorithms/unbiased/pairwise_debiasing.hpp"
#include "algorithms/unbiased/regression_em.hpp"
#include "algorithms/unbiased/roomy_ranker.hpp"

namespace fedltr {

const Parameter kRate =
    real_parameter("rate", 0.1, kPositive,
                   "local step size; dbgd and pmgd are published with 0.01");

OnlineTotals Learner::learn(const VectorView& global, Index searches,
                            Streams& streams, Session& session,
                            Eigen::Ref<Vector> message) const {
  const auto learning = begin(global, searches, streams, message);
  OnlineTotals totals;
  for (Index i = 0; i < searches; ++i) {
    session.ask(streams.query);
    learning->show(session.search());
    session.observe(streams.click);
    session.add_to(totals);
    learning->learn(session.search());
  }
  learning->end();
  return totals;
}

bool Learner::accepts(const VectorView& message) const {
  // Zero times a number is zero unless the number is not finite, as one beyond
  // kLargestSent becomes when it is scaled: no ranker has such a weight, and a
  // few of them would add up to infinity.
  return (message.array() * 1e208 * 0).sum() == 0;
}

void Learner::add(const VectorView& message, double weight,
                  Eigen::Ref<Vector> sum) const {
  sum += weight * message;
}

const Methods<LearnerFactory, LearnerTraits>& learners() {
  static const Methods<LearnerFactory, LearnerTraits> table = {
      pdgd_learner(),
      evolution_learner(),
      dbgd_learner(),
      pmgd_learner(),
      naive_learner(),
      inverse_propensity_learner(),
      doubly_robust_learner(),
      dual_learner(),
      pairwise_debiasing_learner(),
      regression_em_learner(),
  };
  return table;
}

std::shared_ptr<const Ranker> with_room(const LearnerMethod& method,
                                        const RoomShape& shape,
                                        std::shared_ptr<const Ranker> ranker) {
  const auto& room = method.traits.room;
  if (!room) return ranker;
  return std::make_shared<RoomyRanker>(std::move(ranker), room(shape));
}

}  // namespace fedltr
