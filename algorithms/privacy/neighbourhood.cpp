#include "algorithms/privacy/neighbourhood.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "algorithms/core/math.hpp"
#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

double log_choose(double n, double k) {
  return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1);
}

/// P[at least `least` marked ones among `drawn`], drawn out of `all`, of which
/// `marked` are marked.
double tail(std::uint32_t all, std::uint32_t marked, std::uint32_t drawn,
            std::uint32_t least) {
  const double every = log_choose(all, drawn);
  double sum = 0;
  double before = 0;
  for (std::uint32_t x =
           std::max(least, drawn + marked > all ? drawn + marked - all : 0U);
       x <= std::min(marked, drawn); ++x) {
    const double chance = std::exp(log_choose(marked, x) +
                                   log_choose(all - marked, drawn - x) - every);
    // Past the mode the chances fall: no later one would change the sum.
    if (chance < before && chance < sum * 0x1p-54) break;
    sum += chance;
    before = chance;
  }
  return sum;
}

/// The failures and collusions possible in a round, and bounds on their harm.
struct Odds {
  std::uint32_t clients;
  std::uint32_t failing;
  std::uint32_t colluding;
  double insecure;  ///< bound for each of two events
  double wrong;     ///< bound

  bool recovers(std::uint32_t degree, std::uint32_t threshold) const {
    return clients *
               tail(clients - 1, failing, degree, degree - threshold + 1) <=
           wrong;
  }
  bool hides(std::uint32_t degree, std::uint32_t threshold) const {
    return clients * tail(clients - 1, colluding, degree, threshold) <=
           insecure;
  }
  /// The highest threshold with which all clients, as neighbours, recover.
  std::uint32_t most_recovering() const { return clients - 1 - failing; }
  bool connects(std::uint32_t degree) const {
    double all_gone = clients;
    for (std::uint32_t i = 0; i < degree / 2; ++i)
      all_gone *= std::max(0.0, static_cast<double>(failing + colluding) - i) /
                  (clients - i);
    return all_gone <= insecure;
  }
};

Odds odds_of(std::uint32_t clients, const Tolerance& tolerance) {
  return {clients, tolerance.max_dropouts(clients),
          tolerance.max_colluders(clients),
          std::exp2(-tolerance.security_bits - 1),
          std::exp2(-tolerance.correctness_bits)};
}

/// Returns the number of colluders that a group of this size exceeds with
/// probability 2^-security_bits, all groups together.
std::uint32_t most_in_group(std::uint32_t size, const Tolerance& tolerance) {
  // Other groups have one more or one less: the fewest clients, and the most
  // colluders.
  const std::uint32_t fewest = tolerance.groups * (size - 1) + 1;
  const auto colluding =
      std::min(fewest, std::max(1U, static_cast<std::uint32_t>(share_of(
                                        tolerance.colluders,
                                        tolerance.groups * (size + 1) - 1))));
  const double allowed = std::exp2(-tolerance.security_bits);
  std::uint32_t most = 0;
  while (most < std::min(size, colluding) &&
         tolerance.groups * tail(fewest, colluding, size, most + 1) > allowed)
    ++most;
  return most;
}

/// Makes all clients neighbours.
Neighbourhood choose_all(const Odds& odds, const Tolerance& tolerance) {
  const auto refusal = [&](const char* what) {
    return "of " + std::to_string(odds.clients) + " clients " +
           std::to_string(odds.failing) + " may fail and " +
           std::to_string(odds.colluding) + " collude: this leaves no " + what;
  };
  require(odds.failing + odds.colluding + 1 < odds.clients,
          refusal("threshold for shares of secrets"));
  const Neighbourhood all{odds.clients - 1, odds.most_recovering()};
  require(!tolerance.lies || least_opened(all, odds.clients, tolerance) > 0,
          refusal("protection against a server that lies about absent ones"));
  return all;
}

}  // namespace

