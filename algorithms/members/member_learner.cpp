#include "algorithms/members/member_learner.hpp"

#include <numeric>
#include <utility>

#include "algorithms/core/hash.hpp"
#include "algorithms/members/epoch_code.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"
#include "algorithms/ranking/list_loss.hpp"

namespace fedltr {

MemberLearner::MemberLearner(MemberTraining training,
                             std::shared_ptr<const Dataset> own,
                             std::uint32_t member)
    : training_(std::move(training)), own_(std::move(own)), member_(member) {
  if (const auto& clicks = training_.clicks) {
    if (own_->queries() == 0) return;
    auto users =
        std::make_shared<Simulation>(own_, training_.ranker, clicks->user);
    users->list = clicks->list;
    users_ = std::move(users);
    return;
  }
  for (Index query = 0; query < own_->queries(); ++query)
    if (Vector target = target_of_gains(own_->labels_of(query));
        target.size() > 0)
      judged_.push_back({query, std::move(target)});
}

Index MemberLearner::queries() const {
  return training_.clicks ? own_->queries() : std::ssize(judged_);
}

/// Adds the negative gradient of a query's loss.
void MemberLearner::add_gradient(const Judged& judged, const VectorView& model,
                                 Eigen::Ref<Vector> sum) const {
  std::vector<double> room;
  const auto features = own_->features_of(judged.query, room);
  Vector scores(features.rows());
  Activations kept;
  training_.ranker->score_keeping(model, features, scores, kept);
  const Vector weights = judged.target - softmax(scores);
  std::vector<Index> documents(static_cast<std::size_t>(features.rows()));
  std::iota(documents.begin(), documents.end(), Index{0});
  training_.ranker->step_from(
      kept, model, features, documents,
      {weights.data(), static_cast<std::size_t>(weights.size())}, sum);
}

Vector MemberLearner::by_judgements(const VectorView& model) const {
  Vector local = model;
  for (std::uint32_t step = 0; step < training_.steps; ++step) {
    Vector ascent = Vector::Zero(model.size());
    for (const Judged& each : judged_) add_gradient(each, local, ascent);
    local += training_.rate / static_cast<double>(judged_.size()) * ascent;
  }
  return local - model;
}

/// Returns the change of the model by searches of these users.
Vector MemberLearner::by_clicks(const Simulation& users, std::uint64_t seed,
                                std::uint32_t epoch,
                                const VectorView& model) const {
  const ClickTraining& clicks = *training_.clicks;
  Streams streams(seed, member_, epoch);
  Session session;
  session.enter(users);
  Vector local(clicks.learner->message_size(model.size()));
  clicks.learner->learn(model, clicks.searches, streams, session, local);
  return local - model;
}

Vector MemberLearner::by_query(Index place, std::uint32_t epoch,
                               const VectorView& model) const {
  if (!users_) {
    Vector step = Vector::Zero(model.size());
    add_gradient(judged_[static_cast<std::size_t>(place)], model, step);
    return training_.rate * step;
  }
  Simulation users = *users_;
  users.queries = {place};
  return by_clicks(users,
                   hash_of(own_->query_name(place), training_.clicks->seed),
                   epoch, model);
}

Vector MemberLearner::part(std::uint32_t epoch, const VectorView& model) const {
  Vector part = Vector::Zero(model.size());
  if (queries() == 0) return part;
  if (training_.unit == PrivacyUnit::kMember) {
    part = users_ ? by_clicks(*users_, training_.clicks->seed, epoch, model)
                  : by_judgements(model);
    clip_norm(part, training_.clip);
    return part;
  }
  for (Index place = 0; place < queries(); ++place) {
    Vector step = by_query(place, epoch, model);
    clip_norm(step, training_.clip);
    cut_to(training_.quantum, step);
    part += step;
  }
  return part;
}

}  // namespace fedltr
