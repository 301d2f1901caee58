#include "actors/members/rehearsal.hpp"

#include <algorithm>
#include <memory>

namespace fedltr::members {

std::shared_ptr<SearchSource> Rehearsal::searches_of(
    std::uint32_t member) const {
  const auto& training = plan.training;
  if (!training.clicks || training.clicks->user) return nullptr;
  return std::make_shared<ReplayedSearches>(searches[member]);
}

namespace {

/// Counts the users of an epoch's searches.
class CountedSearches final : public SearchSource {
 public:
  explicit CountedSearches(std::shared_ptr<SearchSource> searches)
      : searches_(std::move(searches)) {}

  std::vector<RecordedSearch> take(std::uint32_t epoch, PrivacyUnit unit,
                                   Index most) override {
    auto taken = searches_->take(epoch, unit, most);
    users = std::max<Index>(users_of(taken), 1);
    return taken;
  }

  std::vector<Preference> take_preferences(std::uint32_t epoch,
                                           std::uint32_t began) override {
    return searches_->take_preferences(epoch, began);
  }

  Index users = 1;  ///< of the last epoch, at least 1

 private:
  std::shared_ptr<SearchSource> searches_;
};

/// Returns the epochs that taught, then further ones up to the plan's number:
/// evaluations and lost epochs have used others.
std::vector<std::uint32_t> epochs_of(const Rehearsal& run,
                                     std::uint32_t member) {
  std::vector<std::uint32_t> numbers;
  if (member < run.searches.size())
    for (const auto& [epoch, searches] : run.searches[member].taken)
      if (searches.empty() || !preference_of(searches[0]))
        numbers.push_back(epoch);
  while (numbers.size() < run.plan.epochs)
    numbers.push_back(numbers.empty() ? 1 : numbers.back() + 1);
  return numbers;
}

}  // namespace

Vector train_alone(const Rehearsal& run, std::uint32_t member) {
  std::shared_ptr<CountedSearches> counted;
  if (auto searches = run.searches_of(member))
    counted = std::make_shared<CountedSearches>(std::move(searches));
  const PrivacyUnit unit = run.plan.training.unit;
  const MemberLearner learner(run.plan.training, run.rows[member], member,
                              counted);
  Vector model = run.plan.initial;
  for (const std::uint32_t epoch : epochs_of(run, member)) {
    const Vector part = learner.part(epoch, model);
    const Index units = unit == PrivacyUnit::kQuery ? learner.queries()
                        : unit == PrivacyUnit::kUser && counted ? counted->users
                                                                : 1;
    model += part / static_cast<double>(std::max<Index>(units, 1));
  }
  return model;
}

}  // namespace fedltr::members
