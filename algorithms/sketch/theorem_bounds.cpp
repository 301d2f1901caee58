#include "algorithms/sketch/theorem_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <boost/math/distributions/binomial.hpp>

namespace fedltr {
namespace {

double squared(double x) {
  return x * x;
}

}  // namespace

double residual_moment(std::span<const TermCount> document,
                       std::uint32_t columns) {
  std::vector<double> counts;
  for (const TermCount& term : document) counts.push_back(term.count);
  std::ranges::sort(counts, std::greater<>());
  double sum = 0;
  for (std::size_t i = columns / 8; i < counts.size(); ++i)
    sum += squared(counts[i]);
  return sum;
}

double error_bound(double epsilon, std::uint32_t columns, double residual,
                   std::uint32_t terms) {
  return std::sqrt(terms * (16 / squared(epsilon) + 64 * residual / columns));
}

double error_rate(std::uint32_t real_rows) {
  const boost::math::binomial_distribution<double> holding(real_rows, 5.0 / 8);
  return boost::math::cdf(holding, real_rows / 2);
}

double listing_probability(const CoverSetting& setting) {
  const double listed = setting.alpha * setting.top;
  if (setting.documents <= listed) return 1;
  const double eta = (setting.alpha - 1) *
                     std::sqrt(setting.length * setting.columns) /
                     (2 * listed * setting.zipf);
  if (eta <= 1) return 0;
  return std::pow(1 - 1 / squared(eta), 2 * (setting.documents - listed));
}

double cover_bound(const CoverSetting& setting) {
  const double p = listing_probability(setting);
  if (p <= setting.beta) return 0;
  return -std::expm1(-2.0 * setting.rows * squared(p - setting.beta));
}

}  // namespace fedltr
