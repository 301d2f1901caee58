#include "app/results/terminal_report.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/results/fault_report.hpp"
#include "app/results/matrix.hpp"
#include "app/results/secure_report.hpp"
#include "app/results/unlearning_report.hpp"

namespace fedltr {
namespace {

std::string plural(std::size_t count, const char* noun) {
  return with_commas(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string speed(const Timing& timing) {
  return fmt::format(
      "{:.1f} s, {} interactions/s on {}", timing.wall_seconds,
      with_commas(static_cast<std::uint64_t>(timing.interactions_per_second())),
      plural(timing.threads, "thread"));
}

std::string spread_text(const Spread& spread) {
  if (spread.n < 2) return fmt::format("{:.4f}", spread.mean);
  return fmt::format("{:.4f} +- {:.4f}", spread.mean, spread.std);
}

/// Mean of the first metric before any learning.
double initial_mean(const std::vector<FinishedRun>& runs) {
  double sum = 0;
  for (const auto& each : runs) sum += each.result.rounds.front().metrics[0];
  return sum / static_cast<double>(runs.size());
}

/// Maximum of the discounted sum in the rounds that were run.
double online_ceiling(const Scenario& scenario,
                      const std::vector<FinishedRun>& runs) {
  const double factor = scenario.evaluation.discount;
  std::uint32_t rounds = 0;
  for (const auto& each : runs)
    rounds = std::max(rounds, each.result.rounds.back().round);
  if (factor == 1) return rounds;
  return (1 - std::pow(factor, rounds)) / (1 - factor);
}

}  // namespace

void print_report(std::ostream& out, const Scenario& scenario,
                  const std::vector<FinishedRun>& runs,
                  const std::vector<FinishedRun>& honest,
                  const std::vector<UnlearningReport>& unlearned,
                  const std::string& cut_short, const Timing& timing,
                  const std::filesystem::path& folder) {
  const auto metrics = summarize(runs);
  const auto& federation = scenario.federation;
  out << fmt::format("{}: {} x {}, {}, {}: {}\n", scenario.run.name,
                     plural(federation.clients, "client"),
                     plural(federation.interactions, "interaction"),
                     plural(runs[0].result.rounds.back().round, "round"),
                     plural(runs.size(), "run"), speed(timing));
  if (!cut_short.empty())
    out << "cut short " << cut_short
        << ": the numbers are of the completed part\n";
  out << fmt::format("learned   {} {:.4f} -> {}\n", metrics[0].first,
                     initial_mean(runs), spread_text(metrics[0].second));
  // Rounds that send stored updates again have no searches.
  out << "online    nDCG@10 of the lists shown while learning, discounted sum "
      << spread_text(metrics.back().second)
      << (unlearned.empty()
              ? fmt::format(" (maximum {:.1f})", online_ceiling(scenario, runs))
              : "")
      << "\n";
  if (const Fairness own = fairness_over(runs); own.clients > 0)
    out << fmt::format(
        "clients   {} on each client's own queries {:.4f} +- {:.4f}, worst "
        "{:.4f}, worst tenth {:.4f}\n",
        metrics[0].first, own.mean, own.std, own.worst, own.worst_tenth);
  const AttackReport attack = report_attack(scenario, runs, honest);
  if (attack.has_content())
    out << "attack    "
        << attack_text(attack, metrics[0].first, federation.clients) << "\n";
  for (const UnlearningReport& report : unlearned)
    out << unlearning_text(report, metrics[0].first);
  if (has_faults(runs)) out << "faults    " << faults_text(runs) << "\n";
  if (runs[0].run.plan.secure) out << "secure    " << secure_text(runs) << "\n";
  std::uint64_t refused = 0;
  for (const auto& each : runs) refused += each.result.rounds.back().refused;
  out << "privacy   "
      << privacy_text(runs[0].run.plan.privacy, max_rounds(runs))
      << (refused > 0 ? "; " + plural(refused, "update") + " refused" : "")
      << "\n";
  out << "results   " << folder.string() << "  signature "
      << signature(runs).substr(0, 16) << "\n";
}

void print_grid_report(std::ostream& out, const Scenario& scenario,
                       const std::vector<PointResults>& points,
                       std::size_t runs, const Timing& timing,
                       const std::filesystem::path& folder) {
  out << fmt::format("{}: {}, {}: {}\n", scenario.run.name,
                     plural(points.size(), "point"), plural(runs, "run"),
                     speed(timing));
  out << worst_text(worst_cases(matrix_cells(points)),
                    points[0].metrics[0].first);
  std::size_t width = 0;
  for (const auto& point : points) width = std::max(width, point.folder.size());
  for (const auto& point : points)
    out << fmt::format(
        "{:{}}  {} {}  online {}{}\n", point.folder, width,
        point.metrics[0].first, spread_text(point.metrics[0].second),
        spread_text(point.metrics.back().second),
        point.cut_short.empty() ? "" : "  cut short: " + point.cut_short);
  for (const auto& point : points)
    if (!point.unlearned.empty() && point.unlearned.back().retrained.n > 0)
      out << fmt::format(
          "{:{}}  unlearned: {}{:.3f} of the distance left\n", point.folder,
          width,
          point.unlearned.back().has_gap()
              ? fmt::format("{:.1f}% of the gap closed, ",
                            100 * point.unlearned.back().gap_closed())
              : "no gap, ",
          point.unlearned.back().distance.ratio());
  std::vector<std::pair<std::string, std::size_t>> accounts;
  for (const auto& point : points) {
    const auto same = std::ranges::find(
        accounts, point.privacy, &std::pair<std::string, std::size_t>::first);
    if (same == accounts.end())
      accounts.emplace_back(point.privacy, 1);
    else
      ++same->second;
  }
  for (const auto& [account, count] : accounts)
    out << "privacy   "
        << (accounts.size() > 1 ? plural(count, "point") + ": " : "") << account
        << "\n";
  out << "results   " << folder.string() << "\n";
}

}  // namespace fedltr
