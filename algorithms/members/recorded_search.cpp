#include "algorithms/members/recorded_search.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace fedltr {

std::vector<RecordedSearch> take_oldest(std::deque<RecordedSearch>& waiting,
                                        PrivacyUnit unit, Index most) {
  std::vector<RecordedSearch> taken;
  std::deque<RecordedSearch> rest;
  std::map<std::string, Index> of_user;
  const bool by_user = unit == PrivacyUnit::kUser;
  for (RecordedSearch& search : waiting) {
    Index& before = of_user[by_user ? search.user : std::string()];
    if (before == most || (by_user && search.user.empty())) {
      rest.push_back(std::move(search));
      continue;
    }
    ++before;
    taken.push_back(std::move(search));
  }
  waiting = std::move(rest);
  return taken;
}

RecordedSearch search_of(Preference preference) {
  return {
      preference.id, std::move(preference.user), {}, {}, {preference.twice}};
}

std::optional<Preference> preference_of(const RecordedSearch& search) {
  if (!search.rows.empty() || search.clicks.size() != 1) return std::nullopt;
  return Preference{search.id, search.user, search.clicks[0]};
}

Index SearchRecord::searches() const {
  Index sum = std::ssize(waiting);
  for (const auto& [epoch, searches] : taken)
    sum += std::ranges::count_if(
        searches, [](const auto& each) { return !preference_of(each); });
  return sum;
}

Index users_of(std::span<const RecordedSearch> searches) {
  std::set<std::string_view> users;
  for (const RecordedSearch& search : searches)
    if (!search.user.empty()) users.insert(search.user);
  return std::ssize(users);
}

std::vector<RecordedSearch> ReplayedSearches::take(std::uint32_t epoch,
                                                   PrivacyUnit unit,
                                                   Index most) {
  auto& taken = record_.taken;
  if (const auto found = taken.find(epoch); found != taken.end()) {
    auto searches = found->second;
    std::erase_if(searches, preference_of);
    return searches;
  }
  if (!taken.empty() && epoch < taken.rbegin()->first) return {};
  return take_oldest(record_.waiting, unit, most);
}

std::vector<Preference> ReplayedSearches::take_preferences(std::uint32_t epoch,
                                                           std::uint32_t) {
  std::vector<Preference> preferences;
  if (const auto found = record_.taken.find(epoch);
      found != record_.taken.end())
    for (const RecordedSearch& search : found->second)
      if (auto preference = preference_of(search))
        preferences.push_back(std::move(*preference));
  return preferences;
}

}  // namespace fedltr
