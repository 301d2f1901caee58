#include "algorithms/audit/empirical.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include <boost/math/distributions/binomial.hpp>

#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// Error of each of two bounds, so that both hold with 95 % confidence.
constexpr double kAlpha = 0.025;

using Scores = std::span<const double>;
using Binomial = boost::math::binomial_distribution<double>;

std::uint64_t count_above(Scores scores, double threshold) {
  return std::ranges::count_if(scores, [=](double x) { return x > threshold; });
}

/// Epsilon shown by the right and wrong guesses in `trials` trials of each set.
double shown(std::uint64_t right, std::uint64_t wrong, std::uint64_t trials,
             double delta) {
  const double often = least_probability(right, trials, kAlpha) - delta;
  if (often <= 0) return 0;
  const double epsilon =
      std::log(often / largest_probability(wrong, trials, kAlpha));
  return std::max(0.0, std::floor(epsilon * 1e9) / 1e9);
}

/// An event that distinguishes the two data sets.
struct Guess {
  double threshold = 0;
  bool above = true;   ///< if the score is above the threshold, or not
  bool second = true;  ///< guesses the second data set, or the first
  double epsilon = 0;
};

double judged(const Guess& guess, Scores first, Scores second, double delta) {
  const std::uint64_t trials = first.size();
  std::uint64_t wrong = count_above(first, guess.threshold);
  std::uint64_t right = count_above(second, guess.threshold);
  if (!guess.second) std::swap(right, wrong);
  return guess.above ? shown(right, wrong, trials, delta)
                     : shown(trials - right, trials - wrong, trials, delta);
}

Guess best_guess(Scores first, Scores second, double delta) {
  std::vector<double> candidates(first.begin(), first.end());
  candidates.insert(candidates.end(), second.begin(), second.end());
  std::ranges::sort(candidates);
  // A hundred candidates are as good as all.
  const std::size_t stride = std::max<std::size_t>(1, candidates.size() / 100);
  Guess best;
  best.threshold = candidates[candidates.size() / 2];
  for (std::size_t i = 0; i < candidates.size(); i += stride)
    for (const auto& [above, second_one] : {std::pair{true, true},
                                            {true, false},
                                            {false, true},
                                            {false, false}}) {
      Guess guess{candidates[i], above, second_one, 0};
      guess.epsilon = judged(guess, first, second, delta);
      if (guess.epsilon > best.epsilon) best = guess;
    }
  return best;
}

}  // namespace

double least_probability(std::uint64_t hits, std::uint64_t trials,
                         double alpha) {
  require(hits <= trials && trials > 0, "no more hits than trials");
  return hits == 0 ? 0
                   : Binomial::find_lower_bound_on_p(
                         static_cast<double>(trials), static_cast<double>(hits),
                         alpha);
}

double largest_probability(std::uint64_t hits, std::uint64_t trials,
                           double alpha) {
  return 1 - least_probability(trials - hits, trials, alpha);
}

EmpiricalEpsilon empirical_epsilon(const std::vector<double>& first,
                                   const std::vector<double>& second,
                                   double delta) {
  require(
      first.size() == second.size() && first.size() >= 2,
      "an audit needs the same number of scores of both data sets, at least 2");
  const std::size_t half = first.size() / 2;
  const Guess guess =
      best_guess(Scores(first).first(half), Scores(second).first(half), delta);
  const Scores rest = Scores(first).subspan(half);
  return {judged(guess, rest, Scores(second).subspan(half), delta),
          shown(rest.size(), 0, rest.size(), delta)};
}

}  // namespace fedltr
