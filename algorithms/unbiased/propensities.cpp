#include "algorithms/unbiased/propensities.hpp"

#include <algorithm>
#include <array>
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

/// Sums of which clients send some cells; the others are always 0.
struct CellSums {
  SumsOfClient of_client;
  std::size_t count;  ///< of all cells
  std::vector<std::size_t> cells;
};

/// Deviations of noise that a sum below the line exceeds to be known: by noise
/// alone one in 700 does.
constexpr double kBeyondNoise = 3;

/// Numbers of each cell that a client sends: with noise, those of the quotient.
std::size_t numbers_of_cell(const SumProtection& protection) {
  return protection.has_noise() ? 2 : 4;
}

Vector numbers_of(const Sums& sums, const std::vector<std::size_t>& cells,
                  std::size_t each) {
  Vector numbers(static_cast<Index>(each * cells.size()));
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const RateRatio& own = sums[cells[i]];
    const std::array<double, 4> all = {own.over, own.under, own.over_variance,
                                       own.under_variance};
    for (std::size_t k = 0; k < each; ++k)
      numbers(static_cast<Index>(each * i + k)) = all[k];
  }
  return numbers;
}

/// Reads a sum that has noise. What is below the line is unknown unless it
/// exceeds noise; above it, what noise hides counts as the noise's deviation.
/// Variances are bounds: clicks that count w r vary by at most w r, as
/// w^2 r (1 - r) / n <= w r for w <= n.
RateRatio noisy_ratio(double over, double under, double variance) {
  const double deviation = std::sqrt(variance);
  if (under < kBeyondNoise * deviation) return {};
  over = std::max(over, deviation);
  return {over, under, over + variance, under + variance};
}

/// Adds up the clients' sums.
Sums sums_of(const PropensityInput& input, const CellSums& wanted) {
  require(input.log != nullptr, "estimated propensities need a log");
  const std::size_t each = numbers_of_cell(input.protection);
  const auto part = [&](std::uint32_t client) {
    return numbers_of(
        wanted.of_client(*input.log, input.clients[client], input.list),
        wanted.cells, each);
  };
  // No number of all clients together exceeds that of the sessions: a document
  // counts at most as often as it was shown at a rank.
  const ProtectedSum found =
      add_up(static_cast<std::uint32_t>(input.clients.size()), part,
             static_cast<Index>(each * wanted.cells.size()),
             1 + static_cast<double>(input.log->sessions()), input.protection);
  Sums sums(wanted.count);
  for (std::size_t i = 0; i < wanted.cells.size(); ++i) {
    const double* const at = found.sum.data() + each * i;
    sums[wanted.cells[i]] = each == 4
                                ? RateRatio{at[0], at[1], at[2], at[3]}
                                : noisy_ratio(at[0], at[1], found.variance);
  }
  require(each == 4 || std::ranges::any_of(sums, &RateRatio::known),
          "noise hides the sums of clicks at every rank: it takes more "
          "clients, masks or a larger epsilon");
  return sums;
}

/// Sums by rank, from the given one to that before the end.
CellSums by_rank(SumsOfClient of_client, std::size_t ranks, std::size_t first,
                 std::size_t end) {
  CellSums wanted{of_client, ranks, {}};
  for (std::size_t rank = first; rank < end; ++rank)
    wanted.cells.push_back(rank);
  return wanted;
}

CellSums by_pair(std::size_t ranks) {
  CellSums wanted{pair_sums, ranks * ranks, {}};
  for (std::size_t a = 0; a < ranks; ++a)
    for (std::size_t b = a + 1; b < ranks; ++b)
      wanted.cells.push_back(a * ranks + b);
  return wanted;
}

/// Appends a quotient and its interval, or the value of the rank above.
/// @param is_noisy  its error is that of a sum, not of a logarithm
void append(const RateRatio& sums, double most, bool is_noisy,
            std::vector<double>& curve, Examination& into) {
  const double before = curve.empty() ? 1 : curve.back();
  const bool known = sums.known();
  const double value = known ? std::min(sums.quotient(), most) : before;
  const double error = kNinetyFive * (known ? sums.log_error() : 0);
  // Rates that are all 0 or 1 do not show how much they vary.
  const bool bounded = error > 0;
  const double factor = portable_exp(error);
  const double low = is_noisy ? sums.quotient() * std::max(0.0, 1 - error)
                              : sums.quotient() / factor;
  const double high = sums.quotient() * (is_noisy ? 1 + error : factor);
  curve.push_back(value);
  into.low.push_back(bounded ? std::min(low, most) : 0);
  into.high.push_back(bounded ? std::min(high, most) : most);
}

Examination by_swaps(const PropensityInput& input) {
  const Sums sums =
      sums_of(input, by_rank(swap_sums, input.list, 1, input.list));
  require(std::ranges::any_of(sums, &RateRatio::known),
          "no clicked document of the log was shown both at the first rank "
          "and at another: swaps need lists that differ");
  Examination found;
  found.propensity = {1};
  found.low = {1};
  found.high = {1};
  for (std::size_t rank = 1; rank < sums.size(); ++rank)
    append(sums[rank], kMostPropensity, input.protection.has_noise(),
           found.propensity, found);
  return found;
}

Examination by_all_pairs(const PropensityInput& input) {
  const Sums sums = sums_of(input, by_pair(input.list));
  const auto of_first =
      std::span(sums).first(std::min(input.list, sums.size()));
  require(std::ranges::any_of(of_first, &RateRatio::known),
          input.protection.has_noise()
              ? "noise hides the sums of clicks that compare ranks with the "
                "first: it takes more clients, masks or a larger epsilon"
              : "no clicked document of the log was shown both at the first "
                "rank and at another: all-pairs needs lists that differ");
  return all_pairs_curve(sums, input.list);
}

Examination by_cascade(const PropensityInput& input) {
  const Sums sums =
      sums_of(input, by_rank(proceed_sums, input.list, 0, input.list - 1));
  require(std::ranges::any_of(sums, &RateRatio::known),
          "the log has no document that was clicked both below a first click "
          "and, at the same rank, without one above");
  Examination found;
  for (const RateRatio& each : sums)
    append(each, 1, input.protection.has_noise(), found.proceed, found);
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
       {.of_log = true, .of_sums = true}},
      {"all-pairs",
       "estimated from documents that clients saw at any two ranks",
       "fedltr; after AllPairs of Agarwal et al. (WSDM 2019)",
       {},
       by_all_pairs,
       {.of_log = true, .of_sums = true}},
      {"cascade",
       "probabilities to proceed after a click, from clicks below first clicks",
       "fedltr, for Guo et al. (WSDM 2009); Vardasbi et al. (SIGIR 2020)",
       {},
       by_cascade,
       {.of_log = true, .of_sums = true}},
  };
  return table;
}

}  // namespace fedltr
