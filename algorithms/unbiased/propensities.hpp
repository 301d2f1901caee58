#pragma once

#include <functional>
#include <map>
#include <utility>

#include "algorithms/clicks/examination.hpp"
#include "algorithms/core/method.hpp"
#include "algorithms/data/session_log.hpp"
#include "algorithms/privacy/protected_sum.hpp"

namespace fedltr {

/// Sources of an examination.
struct PropensityInput {
  Examination users = {};  ///< of the simulated users; empty if unknown
  Examination given = {};  ///< of a file
  const SessionLog* log = nullptr;
  /// Sessions of each client, which are compared with each other only, so that
  /// a federation needs no more than sums by rank.
  std::vector<std::vector<Index>> clients = {};
  std::size_t list = 10;          ///< ranks of a list
  SumProtection protection = {};  ///< of the clients' sums
};

/// @throws std::invalid_argument  if the input has none
using PropensitySource = std::function<Examination(const PropensityInput&)>;

struct PropensityTraits {
  bool of_users = false;  ///< needs users whose clicks ranks decide
  bool of_file = false;   ///< needs a file with a curve
  bool of_log = false;    ///< needs a log
  bool of_rows = false;   ///< needs a log that has propensities
  bool of_sums = false;   ///< estimated from sums over clients
};

/// Sources of propensities by name.
const Methods<PropensitySource, PropensityTraits>& propensity_sources();

/// Click rates of the same things under two conditions, summed over things and
/// clients, whose quotient is free of what is clicked.
struct RateRatio {
  double over = 0;
  double under = 0;
  double over_variance = 0;
  double under_variance = 0;

  /// Adds a thing, weighted by n m / (n + m).
  /// @param clicks, shown  under the condition above the line, then below it
  void add(double clicks, double shown, double other_clicks,
           double other_shown);
  void operator+=(const RateRatio& other);
  /// Makes it count as much as this part of what was shown: the quotient stays,
  /// its variance is divided by the part.
  void operator*=(double part);
  /// False if the quotient is unknown.
  bool known() const { return over > 0 && under > 0; }
  double quotient() const { return over / under; }
  /// Standard error of the quotient's logarithm, by the delta method.
  double log_error() const;
};

/// Standard errors of a two-sided interval of 95 %.
inline constexpr double kNinetyFive = 1.959963984540054;
/// Largest estimate; an unknown one has it as upper bound.
inline constexpr double kMostPropensity = 1e6;

/// Clicks on something, and how often it was shown.
struct ClickRate {
  double clicks = 0;
  double shown = 0;

  void add(bool clicked) { clicks += clicked ? 1 : 0, ++shown; }
};

/// Returns for each query and document the click rate at each rank, from 0, at
/// which a client's sessions show it.
std::map<std::pair<Index, std::uint32_t>, std::map<std::size_t, ClickRate>>
rates_by_rank(const SessionLog& log, const std::vector<Index>& sessions,
              std::size_t ranks);

/// Sums by rank of a client's sessions: click rates of documents at a rank over
/// those at the first, of documents shown at both.
///
/// Intervention harvesting, Agarwal et al., "Estimating Position Bias without
/// Intrusive Interventions" (WSDM 2019, arXiv 1812.05161), with the first rank
/// as pivot; with swapped lists the estimate of Joachims et al. (WSDM 2017).
/// Differs in the weights of documents, which reduce variance.
std::vector<RateRatio> swap_sums(const SessionLog& log,
                                 const std::vector<Index>& sessions,
                                 std::size_t ranks);

/// Sums by rank of a client's sessions: click rates of documents just below a
/// first click over those of the same documents at the same rank without a
/// click above, which in a dependent click model (Guo et al., WSDM 2009) have
/// certainly been examined. fedltr; unlike the paper's share of last clicks,
/// which takes users who proceeded without a click for users who stopped.
std::vector<RateRatio> proceed_sums(const SessionLog& log,
                                    const std::vector<Index>& sessions,
                                    std::size_t ranks);

}  // namespace fedltr
