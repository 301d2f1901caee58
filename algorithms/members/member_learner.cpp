#include "algorithms/members/member_learner.hpp"

#include <map>
#include <utility>

#include "algorithms/core/hash.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/members/epoch_code.hpp"
#include "algorithms/privacy/gamma_laplace.hpp"
#include "algorithms/ranking/list_loss.hpp"

namespace fedltr {

MemberLearner::MemberLearner(MemberTraining training,
                             std::shared_ptr<const Dataset> own,
                             std::uint32_t member,
                             std::shared_ptr<SearchSource> searches)
    : training_(std::move(training)),
      own_(std::move(own)),
      member_(member),
      searches_(std::move(searches)) {
  if (const auto& clicks = training_.clicks) {
    if (!clicks->user || own_->queries() == 0) return;
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
  if (!training_.clicks) return std::ssize(judged_);
  return training_.clicks->user ? own_->queries() : 0;
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
  auto documents =
      numbers_below<Index>(static_cast<std::size_t>(features.rows()));
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
  Vector message(clicks.learner->message_size(model.size()));
  clicks.learner->learn(model, clicks.searches, streams, session, message);
  Vector change = Vector::Zero(model.size());
  const bool is_model = clicks.learner->sends_models();
  clicks.learner->add(message, is_model ? 1 : training_.rate, change);
  if (is_model) change -= model;
  return change;
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

/// Returns the change of the model by these searches of real users.
Vector MemberLearner::by_recorded(
    const std::vector<const RecordedSearch*>& searches, std::uint32_t epoch,
    const VectorView& model) const {
  const ClickTraining& clicks = *training_.clicks;
  Streams streams(clicks.seed, member_, epoch);
  Vector local(clicks.learner->message_size(model.size()));
  const auto learning =
      clicks.learner->begin(model, std::ssize(searches), streams, local);
  Search search;
  for (const RecordedSearch* each : searches) {
    const auto shown = std::ssize(each->clicks);
    FeatureTable rows(std::ssize(each->rows) / shown, Storage::kFloat64);
    rows.append(std::vector<double>(each->rows.begin(), each->rows.end()));
    auto ranking = numbers_below<std::uint32_t>(each->clicks.size());
    search.reserve(shown, kLongestList);
    search.open({rows, 0, shown});
    const std::vector<float> propensities(each->scores.begin(),
                                          each->scores.end());
    LoggedList list{0, ranking, each->clicks, {}};
    if (clicks.from_log)
      list.propensities = propensities;
    else
      list.scores = each->scores;
    search.show_logged(list);
    learning->show(search);
    learning->learn(search);
  }
  learning->end();
  return local - model;
}

Vector MemberLearner::by_searches(std::uint32_t epoch,
                                  const VectorView& model) const {
  const auto taken =
      searches_->take(epoch, training_.unit, training_.clicks->searches);
  std::map<std::string, std::vector<const RecordedSearch*>> by_unit;
  for (const RecordedSearch& search : taken)
    by_unit[training_.unit == PrivacyUnit::kUser ? search.user : ""].push_back(
        &search);
  Vector part = Vector::Zero(model.size());
  for (const auto& [user, searches] : by_unit)
    add_unit(by_recorded(searches, epoch, model), part);
  return part;
}

/// Adds what one unit changes, clipped.
void MemberLearner::add_unit(Vector step, Vector& part) const {
  clip_norm(step, training_.clip);
  if (training_.unit != PrivacyUnit::kMember) cut_to(training_.quantum, step);
  part += step;
}

Vector MemberLearner::part(std::uint32_t epoch, const VectorView& model) const {
  if (searches_) return by_searches(epoch, model);
  Vector part = Vector::Zero(model.size());
  if (queries() == 0) return part;
  if (training_.unit == PrivacyUnit::kMember)
    add_unit(users_ ? by_clicks(*users_, training_.clicks->seed, epoch, model)
                    : by_judgements(model),
             part);
  else
    for (Index place = 0; place < queries(); ++place)
      add_unit(by_query(place, epoch, model), part);
  return part;
}

}  // namespace fedltr
