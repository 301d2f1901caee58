#include "algorithms/unbiased/propensities.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "algorithms/core/math.hpp"
#include "algorithms/core/require.hpp"
#include "algorithms/unbiased/all_pairs.hpp"

namespace fedltr {
namespace {

using Sums = std::vector<RateRatio>;
using SumsOfClient = Sums (*)(const SessionLog&, const std::vector<Index>&,
                              std::size_t);

/// Adds up the clients' sums.
Sums sums_of(const PropensityInput& input, SumsOfClient of_client) {
  require(input.log != nullptr, "estimated propensities need a log");
  Sums sums;
  for (const auto& sessions : input.clients) {
    const Sums own = of_client(*input.log, sessions, input.list);
    sums.resize(own.size());
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += own[i];
  }
  return sums;
}

/// Appends a quotient and its interval, or the value of the rank above.
void append(const RateRatio& sums, double most, std::vector<double>& curve,
            Examination& into) {
  const double before = curve.empty() ? 1 : curve.back();
  const bool known = sums.known();
  const double value = known ? std::min(sums.quotient(), most) : before;
  const double error = known ? sums.log_error() : 0;
  // Rates that are all 0 or 1 do not show how much they vary.
  const bool bounded = error > 0;
  const double factor = portable_exp(kNinetyFive * error);
  curve.push_back(value);
  into.low.push_back(bounded ? std::min(sums.quotient() / factor, most) : 0);
  into.high.push_back(bounded ? std::min(sums.quotient() * factor, most)
                              : most);
}

Examination by_swaps(const PropensityInput& input) {
  const Sums sums = sums_of(input, swap_sums);
  require(std::ranges::any_of(sums, &RateRatio::known),
          "no clicked document of the log was shown both at the first rank "
          "and at another: swaps need lists that differ");
  Examination found;
  found.propensity = {1};
  found.low = {1};
  found.high = {1};
  for (std::size_t rank = 1; rank < sums.size(); ++rank)
    append(sums[rank], kMostPropensity, found.propensity, found);
  return found;
}

Examination by_all_pairs(const PropensityInput& input) {
  const Sums sums = sums_of(input, pair_sums);
  const auto of_first =
      std::span(sums).first(std::min(input.list, sums.size()));
  require(std::ranges::any_of(of_first, &RateRatio::known),
          "no clicked document of the log was shown both at the first rank "
          "and at another: all-pairs needs lists that differ");
  return all_pairs_curve(sums, input.list);
}

Examination by_cascade(const PropensityInput& input) {
  const Sums sums = sums_of(input, proceed_sums);
  require(std::ranges::any_of(sums, &RateRatio::known),
          "the log has no document that was clicked both below a first click "
          "and, at the same rank, without one above");
  Examination found;
  for (const RateRatio& each : sums) append(each, 1, found.proceed, found);
  return found;
}

Examination known_or(const Examination& known, const char* why) {
  require(!known.empty(), why);
  return known;
}

}  // namespace

void RateRatio::add(double clicks, double shown, double other_clicks,
                    double other_shown) {
  if (shown == 0 || other_shown == 0) return;
  const double weight = shown * other_shown / (shown + other_shown);
  const auto variance = [&](double clicked, double count) {
    const double rate = clicked / count;
    // Unbiased; from a single showing, at least that.
    return weight * weight *
           (count > 1 ? rate * (1 - rate) / (count - 1) : rate);
  };
  over += weight * clicks / shown;
  under += weight * other_clicks / other_shown;
  over_variance += variance(clicks, shown);
  under_variance += variance(other_clicks, other_shown);
}

void RateRatio::operator+=(const RateRatio& other) {
  over += other.over;
  under += other.under;
  over_variance += other.over_variance;
  under_variance += other.under_variance;
}

void RateRatio::operator*=(double part) {
  over *= part;
  under *= part;
  over_variance *= part;
  under_variance *= part;
}

double RateRatio::log_error() const {
  return std::sqrt(over_variance / (over * over) +
                   under_variance / (under * under));
}

std::map<std::pair<Index, std::uint32_t>, std::map<std::size_t, ClickRate>>
rates_by_rank(const SessionLog& log, const std::vector<Index>& sessions,
              std::size_t ranks) {
  std::map<std::pair<Index, std::uint32_t>, std::map<std::size_t, ClickRate>>
      seen;
  for (const Index session : sessions) {
    const LoggedList list = log.list(session);
    for (std::size_t rank = 0; rank < std::min(list.clicks.size(), ranks);
         ++rank)
      seen[{list.query, list.documents[rank]}][rank].add(list.clicks[rank]);
  }
  return seen;
}

Sums swap_sums(const SessionLog& log, const std::vector<Index>& sessions,
               std::size_t ranks) {
  Sums sums(ranks);
  for (const auto& [document, rates] : rates_by_rank(log, sessions, ranks)) {
    const auto first = rates.find(0);
    if (first == rates.end()) continue;
    for (const auto& [rank, rate] : rates)
      if (rank > 0)
        sums[rank].add(rate.clicks, rate.shown, first->second.clicks,
                       first->second.shown);
  }
  return sums;
}

Sums proceed_sums(const SessionLog& log, const std::vector<Index>& sessions,
                  std::size_t ranks) {
  struct Rates {
    ClickRate after_click;
    ClickRate without;
  };
  std::map<std::tuple<Index, std::uint32_t, std::size_t>, Rates> seen;
  for (const Index session : sessions) {
    const LoggedList list = log.list(session);
    const std::size_t count = std::min(list.clicks.size(), ranks);
    for (std::size_t rank = 0; rank + 1 < count; ++rank) {
      auto& rates = seen[{list.query, list.documents[rank + 1], rank}];
      const bool clicked = list.clicks[rank + 1] != 0;
      (list.clicks[rank] ? rates.after_click : rates.without).add(clicked);
      if (list.clicks[rank]) break;  // what follows may not be examined
    }
  }
  Sums sums(ranks);
  for (const auto& [place, rates] : seen)
    sums[std::get<2>(place)].add(rates.after_click.clicks,
                                 rates.after_click.shown, rates.without.clicks,
                                 rates.without.shown);
  return sums;
}

const Methods<PropensitySource, PropensityTraits>& propensity_sources() {
  static const Methods<PropensitySource, PropensityTraits> table = {
      {"users",
       "those of the simulated users, exactly",
       "fedltr; of clicks.model",
       {},
       [](const PropensityInput& input) {
         return known_or(input.users,
                         "the clicks of these users do not depend on ranks "
                         "alone");
       },
       {.of_users = true}},
      {"log",
       "those in the log, of each document shown",
       "Joachims et al. (WSDM 2017)",
       {},
       [](const PropensityInput& input) {
         require(input.log && input.log->has_propensities(),
                 "the log has no column propensity");
         return Examination{{1}};
       },
       {.of_log = true, .of_rows = true}},
      {"file",
       "those of logging.curve",
       "fedltr; CSV",
       {},
       [](const PropensityInput& input) {
         return known_or(input.given, "logging.curve names no file");
       },
       {.of_file = true}},
      {"swaps",
       "estimated from documents that clients saw at several ranks",
       "Joachims et al. (WSDM 2017); Agarwal et al. (WSDM 2019)",
       {},
       by_swaps,
       {.of_log = true}},
      {"all-pairs",
       "estimated from documents that clients saw at any two ranks",
       "fedltr; after AllPairs of Agarwal et al. (WSDM 2019)",
       {},
       by_all_pairs,
       {.of_log = true}},
      {"cascade",
       "probabilities to proceed after a click, from clicks below first clicks",
       "fedltr, for Guo et al. (WSDM 2009); Vardasbi et al. (SIGIR 2020)",
       {},
       by_cascade,
       {.of_log = true}},
  };
  return table;
}

}  // namespace fedltr
