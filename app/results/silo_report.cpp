#include "app/results/silo_report.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/plan/silo_gains.hpp"
#include "app/plan/silo_rule.hpp"
#include "app/results/number_text.hpp"
#include "app/results/shared_means.hpp"
#include "app/results/silo_results.hpp"
#include "app/schema/choices.hpp"

namespace fedltr {
namespace {

std::string time_text(const Timing& timing) {
  return fmt::format("{:.1f} s on {} thread{}, at most {:.2f} GB of memory",
                     timing.wall_seconds, timing.threads,
                     timing.threads == 1 ? "" : "s",
                     static_cast<double>(timing.peak_memory_bytes) / 1e9);
}

std::string bytes_text(double bytes) {
  return bytes < 1e6   ? fmt::format("{:.1f} kB", bytes / 1e3)
         : bytes < 1e9 ? fmt::format("{:.1f} MB", bytes / 1e6)
                       : fmt::format("{:.2f} GB", bytes / 1e9);
}

std::string row(const std::string& name, const std::vector<Spread>& spreads,
                bool deviation) {
  std::string text = fmt::format("  {:<18}", name);
  for (const Spread& spread : spreads)
    text += std::isnan(spread.mean) ? fmt::format("  {:>16}", "-")
            : deviation && spread.n > 1
                ? fmt::format("  {:>7.4f} +- {:.4f}", spread.mean, spread.std)
                : fmt::format("  {:>7.4f}{:>9}", spread.mean, "");
  return text + "\n";
}

std::string party_name(std::size_t party) {
  return party < 26 ? std::string("party ") + static_cast<char>('A' + party)
                    : "party " + std::to_string(party);
}

void print_table(std::ostream& out, const SiloPoint& point) {
  const auto parties = static_cast<Index>(point.plans[0]->parties());
  out << fmt::format("  {:<18}", "");
  for (const NamedMetric& metric : point.metrics)
    out << fmt::format("  {:<16}", metric.name);
  out << "\n";
  for (const std::string& method : point.methods) {
    const bool joint =
        is_untrained(method) || find(silo_methods(), method).make.joint;
    // Parties that share a model do not differ.
    for (Index p = 0; p < parties && !joint && parties <= 8; ++p) {
      std::vector<Spread> spreads;
      for (Index m = 0; m < static_cast<Index>(point.metrics.size()); ++m)
        spreads.push_back(spread_of_party(point.runs, method, p, m));
      out << row(method + " " + party_name(static_cast<std::size_t>(p)).back(),
                 spreads, false);
    }
    std::vector<Spread> spreads;
    for (Index m = 0; m < static_cast<Index>(point.metrics.size()); ++m)
      spreads.push_back(spread_over(point.runs, method, m));
    out << row(method + (joint ? "" : " mean"), spreads, true);
  }
}

void print_significance(std::ostream& out, const SiloPoint& point) {
  const std::string joint = headline(point.described.scenario);
  const Index m = main_metric(point.metrics);
  for (const auto& [other, d] : comparisons_of(point))
    if (d.pairs > 0)
      out << fmt::format(
          "  {} minus {}: {} {:+.4f} +- {:.4f} (95%), {} queries, t-test {}\n",
          joint, other, point.metrics[static_cast<std::size_t>(m)].name, d.mean,
          d.interval, with_commas(d.pairs), p_value_text(d.t_test));
}

std::string difference_text(const PairedDifference& d) {
  return fmt::format("{:+.4f} +- {:.4f} (95%, {} queries)", d.mean, d.interval,
                     with_commas(d.pairs));
}

/// Printed first: a party needs no joining for a method without training.
void print_untrained(std::ostream& out, const SiloPoint& point) {
  const std::string joint = headline(point.described.scenario);
  const auto best = best_untrained(point);
  if (!best || is_untrained(joint)) return;
  const Index m = main_metric(point.metrics);
  const PairedDifference d = compare_methods(point.runs, *best, joint, m,
                                             point.described.scenario.run.seed);
  if (d.pairs == 0 || !(d.mean > 0)) return;
  out << fmt::format(
      "{}, which needs no training, ranks {} {}: {} {}, t-test {}\n", *best,
      d.mean > d.interval ? "better than" : "no worse than", joint,
      point.metrics[m].name, difference_text(d), p_value_text(d.t_test));
}

/// With more parties, lists name only those with a significant difference.
constexpr std::size_t kMaxListed = 8;

void print_gains(std::ostream& out, const SiloPoint& point) {
  const auto gains = gains_of(point, headline(point.described.scenario));
  if (!gains) return;
  out << fmt::format(
      "joining: {} minus {}, the best that needs no joining, {} of each "
      "party's own test queries\n",
      gains->method, gains->alone, point.metrics[gains->metric].name);
  for (std::size_t p = 0; p < gains->parties.size(); ++p) {
    const PartyGain& gain = gains->parties[p];
    if (gains->parties.size() > kMaxListed &&
        gain.verdict == Verdict::kUndecided)
      continue;
    out << "  " << party_name(p) << " "
        << (gain.difference.pairs == 0 ? "-" : difference_text(gain.difference))
        << " " << name_of(gain.verdict) << "\n";
  }
  out << fmt::format(
      "  of {} parties, {} gain, {} lose and {} are undecided (t-tests, Holm, "
      "p < .05)\n",
      gains->parties.size(), gains->count(Verdict::kGains),
      gains->count(Verdict::kLoses), gains->count(Verdict::kUndecided));
}

void print_withheld(std::ostream& out, const SiloPoint& point) {
  if (const auto withheld = withheld_of(point.runs); withheld > 0)
    out << fmt::format(
        "  budget of {:.4g} per document spent: {} answers were withheld\n",
        point.described.scenario.privacy.budget, with_commas(withheld));
}

void print_privacy(std::ostream& out, const SiloPoint& point) {
  const Scenario& scenario = point.described.scenario;
  const SketchNoise noise = protocol_of(scenario).noise;
  const SiloPrivacy& worst = worst_privacy(point.runs);
  if (!scenario.silo.noisy()) {
    out << "privacy: no noise on answers\n";
  } else {
    out << fmt::format(
        "privacy: {}, claimed epsilon {:.4g} per answer; the most exposed "
        "document: {} answers, claimed {:.4g}, accounted for counts {:.4g} "
        "(delta {:.0e}): {}\n",
        noise.name, noise.claimed, with_commas(worst.releases), worst.claimed,
        worst.accounted.best(), ReleaseConfig().delta, noise.caveat);
    out << "  " << why_unbounded(scenario) << "\n";
    print_withheld(out, point);
  }
}

void print_retrieval(std::ostream& out, const SiloPoint& point) {
  const RetrievalSummary retrieval = summarize_retrieval(point.runs);
  out << fmt::format(
      "retrieval: {}, found {:.3f} of the true top {} (cover rate), {} moved "
      "per term and owner, {} of index and {} of sketches stored\n",
      point.described.scenario.silo.naive ? "naive" : "rtk", retrieval.cover,
      point.described.scenario.silo.options.top,
      bytes_text(retrieval.bytes_per_term()),
      bytes_text(static_cast<double>(retrieval.index_bytes)),
      bytes_text(static_cast<double>(retrieval.sketch_bytes)));
}

std::string search_time_text(const SearchTime& time) {
  return fmt::format("rtk {:.3g} ms, naive {:.3g} ms", 1e3 * time.rtk_seconds,
                     1e3 * time.naive_seconds);
}

void print_search_time(std::ostream& out, const SiloPoint& point) {
  if (!point.search) return;
  out << fmt::format(
      "  a term at one party: {} (mean of {}); a document into the index "
      "{:.3g} ms, out of it {:.3g} ms\n",
      search_time_text(*point.search), with_commas(point.search->terms),
      1e3 * point.search->insert_seconds, 1e3 * point.search->delete_seconds);
}

void print_correlation(std::ostream& out, const SiloPoint& point) {
  const Vector correlation = mean_correlation(point.runs);
  if (correlation.array().isNaN().all()) return;
  out << "correlation of sketched with exact features:\n";
  for (Index f = 0; f < kTextFeatures; ++f)
    out << (f % 4 == 0 ? "  " : "")
        << fmt::format("{:<16}{:>6}  ",
                       text_feature_names()[static_cast<std::size_t>(f)],
                       std::isnan(correlation(f))
                           ? "-"
                           : fmt::format("{:.3f}", correlation(f)))
        << (f % 4 == 3 ? "\n" : "");
}

/// Prints the documents that the metrics rank, and the queries left out.
void print_candidates(std::ostream& out, const SiloPoint& point) {
  const CandidateCounts counts = summarize_candidates(point.runs);
  const std::size_t depth = point.described.scenario.silo.options.candidates;
  out << "candidates: "
      << (depth == 0 ? "all documents"
                     : "the best " + with_commas(depth) + " by BM25")
      << fmt::format(", {:.3f} of the relevant documents among them\n",
                     counts.recall);
  if (counts.unjudged + counts.irrelevant > 0)
    out << fmt::format(
        "  of {} test queries, {} have no judgement and {} no relevant "
        "document: no metric counts them\n",
        with_commas(counts.queries), with_commas(counts.unjudged),
        with_commas(counts.irrelevant));
}

/// Prints nothing for the mean without an attack, the papers' way.
void print_rule(std::ostream& out, const Scenario& scenario) {
  const Choices choices(scenario);
  const bool attacked = choices.is_attacked();
  if (!attacked && !choices.is_robust()) return;
  out << "joint training: combined by " << *party_rule_text(scenario) << "\n";
  if (!attacked) return;
  out << fmt::format("  attack: {} by the first {} of {} parties\n",
                     scenario.attack.kind, attackers_of(scenario),
                     scenario.silo.parties);
}

void print_owners(std::ostream& out, const SiloPoint& point) {
  for (const auto& [party, runs] : owners_only(point.runs))
    out << party_name(party) << " had no judged pair to train on in " << runs
        << " of " << point.runs.size()
        << " repeats: it answered others and got the joint models\n";
}

void print_excluded(std::ostream& out, const SiloPoint& point) {
  for (const SiloRun& run : point.runs)
    for (const auto& [party, why] : run.excluded)
      out << "excluded: " << party_name(party) << " in repeat " << run.repeat
          << ": " << why << "\n";
}

/// Prints the means of the first repeat, as each party of a consortium gets
/// them.
void print_shared(std::ostream& out, const SiloPoint& point) {
  const SiloSettings& silo = point.described.scenario.silo;
  if (silo.sharing == MetricSharing::kNone || point.runs.empty()) return;
  out << "shared by members"
      << (silo.sharing == MetricSharing::kNoisy ? ", with noise" : "") << ": "
      << headline(point.described.scenario)
      << " on each member's own queries\n";
  for (const auto& [party, told] : point.runs[0].shared)
    out << means_line(silo.members.at(party), told,
                      point.described.scenario.evaluation.metrics);
}

}  // namespace

void print_silo_report(std::ostream& out, const SiloPoint& point,
                       const Timing& timing,
                       const std::filesystem::path& folder) {
  const Scenario& scenario = point.described.scenario;
  const Collection& collection = *point.data->collection;
  out << fmt::format(
      "{}: {} part{} with {} documents and {} queries, {} repeat{}\n",
      scenario.run.name, scenario.silo.parties,
      scenario.silo.parties == 1 ? "y" : "ies",
      with_commas(collection.documents()), with_commas(collection.queries()),
      point.runs.size(), point.runs.size() == 1 ? "" : "s");
  if (const std::string ended = cut_short_text(point); !ended.empty())
    out << "cut short: " << ended << ", the numbers are of these\n";
  print_untrained(out, point);
  print_candidates(out, point);
  print_rule(out, scenario);
  print_owners(out, point);
  print_table(out, point);
  print_significance(out, point);
  print_gains(out, point);
  print_shared(out, point);
  print_excluded(out, point);
  print_privacy(out, point);
  print_retrieval(out, point);
  print_search_time(out, point);
  print_correlation(out, point);
  out << "time: " << time_text(timing) << "\n"
      << "results: " << folder.string() << "\n";
}

void print_silo_grid(std::ostream& out, const std::vector<SiloPoint>& points,
                     const Timing& timing,
                     const std::filesystem::path& folder) {
  const Index m = main_metric(points[0].metrics);
  out << points[0].described.scenario.run.name << ": "
      << points[0].metrics[static_cast<std::size_t>(m)].name
      << " by method, cover rate, correlation of BM25 in the body\n";
  for (const SiloPoint& point : points) {
    if (point.runs.empty()) continue;
    std::string settings;
    for (const auto& [key, value] : point.described.settings)
      settings += (settings.empty() ? "" : ", ") + key + " = " + value;
    out << "  " << settings << ":";
    for (const std::string& method : point.methods)
      out << fmt::format(" {} {:.4f},", method,
                         spread_over(point.runs, method, m).mean);
    const std::string ended = cut_short_text(point);
    out << fmt::format(" cover {:.3f}, BM25 {:.3f}{}",
                       summarize_retrieval(point.runs).cover,
                       mean_correlation(point.runs)(kFieldFeatures + 4),
                       ended.empty() ? "" : ", cut short: " + ended)
        << (point.search ? ", " + search_time_text(*point.search) : "") << "\n";
    print_excluded(out, point);
    print_withheld(out, point);
  }
  out << "time: " << time_text(timing) << "\n"
      << "results: " << folder.string() << "\n";
}

}  // namespace fedltr
