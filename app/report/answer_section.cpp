#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

#include <spdlog/fmt/fmt.h>

#include "algorithms/statistics/paired.hpp"
#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/report/effects.hpp"
#include "app/report/sections.hpp"
#include "app/results/compare/significance.hpp"

namespace fedltr {
namespace {

/// A final metric and its uncertainty due to sampling.
struct FinalMetric {
  Spread spread;
  double interval = std::nan("");  ///< half width, 95 %; NaN for a single value
  std::size_t over = 0;
  bool queries = false;  ///< over queries, by mean over repeats; or runs
};

FinalMetric final_metric(const RunFolder& run, const std::string& metric) {
  FinalMetric final{spread_of(run, metric)};
  std::vector<double> values;
  if (const auto found = run.by_query.find(metric);
      found != run.by_query.end()) {
    final.queries = true;
    for (const auto& [query, repeats] : found->second) {
      double sum = 0;
      for (const auto& [repeat, value] : repeats) sum += value;
      values.push_back(sum / static_cast<double>(repeats.size()));
    }
  } else {
    for (const auto& [key, value] : run.by_run.at(metric))
      values.push_back(value);
  }
  final.over = values.size();
  if (values.size() > 1) final.interval = compare_pairs(values, 0, 1).interval;
  return final;
}

std::string interval_in_words(const FinalMetric& final) {
  if (std::isnan(final.interval)) return "";
  return fmt::format(" ± {:.4f} (95% interval over {} {})", final.interval,
                     final.over, final.queries ? "test queries" : "runs");
}

/// Returns the metric of the initial model; NaN if unknown.
double initial_of(const ReportFiles& files, const std::string& metric) {
  const auto curve = files.curves.find(metric);
  const bool known = curve != files.curves.end() && !curve->second.empty() &&
                     curve->second[0].at == 0;
  return known ? curve->second[0].mean : std::nan("");
}

/// Comparison of each run with the first, or the reason why there is none.
struct Significance {
  std::optional<ComparisonTable> table;
  std::string reason;
};

Significance judge(const ReportData& data, const std::string& metric) {
  if (data.runs.size() < 2 || data.depth == ReportDepth::kBrief) return {};
  if (const auto conditions = conditions_of(data); !conditions.empty())
    return {{}, "the points differ in " + join(conditions, ", ")};
  std::vector<const RunFolder*> runs;
  for (const RunFolder& run : data.runs) {
    if (run.data != data.runs[0].data)
      return {{}, run.label + " has other data than the first run"};
    if (!run.by_run.contains(metric))
      return {{}, run.label + " has no metric " + metric};
    runs.push_back(&run);
  }
  try {
    ComparisonTable table = compare_runs(metric, runs, {});
    correct({&table});
    // The best of the test values is not shown where others choose.
    if (validation_metric(data.runs))
      for (Comparison& row : table.rows) row.best = false;
    return {std::move(table), ""};
  } catch (const UsageError& error) {
    return {{}, error.what()};
  }
}

std::string difference_in_words(const Comparison& row) {
  const Difference& d = row.difference;
  const std::string p = p_value_text(d.bonferroni);
  if (d.bonferroni >= 0.05)
    return fmt::format(
        "not significantly different from {} ({:+.4f} ± {:.4f}, {})",
        row.against->label, d.mean, d.interval, p);
  return fmt::format("{} than {} by {:.4f} ± {:.4f} ({})",
                     d.mean > 0 ? "better" : "worse", row.against->label,
                     std::abs(d.mean), d.interval, p);
}

/// Describes the rounds whose models are the result, if validation queries
/// chose them; else empty.
std::string kept_in_words(const ReportFiles& files) {
  if (text_at(files.manifest, {"scenario", "evaluation.keep"}) != "best")
    return "";
  std::vector<double> kept;
  std::vector<double> rounds;
  for (const Json& run : json_at(files.summary, {"runs"})) {
    kept.push_back(number_at(run, {"kept"}));
    rounds.push_back(number_at(run, {"rounds"}));
  }
  if (kept.empty()) return "";
  const auto span = [](const std::vector<double>& all) {
    const auto [least, most] = std::ranges::minmax(all);
    return least == most ? fmt::format("{:.0f}", least)
                         : fmt::format("{:.0f} to {:.0f}", least, most);
  };
  return fmt::format(
      "; the best round on the validation queries is kept, {} of {}",
      span(kept), span(rounds));
}

std::string one_run_in_words(const ReportData& data, std::size_t r,
                             const std::string& metric) {
  const RunFolder& run = data.runs[r];
  const FinalMetric final = final_metric(run, metric);
  std::string text = fmt::format(
      "{} {}{}", metric, metric_text(final.spread.mean),
      data.depth == ReportDepth::kAll ? interval_in_words(final) : "");
  const double initial = initial_of(data.files[r], metric);
  if (!std::isnan(initial))
    text += fmt::format(", from {:.4f} before training", initial);
  if (final.spread.n > 1)
    text += fmt::format("; standard deviation {:.4f} over {} runs",
                        final.spread.std, final.spread.n);
  text += kept_in_words(data.files[r]);
  return is_silo(data.files[r])
             ? text_at(data.files[r].summary, {"method"}) + ": " + text
             : text;
}

/// Maximum of the discounted sum in the rounds that were run.
double online_ceiling(const RunFolder& run, double factor) {
  int rounds = 0;
  for (const auto& [of, count] : run.rounds) rounds = std::max(rounds, count);
  return factor == 1 ? rounds : (1 - std::pow(factor, rounds)) / (1 - factor);
}

/// Describes the lists that users saw; empty if there were none. Runs of
/// members count none.
std::string online_in_words(const RunFolder& run, const ReportFiles& files) {
  if (is_of_members(files)) return "";
  const Spread online = spread_of(run, "online_discounted");
  if (online.n == 0) return "";
  const std::string text =
      "nDCG@10 of the lists shown while learning, discounted sum " +
      spread_text(online);
  const auto factor = parse_real(setting_of(run, "evaluation.discount"));
  // Rounds that send stored updates again have no searches.
  if (!factor || files.unlearning.is_object()) return text;
  return text + fmt::format(" (maximum {:.1f})", online_ceiling(run, *factor));
}

std::size_t best_run(const ReportData& data, const std::string& metric) {
  const auto mean = [&](const RunFolder& run) {
    const auto found = run.spreads.find(metric);
    return found == run.spreads.end() ? -1e300 : found->second.mean;
  };
  return static_cast<std::size_t>(
      std::ranges::max_element(data.runs, {}, mean) - data.runs.begin());
}

/// Returns the sentence on the point that validation queries chose, with its
/// test metric alone: the maximum over the points' test metrics is no estimate
/// of anything.
std::string chosen_in_words(const ReportData& data, const std::string& metric,
                            const std::string& validation) {
  const std::size_t chosen = best_run(data, validation);
  return fmt::format(
      "Of {} runs, {} is chosen, by {} {} of its validation queries. On the "
      "test queries: {}.",
      data.runs.size(), data.runs[chosen].label, validation,
      metric_text(spread_of(data.runs[chosen], validation).mean),
      one_run_in_words(data, chosen, metric));
}

std::vector<ReportBlock> in_words(const ReportData& data,
                                  const Significance& judgement) {
  const std::string metric = data.first_metric();
  if (metric.empty()) return {};
  std::vector<ReportBlock> blocks;
  if (data.runs.size() == 1) {
    blocks.emplace_back(
        Paragraph{one_run_in_words(data, 0, metric), true, "learned"});
    add_words(blocks, "online", online_in_words(data.runs[0], data.files[0]));
    return blocks;
  }
  if (const auto conditions = conditions_of(data); !conditions.empty()) {
    blocks.emplace_back(Paragraph{fmt::format(
        "The {} points differ in their conditions ({}), so the highest value "
        "names no winner. The table shows what each key does.",
        data.runs.size(), join(conditions, ", "))});
    return blocks;
  }
  if (const auto validation = validation_metric(data.runs)) {
    blocks.emplace_back(
        Paragraph{chosen_in_words(data, metric, *validation), true, "chosen"});
    return blocks;
  }
  const std::size_t best = best_run(data, metric);
  blocks.emplace_back(Paragraph{
      fmt::format("Of {} runs, {} is the best: {}.", data.runs.size(),
                  data.runs[best].label, one_run_in_words(data, best, metric)),
      true});
  if (!judgement.table) {
    blocks.emplace_back(
        Paragraph{"No test of significance: " + judgement.reason + "."});
    return blocks;
  }
  std::size_t better = 0;
  std::size_t worse = 0;
  for (const Comparison& row : judgement.table->rows) {
    if (!row.against || row.difference.bonferroni >= 0.05) continue;
    (row.difference.mean > 0 ? better : worse) += 1;
  }
  const Comparison& row = judgement.table->rows[best];
  if (row.against)
    blocks.emplace_back(
        Paragraph{"It is " + difference_in_words(row) + ".", true});
  blocks.emplace_back(Paragraph{fmt::format(
      "Against the first run, {}: {} better, {} worse, {} undecided; t-test "
      "over {}, p < .05 after Bonferroni's correction for {} "
      "comparisons.",
      data.runs[0].label, better, worse, data.runs.size() - 1 - better - worse,
      judgement.table->pairs, data.runs.size() - 1)});
  return blocks;
}

ReportRow final_row(const RunFolder& run, const ReportFiles& files,
                    const std::string& metric, const Significance& judgement) {
  if (!run.by_run.contains(metric)) return {};
  const FinalMetric final = final_metric(run, metric);
  ReportRow row = {{metric_text(initial_of(files, metric))},
                   {metric_text(final.spread.mean)},
                   {metric_text(final.interval)},
                   {final.spread.n > 1 ? metric_text(final.spread.std) : "-"},
                   {std::to_string(final.spread.n)}};
  if (!judgement.table) return row;
  const auto found =
      std::ranges::find(judgement.table->rows, &run, &Comparison::run);
  row[1].strong = found->best;
  if (found->against) {
    row.push_back({difference_text(found->difference.mean)});
    row.push_back({metric_text(found->difference.interval)});
    row.push_back({p_value_text(found->difference.bonferroni)});
    row.push_back({mark_of(*found)});
  } else {
    row.insert(row.end(), {{"-"}, {"-"}, {"-"}, {""}});
  }
  return row;
}

ReportTable final_table(const ReportData& data, const std::string& metric,
                        const Significance& judgement) {
  std::vector<std::string> columns = {"initial", metric, "± 95%", "std",
                                      "runs"};
  if (judgement.table)
    columns.insert(columns.end(),
                   {"difference", "± 95%", "Bonferroni", "mark"});
  ReportTable table =
      table_of_runs(data, "Final " + metric, columns,
                    [&](const RunFolder& run, const ReportFiles& files) {
                      return final_row(run, files, metric, judgement);
                    });
  table.note =
      "± 95%: half width of the interval, over queries if there are values by "
      "query, else over runs; std: over runs (fold and repeat).";
  if (judgement.table)
    table.note +=
        " Marks: ▲▼ p < .01, △▽ p < .05 against the first run, after "
        "Bonferroni's correction.";
  return table;
}

/// Returns the metrics of the first run, the main ones first.
std::vector<std::string> metrics_in_order(const RunFolder& run) {
  std::vector<std::string> metrics = run.metrics;
  if (metrics.size() > 1)
    std::ranges::stable_partition(
        metrics.begin() + 1, metrics.end(),
        [](const std::string& each) { return each == "online_discounted"; });
  return metrics;
}

/// Returns a table of all metrics' means; for a grid, with the keys that vary
/// in place of the runs' names.
ReportTable metrics_table(const ReportData& data) {
  const auto metrics = metrics_in_order(data.runs[0]);
  const auto means = [&](const RunFolder& run) {
    ReportRow row;
    for (const std::string& metric : metrics)
      row.push_back({spread_text(spread_of(run, metric))});
    return row;
  };
  const bool is_grid = data.is_grid && !is_silo(data.files[0]);
  ReportTable table{"Metrics", data.varied};
  if (is_grid && !data.varied.empty()) {
    table.columns.insert(table.columns.end(), metrics.begin(), metrics.end());
    for (const RunFolder& run : data.runs) {
      ReportRow& row = table.rows.emplace_back();
      for (const std::string& key : data.varied)
        row.push_back({varied_setting(data, run, key)});
      std::ranges::move(means(run), std::back_inserter(row));
    }
  } else {
    std::vector<std::string> columns = metrics;
    const bool many = data.runs.size() > kMaxCurves;
    if (many)
      columns.insert(columns.end(), data.varied.begin(), data.varied.end());
    table = table_of_runs(
        data, "Metrics", columns,
        [&](const RunFolder& run, const ReportFiles&) {
          ReportRow row = means(run);
          for (std::size_t c = metrics.size(); c < columns.size(); ++c)
            row.push_back({varied_setting(data, run, columns[c])});
          return row;
        });
  }
  table.note = "Mean ± standard deviation over runs.";
  if (data.runs.size() > 1 && !is_silo(data.files[0]))
    table.brief = (is_grid ? data.varied.size() : 1) +
                  std::min<std::size_t>(2, metrics.size());
  return table;
}

/// Says why a run has fewer rounds than planned; empty if it has not.
std::string ending_in_words(const RunFolder& run, const ReportFiles& files) {
  if (run.complete) return "";
  const Json& spent = json_at(files.summary, {"budget_spent"});
  return spent.is_boolean() && spent.get<bool>()
             ? "the privacy budget was spent: the numbers are of the rounds "
               "that it allowed"
             : "the study was interrupted: the numbers are of the part that "
               "was run";
}

}  // namespace

ReportSection answer_section(const ReportData& data) {
  const Significance judgement = judge(data, data.first_metric());
  ReportSection section{"Answer", in_words(data, judgement)};
  std::ranges::move(worst_cases(data), std::back_inserter(section.blocks));
  const bool is_alone = data.runs.size() == 1 && data.grids.empty();
  for (std::size_t r = 0; r < data.runs.size(); ++r)
    if (const auto why = ending_in_words(data.runs[r], data.files[r]);
        !why.empty())
      section.blocks.emplace_back(Paragraph{
          is_alone ? why : data.runs[r].label + ": " + why, true, "cut short"});
  if (!data.grids.empty() && !data.first_metric().empty() &&
      (data.varied.size() > 1 || !conditions_of(data).empty()))
    section.blocks.emplace_back(effects_table(data, data.first_metric()));
  section.blocks.emplace_back(
      final_table(data, data.first_metric(), judgement));
  section.blocks.emplace_back(metrics_table(data));
  return section;
}

}  // namespace fedltr
