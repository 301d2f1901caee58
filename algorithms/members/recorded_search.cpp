#include "algorithms/members/recorded_search.hpp"

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

Index SearchRecord::searches() const {
  Index sum = std::ssize(waiting);
  for (const auto& [epoch, searches] : taken) sum += std::ssize(searches);
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
  if (const auto found = taken.find(epoch); found != taken.end())
    return found->second;
  if (!taken.empty() && epoch < taken.rbegin()->first) return {};
  return take_oldest(record_.waiting, unit, most);
}

}  // namespace fedltr
