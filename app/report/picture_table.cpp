// The table that a scenario describes.
#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/report/pictures.hpp"
#include "app/report/published_values.hpp"
#include "app/report/sections.hpp"
#include "app/report/shown_results.hpp"
#include "app/results/compare/significance.hpp"
#include "app/schema/picture_rules.hpp"

namespace fedltr {
namespace {

using Names = std::vector<std::string>;

/// Builds a table of means by the scenario's rows and columns.
class TableOf {
 public:
  TableOf(const ReportData& data, const Json& table)
      : rows_(names_at(table, "rows")),
        columns_(names_at(table, "columns")),
        baseline_(text_at(table, {"baseline"})),
        published_(table),
        shown_(shown_results(data, uses_methods())) {
    Names placed = rows_;
    placed.insert(placed.end(), columns_.begin(), columns_.end());
    for (std::string& key : unplaced_keys(data, placed)) {
      groups_.push_back(key);
      rows_.push_back(std::move(key));
    }
    groups_.insert(groups_.end(), columns_.begin(), columns_.end());
  }

  ReportTable build(const std::string& metric, bool tests) {
    ReportTable table{metric, {}};
    for (const std::string& key : rows_)
      table.columns.push_back(shown_name(key));
    std::vector<Names> rows;
    std::vector<Names> columns;
    for (const ShownResult& each : shown_) {
      add_new(rows, each.values(rows_));
      add_new(columns, each.values(columns_));
    }
    if (tests) compare(metric);
    places_.clear();
    for (const Names& row : rows) {
      ReportRow& cells = table.rows.emplace_back();
      for (const std::string& value : row) cells.push_back({value});
    }
    for (const Names& column : columns) add_column(metric, rows, column, table);
    table.note = note();
    table.brief = table.columns.size();
    return table;
  }

  /// Describes the orders of the table built last, and of the published values.
  std::vector<std::string> orders() const { return orders_in_words(places_); }
  /// Describes their significance.
  std::string tested(const std::string& metric) const {
    return orders_tested(places_, metric);
  }

 private:
  bool uses_methods() const {
    return std::ranges::count(rows_, kSiloMethod) > 0 ||
           std::ranges::count(columns_, kSiloMethod) > 0;
  }
  static void add_new(std::vector<Names>& all, const Names& names) {
    if (std::ranges::find(all, names) == all.end()) all.push_back(names);
  }

  /// Compares runs with the baseline that has the same values of all keys but
  /// the rows', unless their data differ.
  void compare(const std::string& metric) {
    tests_.clear();
    if (baseline_.empty() || uses_methods()) return;
    std::vector<Names> groups;
    for (const ShownResult& each : shown_)
      add_new(groups, each.values(groups_));
    for (const Names& group : groups) {
      std::vector<const RunFolder*> runs;
      bool has_baseline = false;
      for (const ShownResult& each : shown_)
        if (each.run->complete && each.values(groups_) == group) {
          const bool is_baseline = each.holds(baseline_);
          has_baseline |= is_baseline;
          runs.insert(is_baseline ? runs.begin() : runs.end(), each.run);
        }
      if (!has_baseline || runs.size() < 2) continue;
      const bool same_data = std::ranges::all_of(
          runs,
          [&](const RunFolder* run) { return run->data == runs[0]->data; });
      if (!same_data) continue;
      try {
        tests_.push_back(compare_runs(metric, runs, {}));
      } catch (const UsageError&) {
        tests_.clear();  // e.g. a metric without values by query or run
        return;
      }
    }
    std::vector<ComparisonTable*> family;
    for (ComparisonTable& each : tests_) family.push_back(&each);
    if (!family.empty()) correct(family);
  }

  std::string mark(const RunFolder* run) const {
    for (const ComparisonTable& table : tests_)
      for (const Comparison& row : table.rows)
        if (row.run == run && row.against) return mark_of(row);
    return "";
  }

  const ShownResult* result_at(const Names& row, const Names& column) const {
    const auto found =
        std::ranges::find_if(shown_, [&](const ShownResult& each) {
          return each.values(rows_) == row && each.values(columns_) == column;
        });
    return found == shown_.end() ? nullptr : &*found;
  }

  ReportCell cell(const ShownResult& shown, const Spread& value) const {
    if (!std::isfinite(value.mean)) return {"-"};
    const bool is_baseline = !baseline_.empty() && shown.holds(baseline_);
    return {spread_text(value) + mark(shown.run) +
                (shown.run->complete ? "" : " (cut short)"),
            -1, is_baseline};
  }

  /// Adds a column of our values and, if there are any, one of the published
  /// values beside them.
  void add_column(const std::string& metric, const std::vector<Names>& rows,
                  const Names& column, ReportTable& table) {
    const std::string name = columns_.empty() ? metric : join(column, ", ");
    ComparedPlace place{name};
    std::vector<ReportCell> published;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const ShownResult* shown = result_at(rows[r], column);
      const Spread ours = shown ? final_value(*shown, metric) : Spread{};
      table.rows[r].push_back(shown ? cell(*shown, ours) : ReportCell{"-"});
      const auto printed = shown ? published_.of(*shown, metric) : std::nullopt;
      published.push_back({printed ? printed->text : "-"});
      if (printed && std::isfinite(ours.mean))
        place.entries.push_back({join(rows[r], ", "), printed->value, ours,
                                 shown->method.empty() ? shown->run : nullptr});
    }
    table.columns.push_back(name);
    if (place.entries.empty()) return;
    table.columns.push_back(columns_.empty() ? "published"
                                             : name + ", published");
    for (std::size_t r = 0; r < rows.size(); ++r)
      table.rows[r].push_back(std::move(published[r]));
    places_.push_back(std::move(place));
  }

  std::string note() const {
    std::string text = "Mean ± standard deviation over runs.";
    if (!published_.source().empty())
      text += " After " + published_.source() + ".";
    if (std::ranges::any_of(shown_, [&](const ShownResult& each) {
          return !baseline_.empty() && each.holds(baseline_);
        }))
      text += " Baseline, in bold: " + baseline_ + ".";
    if (tests_.empty()) return text;
    return text +
           fmt::format(
               " ▲▼ p < .01, △▽ p < .05 against the baseline of the column; "
               "two-tailed test over {}, Bonferroni-corrected over the {} "
               "comparisons of this table.",
               tests_[0].pairs, tests_[0].comparisons);
  }

  Names rows_;
  Names columns_;
  Names groups_;  ///< keys whose values a baseline is for
  std::string baseline_;
  PublishedValues published_;
  std::vector<ShownResult> shown_;
  std::vector<ComparisonTable> tests_;
  std::vector<ComparedPlace> places_;  ///< columns of the last table
};

}  // namespace

void add_tables(const ReportData& data, ReportSection& section) {
  const Json& described = json_at(data.files[0].manifest, {"table"});
  if (names_at(described, "rows").empty()) return;
  TableOf table(data, described);
  for (const std::string& metric : names_at(described, "metric")) {
    section.blocks.emplace_back(
        table.build(metric, data.depth == ReportDepth::kAll));
    for (const std::string& each : table.orders())
      add_words(section.blocks, "published", each);
    if (data.depth == ReportDepth::kAll)
      add_words(section.blocks, "published", table.tested(metric));
  }
}

}  // namespace fedltr