std::uint32_t Tolerance::max_dropouts(std::uint32_t clients) const {
  return static_cast<std::uint32_t>(share_of(dropouts, clients));
}

std::uint32_t Tolerance::max_colluders(std::uint32_t clients) const {
  if (!(colluders > 0) || clients == 0) return 0;
  if (groups > 1) return most_in_group(clients, *this);
  const std::uint32_t all = colluders_of > 0 ? colluders_of : clients;
  return std::max(1U, static_cast<std::uint32_t>(share_of(colluders, all)));
}

Neighbourhood choose_neighbourhood(std::uint32_t clients,
                                   const Tolerance& tolerance) {
  require(
      clients >= 3,
      "secure aggregation needs 3 clients per round: with " +
          std::to_string(clients) +
          " the sum reveals a client's update to another, or to the server");
  const Odds odds = odds_of(clients, tolerance);
  if (tolerance.lies) return choose_all(odds, tolerance);
  // Two more neighbours raise the threshold by at most two: the same number of
  // them may fail then, out of more.
  std::uint32_t threshold = 0;
  for (std::uint32_t degree = 2; degree < clients - 1; degree += 2) {
    threshold += 2;
    while (threshold > 0 && !odds.recovers(degree, threshold)) --threshold;
    if (threshold > 0 && odds.connects(degree) && odds.hides(degree, threshold))
      return {degree, threshold};
  }
  return choose_all(odds, tolerance);
}

std::uint32_t least_opened(const Neighbourhood& around, std::uint32_t clients,
                           const Tolerance& tolerance) {
  // Clients that expect no lies accept lower thresholds, if some are absent.
  if (!tolerance.lies) return 0;
  const std::int64_t colluding = tolerance.max_colluders(clients);
  const std::int64_t honest = clients - colluding;
  const std::int64_t absent =
      std::int64_t{around.degree} - std::int64_t{around.threshold};
  // Honest clients that must take one for absent to open its key.
  const std::int64_t needed = around.threshold - colluding;
  if (around.degree + 1 != clients || needed <= absent) return 0;
  const std::int64_t left =
      std::max(honest * absent / needed,
               absent * (honest - absent - 1) / (needed - absent));
  const std::int64_t least = honest - left;
  return least > std::max<std::int64_t>(absent, 1)
             ? static_cast<std::uint32_t>(least)
             : 0;
}

bool is_sound(const Neighbourhood& told, std::uint32_t clients,
              const Tolerance& tolerance) {
  const Odds odds = odds_of(clients, tolerance);
  if (tolerance.lies)
    return told.degree < clients && told.threshold <= told.degree &&
           told.threshold == odds.most_recovering() &&
           least_opened({clients - 1, told.threshold}, clients, tolerance) > 0;
  return told.threshold >= 1 && told.threshold <= told.degree &&
         told.degree < clients && odds.hides(told.degree, told.threshold) &&
         !odds.recovers(told.degree, told.threshold + 1);
}

std::vector<std::vector<std::uint32_t>> find_neighbours(
    std::span<const std::uint64_t> labels, std::uint32_t degree) {
  const std::uint32_t clients = labels.size();
  require(degree + 1 == clients || (degree % 2 == 0 && degree < clients),
          "neighbours are an even number, or all others");
  auto ring = numbers_below<std::uint32_t>(clients);
  std::ranges::stable_sort(ring, {}, [&](auto place) { return labels[place]; });
  std::vector<std::vector<std::uint32_t>> neighbours(clients);
  for (std::uint32_t place = 0; place < clients; ++place) {
    auto& list = neighbours[ring[place]];
    for (std::uint32_t step = 1; list.size() < degree; ++step) {
      list.push_back(ring[(place + step) % clients]);
      if (list.size() < degree)
        list.push_back(ring[(place + clients - step) % clients]);
    }
    std::ranges::sort(list);
  }
  return neighbours;
}

}  // namespace fedltr
