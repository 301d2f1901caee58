#include "algorithms/heterogeneity/split.hpp"

#include <algorithm>
#include <numeric>

#include "algorithms/heterogeneity/by_user.hpp"
#include "algorithms/heterogeneity/click_preference.hpp"
#include "algorithms/heterogeneity/dirichlet.hpp"
#include "algorithms/heterogeneity/document_preference.hpp"
#include "algorithms/heterogeneity/label_distribution.hpp"
#include "algorithms/heterogeneity/quantity.hpp"

namespace fedltr {

namespace {

/// A difference between clients that repeats after a number of them.
class Cycle {
 public:
  explicit Cycle(std::size_t size) : period_(std::max<std::size_t>(size, 1)) {}

  /// Adds a list, independent of those before; returns the client's place in
  /// it.
  std::size_t add(std::size_t size, std::size_t client) {
    size = std::max<std::size_t>(size, 1);
    const std::size_t once = std::lcm(period_, size);
    const std::size_t ties = std::gcd(period_, size);
    period_ = once * ties;
    return (client + client / once % ties) % size;
  }
  std::size_t period() const { return period_; }

 private:
  std::size_t period_;
};

/// @param cycle  filled
SplitPlaces places_in(const Split& split, std::size_t client, Cycle& cycle) {
  SplitPlaces places;
  places.holding = client % std::max<std::size_t>(split.holdings.size(), 1);
  places.user = cycle.add(split.users_drawn ? 1 : split.users.size(), client);
  places.interactions = cycle.add(split.interactions.size(), client);
  return places;
}

}  // namespace

SplitPlaces places_of(const Split& split, std::uint32_t client) {
  Cycle cycle(split.holding_kinds);
  return places_in(split, client, cycle);
}

std::size_t period_of(const Split& split) {
  Cycle cycle(split.holding_kinds);
  places_in(split, 0, cycle);
  return std::lcm(cycle.period(),
                  std::max<std::size_t>(split.holdings.size(), 1));
}

const Methods<SplitFactory, SplitTraits>& splits() {
  static const Methods<SplitFactory, SplitTraits> table = {
      {kIidSplit,
       "every client draws from all queries",
       "McMahan et al. (AISTATS 2017)",
       {},
       [](const SplitInput&, Split&) {}},
      document_preference_split(),
      label_distribution_split(),
      click_preference_split(),
      quantity_split(),
      dirichlet_split(),
      by_user_split()};
  return table;
}

}  // namespace fedltr
