#include "algorithms/unbiased/off_policy.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <boost/math/distributions/students_t.hpp>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Logged propensities are floats, which may be just below their decimal.
constexpr double kFloat = 1 - 1e-6;

double discount_at(std::size_t rank, std::size_t depth) {
  return rank < depth ? 1 / std::log2(2.0 + static_cast<double>(rank)) : 0;
}

/// Sums of a user.
struct UserSums {
  double value = 0;
  double logged = 0;
  double weight = 0;  ///< of all clicks
  double sessions = 0;
};

using ByUser = std::map<std::uint32_t, UserSums>;

/// Ratio of two sums over users, with the interval of the linearised ratio.
template <class Over, class Under>
Estimated ratio(const ByUser& users, const Over& over, const Under& under) {
  double top = 0;
  double bottom = 0;
  for (const auto& [user, sums] : users) {
    top += over(sums);
    bottom += under(sums);
  }
  if (bottom == 0) return {};
  const double mean = top / bottom;
  double squares = 0;
  for (const auto& [user, sums] : users)
    squares += std::pow(over(sums) - mean * under(sums), 2);
  const auto count = static_cast<double>(users.size());
  const double error =
      count > 1 ? std::sqrt(squares * count / (count - 1)) / std::abs(bottom)
                : std::numeric_limits<double>::infinity();
  const double quantile =
      count > 1 ? boost::math::quantile(
                      boost::math::students_t_distribution<>(count - 1), 0.975)
                : 1;
  return {mean, mean - quantile * error, mean + quantile * error};
}

/// A query of the log, by the new ranker.
struct SeenQuery {
  std::map<Index, std::size_t> ranks;  ///< by document
  double discount = 0;                 ///< of all its ranks
};

SeenQuery seen_query(const std::vector<Index>& ranked, std::size_t depth) {
  SeenQuery seen;
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    seen.ranks[ranked[rank]] = rank;
    seen.discount += discount_at(rank, depth);
  }
  return seen;
}

}  // namespace

OffPolicyValue estimate_off_policy(const OffPolicyInput& input) {
  require(input.log.sessions() > 0, "the log has no sessions");
  OffPolicyValue found;
  ByUser users;
  std::map<Index, SeenQuery> queries;
  double shown = 0;
  double all = 0;
  std::vector<double> slopes;
  std::vector<double> offsets;
  for (Index session = 0; session < input.log.sessions(); ++session) {
    const LoggedList list = input.log.list(session);
    if (!queries.contains(list.query))
      queries.emplace(list.query,
                      seen_query(input.ranked(list.query), input.depth));
    const SeenQuery& query = queries.at(list.query);
    UserSums& sums = users[input.log.user(session)];
    all += query.discount;
    ++sums.sessions;
    slopes.assign(list.clicks.size(), 0);
    offsets.assign(list.clicks.size(), 0);
    if (list.propensities.empty())
      input.examination.at(list.clicks, slopes, offsets);
    else
      std::ranges::copy(list.propensities, slopes.begin());
    for (std::size_t rank = 0; rank < list.clicks.size(); ++rank) {
      const Index document = list.documents[rank];
      shown += discount_at(query.ranks.at(document), input.depth);
      const bool clicked = list.clicks[rank] != 0;
      const double weight = ((clicked ? 1 : 0) - offsets[rank]) /
                            std::max(slopes[rank], input.least);
      found.clicks += clicked;
      found.clipped += clicked && slopes[rank] < input.least * kFloat;
      sums.weight += weight;
      sums.value += weight * discount_at(query.ranks.at(document), input.depth);
      sums.logged += weight * discount_at(rank, input.depth);
    }
  }
  const auto sessions = [](const UserSums& sums) { return sums.sessions; };
  const auto value = [](const UserSums& sums) { return sums.value; };
  found.users = users.size();
  found.dcg = ratio(users, value, sessions);
  found.logged_dcg = ratio(
      users, [](const UserSums& sums) { return sums.logged; }, sessions);
  found.gain = ratio(
      users, [](const UserSums& sums) { return sums.value - sums.logged; },
      sessions);
  found.discount =
      ratio(users, value, [](const UserSums& sums) { return sums.weight; });
  found.overlap = all > 0 ? std::min(1.0, shown / all) : 0;
  return found;
}

}  // namespace fedltr
