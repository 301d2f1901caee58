#include "algorithms/data/synthetic_log.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "algorithms/core/require.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr {
namespace {

constexpr std::uint32_t kSeconds = 92 * 24 * 60 * 60;
constexpr std::uint64_t kLongestGap = 300;
constexpr double kSessionEnds = .25;
constexpr double kRepeats = .4;
constexpr std::uint32_t kUserStream = 1;  // 0 is that of queries

/// Divides searches in proportion to 1 / (i + 1), each at least 0.
std::vector<Index> searches_by_user(Index searches, Index users) {
  double total = 0;
  for (Index user = 0; user < users; ++user)
    total += 1 / static_cast<double>(user + 1);
  std::vector<Index> counts;
  double before = 0;
  Index given = 0;
  for (Index user = 0; user < users; ++user) {
    before += 1 / static_cast<double>(user + 1);
    const Index until =
        user + 1 == users
            ? searches
            : std::lround(static_cast<double>(searches) * before / total);
    counts.push_back(until - given);
    given = until;
  }
  return counts;
}

/// Seconds of a user's searches, session by session.
std::vector<std::uint32_t> draw_times(Index searches, Rng& rng) {
  std::vector<std::uint32_t> times;
  std::uint32_t now = 0;
  for (Index i = 0; i < searches; ++i) {
    const bool begins = i == 0 || rng.uniform() < kSessionEnds;
    now = static_cast<std::uint32_t>(begins ? rng.below(kSeconds)
                                            : now + rng.below(kLongestGap));
    times.push_back(now);
  }
  std::ranges::sort(times);
  return times;
}

}  // namespace

std::vector<MadeSearch> make_searches(Index searches, double mean,
                                      std::uint64_t seed) {
  require(searches > 0 && mean > 0, "a log needs searches");
  const Index users =
      std::max<Index>(1, std::lround(static_cast<double>(searches) / mean));
  const auto counts = searches_by_user(searches, users);
  std::vector<MadeSearch> all;
  std::vector<Rng> streams;
  for (std::uint32_t user = 0; user < users; ++user) {
    streams.emplace_back(seed, Purpose::kSynthetic, user, kUserStream);
    for (const std::uint32_t time : draw_times(counts[user], streams[user]))
      all.push_back({user, time, 0});
  }
  std::ranges::sort(all, {}, [](const MadeSearch& each) {
    return std::tuple(each.second, each.user);
  });
  std::vector<std::vector<Index>> earlier(streams.size());
  for (Index i = 0; i < searches; ++i) {
    MadeSearch& search = all[i];
    Rng& rng = streams[search.user];
    auto& own = earlier[search.user];
    const bool repeats = rng.uniform() < kRepeats && !own.empty();
    search.first = repeats ? all[own[rng.below(own.size())]].first : i;
    own.push_back(i);
  }
  return all;
}

UserLog synthetic_log(const DataShape& shape, std::uint64_t seed) {
  UserLog log;
  for (const MadeSearch& search :
       make_searches(shape.queries, shape.searches_per_user, seed))
    log.push_back({std::to_string(log.size() + 1),
                   "u" + std::to_string(search.user + 1),
                   {static_cast<double>(search.second), ""}});
  return log;
}

}  // namespace fedltr
