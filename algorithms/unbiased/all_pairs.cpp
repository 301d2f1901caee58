#include "algorithms/unbiased/all_pairs.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>

#include "algorithms/core/math.hpp"

namespace fedltr {
namespace {

/// Smallest variance of a quotient's logarithm: rates of 0 or 1 seem certain.
constexpr double kLeastVariance = 1e-6;

/// Returns for each rank if pairs connect it with the first one.
std::vector<bool> connected_ranks(const std::vector<RateRatio>& sums,
                                  std::size_t ranks) {
  std::vector<bool> connected(ranks, false);
  connected[0] = true;
  for (std::size_t pass = 1; pass < ranks; ++pass)
    for (std::size_t a = 0; a < ranks; ++a)
      for (std::size_t b = a + 1; b < ranks; ++b)
        if (connected[a] != connected[b] && sums[a * ranks + b].known())
          connected[a] = connected[b] = true;
  return connected;
}

/// Normal equations of the logarithms of the connected ranks below the first.
struct LogCurve {
  std::vector<Index> place;  ///< of each rank in the equations; -1: none
  Matrix information;
  Vector target;

  LogCurve(const std::vector<RateRatio>& sums, std::size_t ranks)
      : place(ranks, -1) {
    const std::vector<bool> connected = connected_ranks(sums, ranks);
    Index unknowns = 0;
    for (std::size_t rank = 1; rank < ranks; ++rank)
      if (connected[rank]) place[rank] = unknowns++;
    information = Matrix::Zero(unknowns, unknowns);
    target = Vector::Zero(unknowns);
    for (std::size_t a = 0; a < ranks; ++a)
      for (std::size_t b = a + 1; b < ranks; ++b)
        if (connected[a] && sums[a * ranks + b].known())
          add(place[a], place[b], sums[a * ranks + b]);
  }

  /// Adds log p_b - log p_a = log quotient; the first rank's is 0.
  void add(Index a, Index b, const RateRatio& sums) {
    const double error = sums.log_error();
    const double weight = 1 / std::max(error * error, kLeastVariance);
    const double value = weight * portable_log(sums.quotient());
    information(b, b) += weight;
    target(b) += value;
    if (a < 0) return;
    information(a, a) += weight;
    target(a) -= value;
    information(a, b) -= weight;
    information(b, a) -= weight;
  }
};

/// A rate of 1 seems certain, but n showings leave a variance of 1 / n^2.
void allow_for_certain(const ClickRate& rate, double part, double& variance) {
  if (rate.clicks == rate.shown)
    variance = std::max(variance, (part / rate.shown) * (part / rate.shown));
}

}  // namespace

std::vector<RateRatio> pair_sums(const SessionLog& log,
                                 const std::vector<Index>& sessions,
                                 std::size_t ranks) {
  std::vector<RateRatio> sums(ranks * ranks);
  for (const auto& [document, rates] : rates_by_rank(log, sessions, ranks)) {
    // m ranks make m (m - 1) / 2 pairs, of which m - 1 are independent.
    const double share = 2 / static_cast<double>(rates.size());
    for (auto lower = rates.begin(); lower != rates.end(); ++lower)
      for (auto upper = rates.begin(); upper != lower; ++upper) {
        RateRatio own;
        own.add(lower->second.clicks, lower->second.shown, upper->second.clicks,
                upper->second.shown);
        allow_for_certain(lower->second, own.over, own.over_variance);
        allow_for_certain(upper->second, own.under, own.under_variance);
        own *= share;
        sums[upper->first * ranks + lower->first] += own;
      }
  }
  return sums;
}

Examination all_pairs_curve(const std::vector<RateRatio>& sums,
                            std::size_t ranks) {
  const LogCurve curve(sums, ranks);
  const Index unknowns = curve.target.size();
  const auto factors = curve.information.ldlt();
  const Vector logs = factors.solve(curve.target);
  const Matrix covariance = factors.solve(Matrix::Identity(unknowns, unknowns));
  Examination found;
  found.propensity = found.low = found.high = {1};
  for (std::size_t rank = 1; rank < ranks; ++rank) {
    const Index place = curve.place[rank];
    if (place < 0) {
      found.propensity.push_back(found.propensity.back());
      found.low.push_back(0);
      found.high.push_back(kMostPropensity);
      continue;
    }
    const double value = portable_exp(logs(place));
    const double factor =
        portable_exp(kNinetyFive * std::sqrt(covariance(place, place)));
    found.propensity.push_back(std::min(value, kMostPropensity));
    found.low.push_back(value / factor);
    found.high.push_back(value * factor);
  }
  return found;
}

}  // namespace fedltr
