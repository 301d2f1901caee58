#include "algorithms/members/preference_exam.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>

#include "algorithms/core/hash.hpp"
#include "algorithms/members/held_out_exam.hpp"
#include "algorithms/members/team_draft.hpp"

namespace fedltr {
namespace {

/// Sum and number of a user's values.
struct MeanValue {
  double sum = 0;
  double count = 0;

  void add(double value) { sum += value, ++count; }
  double mean() const { return sum / count; }
};

}  // namespace

PreferenceExam::PreferenceExam(PreferenceTerms terms, MemberTraining training,
                               std::shared_ptr<const Dataset> own,
                               std::uint32_t member,
                               std::shared_ptr<SearchSource> searches,
                               std::shared_ptr<const MemberTrial> trial)
    : terms_(terms),
      training_(std::move(training)),
      own_(std::move(own)),
      member_(member),
      searches_(std::move(searches)),
      trial_(std::move(trial)) {}

/// Returns the values of real users.
std::vector<double> PreferenceExam::of_recorded(std::uint32_t epoch) const {
  std::vector<double> values;
  std::map<std::string, MeanValue> by_user;
  for (const Preference& each :
       searches_->take_preferences(epoch, trial_->began)) {
    const double value = each.twice / 2.0;
    // Without a name it can be anybody's.
    each.user.empty() ? values.push_back(value) : by_user[each.user].add(value);
  }
  for (const auto& [user, value] : by_user) values.push_back(value.mean());
  return values;
}

/// Returns the values of searches of these users.
std::vector<double> PreferenceExam::simulate(const Simulation& users,
                                             std::uint64_t seed,
                                             std::uint32_t epoch,
                                             const VectorView& model) const {
  Streams streams(seed, member_, epoch);
  Session session;
  session.enter(users);
  std::vector<double> values;
  for (Index i = 0; i < terms_.searches; ++i) {
    session.ask(streams.query);
    Search& search = session.search();
    const auto best_by = [&](const VectorView& scorer) {
      search.score(*training_.ranker, scorer);
      search.show_best();
      return std::vector<Index>(search.ranking().begin(),
                                search.ranking().end());
    };
    const auto newest = best_by(model);
    std::vector<Index> rival(newest.size());
    if (terms_.comparing.with == Opponent::kEngine)
      std::iota(rival.begin(), rival.end(), Index{0});
    else
      rival = best_by(trial_->kept);
    if (rival == newest) continue;
    const TeamDraft draft = draft_teams(rival, newest, streams.ranking);
    search.show(draft.ranking);
    session.observe(streams.click);
    if (std::ranges::count(search.clicks(), 1) > 0)
      values.push_back(twice_preference(draft.teams, search.clicks()) / 2.0);
  }
  return values;
}

/// Returns the values of simulated users.
std::vector<double> PreferenceExam::of_simulated(
    std::uint32_t epoch, const VectorView& model) const {
  const ClickTraining& clicks = *training_.clicks;
  if (own_->queries() == 0) return {};
  Simulation users(own_, training_.ranker, clicks.user);
  users.list = clicks.list;
  if (training_.unit == PrivacyUnit::kMember)
    return simulate(users, clicks.seed, epoch, model);
  std::vector<double> values;
  for (Index query = 0; query < own_->queries(); ++query) {
    users.queries = {query};
    MeanValue value;
    for (const double each :
         simulate(users, hash_of(own_->query_name(query), clicks.seed), epoch,
                  model))
      value.add(each);
    if (value.count > 0) values.push_back(value.mean());
  }
  return values;
}

Vector PreferenceExam::part(std::uint32_t epoch,
                            const VectorView& model) const {
  Vector part = Vector::Zero(Index{kExamWords});
  if (trial_->kept.size() != model.size()) return part;
  const auto values =
      searches_ ? of_recorded(epoch) : of_simulated(epoch, model);
  if (values.empty()) return part;
  if (terms_.one_each) {
    MeanValue all;
    for (const double value : values) all.add(value);
    return exam_part(all.mean(), terms_.quantum);
  }
  for (const double value : values) part += exam_part(value, terms_.quantum);
  return part;
}

}  // namespace fedltr
