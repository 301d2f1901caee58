#include "app/deploy/agent.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "algorithms/core/rng.hpp"
#include "algorithms/data/letor.hpp"
#include "algorithms/members/team_draft.hpp"

namespace fedltr {
namespace {

void require_name_of(const std::string& name, const char* member) {
  if (name.empty() || name.size() > Agent::kMostOfName)
    throw DataError(std::string(member) + ": a name of " +
                    std::to_string(name.size()) + " bytes, expected 1 to " +
                    std::to_string(Agent::kMostOfName));
}

}  // namespace

Agent::Agent(AgentTerms terms, SearchLog& log,
             std::function<std::int64_t()> clock,
             std::function<std::uint64_t()> bits)
    : terms_(std::move(terms)),
      log_(log),
      clock_(std::move(clock)),
      bits_(std::move(bits)),
      model_(std::make_shared<const Model>(Model{terms_.epoch, terms_.model})) {
}

void Agent::use(std::uint32_t epoch, Vector model) {
  auto newest = std::make_shared<const Model>(Model{epoch, std::move(model)});
  const std::lock_guard lock(mutex_);
  model_ = std::move(newest);
}

void Agent::compare(const MemberTrial& trial) {
  auto now = std::make_shared<const MemberTrial>(trial);
  const std::lock_guard lock(mutex_);
  trial_ = std::move(now);
}

std::shared_ptr<const MemberTrial> Agent::trial() const {
  const std::lock_guard lock(mutex_);
  return trial_;
}

std::shared_ptr<const Agent::Model> Agent::newest() const {
  const std::lock_guard lock(mutex_);
  return model_;
}

void Agent::require_valid(const RankQuestion& question) const {
  const std::size_t count = question.documents.size();
  if (count < 1 || count > kMostCandidates)
    throw DataError("documents: " + std::to_string(count) +
                    " candidates, expected 1 to " +
                    std::to_string(kMostCandidates));
  if (question.rows.size() != count)
    throw DataError("rows: " + std::to_string(question.rows.size()) +
                    " rows of " + std::to_string(count) + " documents");
  for (const Vector& row : question.rows)
    if (row.size() != terms_.features)
      throw DataError("rows: a row of " + std::to_string(row.size()) +
                      " features, expected " + std::to_string(terms_.features));
  std::set<std::string_view> names;
  for (const std::string& name : question.documents) {
    require_name_of(name, "documents");
    if (!names.insert(name).second)
      throw DataError("documents: " + name + " is there twice");
  }
  if (question.user.empty() && terms_.by_user)
    throw DataError("user: is missing; members.unit = user needs it");
  if (!question.user.empty()) require_name_of(question.user, "user");
}

/// Returns the rows as training has them, #documents by #features.
Matrix Agent::normalised(const RankQuestion& question) const {
  Matrix values(std::ssize(question.rows), terms_.features);
  for (Index i = 0; i < values.rows(); ++i)
    values.row(i) = question.rows[static_cast<std::size_t>(i)].transpose();
  terms_.normalizer.apply(values);
  Matrix kept = values.cast<float>().cast<double>();
  if (!kept.allFinite())
    throw DataError("rows: a number is too large to score");
  return kept;
}

/// Returns the best documents of the other ranking, to the length of the list.
std::vector<Index> Agent::rival_of(Search& search,
                                   const MemberTrial& trial) const {
  std::vector<Index> best(search.ranking().size());
  if (terms_.comparing.with == Opponent::kEngine) {
    std::iota(best.begin(), best.end(), Index{0});
    return best;
  }
  search.score(*terms_.ranker, trial.kept);
  search.show_best();
  std::ranges::copy(search.ranking(), best.begin());
  return best;
}

/// Shows an interleaved list of the scored candidates, for a share of the
/// searches.
/// @return  false if it does not
bool Agent::interleave(const Model& newest, const MemberTrial& trial, Rng& rng,
                       Search& search, Open& opened) const {
  if (!terms_.comparing.on() || rng.uniform() >= terms_.comparing.share)
    return false;
  search.show_best();
  const std::vector<Index> best(search.ranking().begin(),
                                search.ranking().end());
  const auto rival = rival_of(search, trial);
  search.score(*terms_.ranker, newest.parameters);
  if (rival == best) return false;  // there is nothing to prefer
  TeamDraft draft = draft_teams(rival, best, rng);
  search.show(draft.ranking);
  opened.teams = std::move(draft.teams);
  opened.began = trial.began;
  return true;
}

RankReply Agent::rank(const RankQuestion& question) {
  require_valid(question);
  // In this order: a model is replaced before its comparison ends.
  const auto with = trial();
  const auto model = newest();
  const Matrix values = normalised(question);
  FeatureTable table(terms_.features, Storage::kFloat64);
  table.append({values.data(), static_cast<std::size_t>(values.size())});
  Search search;
  search.reserve(values.rows(), terms_.list);
  search.open({table, 0, values.rows()});
  search.score(*terms_.ranker, model->parameters);
  if (!search.scores().allFinite())
    throw DataError("rows: numbers too large to score");
  Rng rng(bits_(), Purpose::kRanking);
  Open opened;
  if (!with || !interleave(*model, *with, rng, search, opened))
    opened.first_pair = show_list(terms_.exploration, rng, search);
  opened.search.id = bits_();
  opened.search.user = question.user;
  std::vector<bool> is_shown(question.documents.size());
  for (const Index place : search.ranking()) {
    is_shown[static_cast<std::size_t>(place)] = true;
    opened.documents.push_back(
        question.documents[static_cast<std::size_t>(place)]);
    opened.search.scores.push_back(search.scores()(place));
    for (const double value : values.row(place))
      opened.search.rows.push_back(static_cast<float>(value));
  }
  for (std::size_t i = 0; i < is_shown.size(); ++i)
    if (!is_shown[i])
      opened.search.scores.push_back(search.scores()(static_cast<Index>(i)));
  RankReply reply{opened.search.id, model->epoch, opened.documents};
  if (terms_.learns) keep(std::move(opened));
  return reply;
}

/// Keeps a list until it is clicked.
void Agent::keep(Open opened) {
  opened.bytes = sizeof(Open) + opened.search.user.size() +
                 opened.search.rows.size() * sizeof(float) +
                 opened.search.scores.size() * sizeof(double) +
                 opened.teams.size();
  for (const std::string& name : opened.documents)
    opened.bytes += sizeof name + name.size();
  const std::uint64_t id = opened.search.id;
  const std::int64_t now = clock_();
  const std::lock_guard lock(mutex_);
  bytes_ += opened.bytes;
  open_.emplace(id, std::move(opened));
  due_.push_back({now, id});
  drop_old(now);
}

/// Only with the lock, as the next one.
void Agent::close(std::unordered_map<std::uint64_t, Open>::iterator found) {
  bytes_ -= found->second.bytes;
  open_.erase(found);
}

void Agent::drop_old(std::int64_t now) {
  while (!due_.empty() && (bytes_ > terms_.most_bytes ||
                           due_.front().since + kSecondsOpen < now)) {
    if (const auto found = open_.find(due_.front().search);
        found != open_.end())
      close(found);
    due_.pop_front();
  }
}

std::size_t Agent::click(std::uint64_t search,
                         const std::vector<std::string>& clicked) {
  if (!terms_.learns)
    throw UnknownSearch(
        "members.source = log: clicks are learned from the log of --log");
  const std::shared_lock logging(forgetting_);
  Open closed;
  {
    const std::lock_guard lock(mutex_);
    drop_old(clock_());
    const auto found = open_.find(search);
    if (found == open_.end())
      throw UnknownSearch(
          "no list of this search waits for clicks: it had them, it is more "
          "than 30 minutes old, its user was forgotten, later ones needed its "
          "memory, or the member has started since");
    const auto& shown = found->second.documents;
    std::vector<std::uint8_t> clicks(shown.size());
    for (const std::string& document : clicked) {
      const auto place = std::ranges::find(shown, document);
      if (place == shown.end())
        throw DataError("clicked: " + document + " was not in the list");
      clicks[static_cast<std::size_t>(place - shown.begin())] = 1;
    }
    closed = std::move(found->second);
    closed.search.clicks = std::move(clicks);
    close(found);
  }
  const auto count = std::ranges::count(closed.search.clicks, 1);
  if (count > 0) log(std::move(closed));
  return static_cast<std::size_t>(count);
}

/// Logs what a search teaches, or which of two models it prefers.
void Agent::log(Open clicked) {
  RecordedSearch& search = clicked.search;
  if (!clicked.teams.empty())
    return log_.add(Preference{search.id, std::move(search.user),
                               twice_preference(clicked.teams, search.clicks)},
                    clicked.began);
  if (terms_.exploration != Exploration::kSwap)
    return log_.add(std::move(search));
  for (RecordedSearch& pair : pairs_of(search, clicked.first_pair)) {
    pair.id = bits_();
    log_.add(std::move(pair));
  }
}

std::size_t Agent::forget(const std::string& user) {
  require_name_of(user, "user");
  const std::unique_lock alone(forgetting_);
  {
    const std::lock_guard lock(mutex_);
    for (auto each = open_.begin(); each != open_.end();) {
      const auto next = std::next(each);
      if (each->second.search.user == user) close(each);
      each = next;
    }
  }
  return log_.forget(user);
}

std::size_t Agent::open() {
  const std::lock_guard lock(mutex_);
  drop_old(clock_());
  return open_.size();
}

std::optional<std::uint32_t> Agent::model() const {
  return newest()->epoch;
}

}  // namespace fedltr
