#include "app/plan/silo_gains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algorithms/silo/own_rows.hpp"
#include "algorithms/silo/untrained.hpp"

namespace fedltr {
namespace {

constexpr double kLevel = 0.05;
constexpr int kPermutations = 1;  ///< only the t-test is used

struct Sums {
  double method = 0;
  double alone = 0;
  double repeats = 0;
};

PartyGain gain_of(const SiloPoint& point, const Gains& gains,
                  std::uint32_t party) {
  std::map<std::string, Sums> by_query;
  for (const SiloRepeat& run : point.runs) {
    const Matrix& a = run.methods.at(gains.method).own_queries;
    const Matrix& b = run.methods.at(gains.alone).own_queries;
    for (std::size_t q = 0; q < run.names.size(); ++q) {
      const auto row = static_cast<Index>(q);
      if (run.query_party[q] != party || std::isnan(a(row, gains.metric)) ||
          std::isnan(b(row, gains.metric)))
        continue;
      Sums& sums = by_query[run.names[q]];
      sums.method += a(row, gains.metric);
      sums.alone += b(row, gains.metric);
      ++sums.repeats;
    }
  }
  PartyGain gain;
  std::vector<double> differences;
  double size = 0;
  for (const auto& [query, sums] : by_query) {
    gain.method += sums.method / sums.repeats;
    gain.alone += sums.alone / sums.repeats;
    size = std::max({size, std::abs(sums.method) / sums.repeats,
                     std::abs(sums.alone) / sums.repeats});
    differences.push_back((sums.method - sums.alone) / sums.repeats);
  }
  gain.queries = differences.size();
  gain.method /= static_cast<double>(gain.queries);
  gain.alone /= static_cast<double>(gain.queries);
  if (gain.queries > 1)
    gain.difference = compare_pairs(differences, kPermutations,
                                    point.described.scenario.run.seed, size);
  return gain;
}

/// Sets the verdicts, adjusted for all parties together.
void judge(std::vector<PartyGain>& parties) {
  std::vector<double> p;
  for (const PartyGain& each : parties) p.push_back(each.difference.t_test);
  const auto adjusted = holm(p);
  for (std::size_t i = 0; i < parties.size(); ++i) {
    parties[i].p = adjusted[i];
    if (adjusted[i] < kLevel)
      parties[i].verdict =
          parties[i].difference.mean > 0 ? Verdict::kGains : Verdict::kLoses;
  }
}

}  // namespace

const char* name_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::kGains:
      return "gains";
    case Verdict::kLoses:
      return "loses";
    case Verdict::kUndecided:
      break;
  }
  return "undecided";
}

std::size_t Gains::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::ranges::count(parties, verdict, &PartyGain::verdict));
}

bool needs_joining(const std::string& method) {
  if (uses_own_rows(method)) return method != kOwnRowsMethod;
  if (is_untrained(method))
    return find(untrained_rankers(), method).traits.sketched;
  const SiloMethod& traits = find(silo_methods(), method).make;
  return traits.joint || traits.uses_cross;
}

std::string joint_method(const SiloPoint& point) {
  const std::string joint = headline(point.described.scenario);
  const std::string with_rows = own_rows_with(joint);
  return std::ranges::count(point.methods, with_rows) > 0 ? with_rows : joint;
}

std::optional<std::string> best_alone(const SiloPoint& point) {
  const Index metric = main_metric(point.metrics);
  std::optional<std::string> best;
  double most = -std::numeric_limits<double>::infinity();
  for (const std::string& method : point.methods) {
    if (needs_joining(method)) continue;
    const double mean = spread_over(point.runs, method, metric).mean;
    if (best && !(mean > most)) continue;
    best = method;
    most = mean;
  }
  return best;
}

std::optional<Gains> gains_of(const SiloPoint& point,
                              const std::string& method) {
  const auto alone = best_alone(point);
  if (!alone || !needs_joining(method) || point.plans[0]->parties() == 1)
    return std::nullopt;
  Gains gains{method, *alone, main_metric(point.metrics), {}};
  for (std::uint32_t p = 0; p < point.plans[0]->parties(); ++p)
    gains.parties.push_back(gain_of(point, gains, p));
  judge(gains.parties);
  return gains;
}

}  // namespace fedltr
