#include "algorithms/data/session_log.hpp"

#include <algorithm>
#include <map>

#include "algorithms/core/require.hpp"

namespace fedltr {

void SessionLog::add(Index query, std::uint32_t user,
                     std::span<const Index> documents,
                     std::span<const std::uint8_t> clicks,
                     std::span<const double> propensities) {
  require(documents.size() == clicks.size() &&
              (propensities.empty() || propensities.size() == clicks.size()),
          "a logged list has a click, and a propensity or none, by rank");
  require(queries_.empty() || has_propensities() == !propensities.empty(),
          "all lists of a log have propensities, or none");
  queries_.push_back(static_cast<std::uint32_t>(query));
  users_.push_back(user);
  for (const Index document : documents)
    documents_.push_back(static_cast<std::uint32_t>(document));
  for (const std::uint8_t click : clicks) {
    clicked_.push_back(click != 0);
    clicks_in_all_ += click != 0;
  }
  for (const double propensity : propensities)
    propensities_.push_back(static_cast<float>(propensity));
  ends_.push_back(documents_.size());
}

LoggedList SessionLog::list(Index session) const {
  const std::size_t begin = session == 0 ? 0 : ends_[session - 1];
  const std::size_t size = ends_[session] - begin;
  LoggedList list{queries_[session],
                  std::span(documents_).subspan(begin, size),
                  std::span(clicked_).subspan(begin, size),
                  {}};
  if (has_propensities())
    list.propensities = std::span(propensities_).subspan(begin, size);
  return list;
}

SessionLog SessionLog::without_propensities() const {
  SessionLog plain = *this;
  plain.propensities_.clear();
  return plain;
}

std::vector<std::vector<Index>> sessions_by_user(const SessionLog& log) {
  std::vector<std::vector<Index>> by_user;  // in the log's order
  std::map<std::uint32_t, std::size_t> places;
  for (Index session = 0; session < log.sessions(); ++session) {
    const auto [place, is_new] =
        places.emplace(log.user(session), by_user.size());
    if (is_new) by_user.emplace_back();
    by_user[place->second].push_back(session);
  }
  std::ranges::stable_sort(by_user, std::ranges::greater(),
                           &std::vector<Index>::size);
  return by_user;
}

}  // namespace fedltr
