// The figure and the table that a scenario describes, first in its report.
#include <algorithm>
#include <cmath>

#include <spdlog/fmt/fmt.h>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/report/sections.hpp"
#include "app/report/shown_runs.hpp"
#include "app/results/compare/significance.hpp"
#include "app/results/curve.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/picture_rules.hpp"

namespace fedltr {
namespace {

using Names = std::vector<std::string>;

Names names_at(const Json& json, const char* member) {
  Names names;
  const Json& array = json_at(json, {member});
  if (array.is_array())
    for (const Json& each : array)
      if (each.is_string()) names.push_back(each.get<std::string>());
  return names;
}

/// Returns a key, or the name of a list of points.
std::string shown_name(const std::string& key) {
  return is_points_key(key) ? key.substr(kGridPrefix.size()) : key;
}

/// Returns the place of a name in a list, where it is added if it is new.
std::size_t place_in(Names& names, const std::string& name) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end())
    return static_cast<std::size_t>(found - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

/// The figure as its scenario describes it.
struct FigurePlan {
  std::string x;
  std::string lines;
  Names panels;
  std::string metric;
  std::string baseline;

  bool by_time() const { return x == kByRound || x == kByInteractions; }
};

FigurePlan figure_plan(const Json& manifest) {
  const Json& figure = json_at(manifest, {"figure"});
  return {text_at(figure, {"x"}), text_at(figure, {"lines"}),
          names_at(figure, "panels"), text_at(figure, {"metric"}),
          text_at(figure, {"baseline"})};
}

/// Adds keys that vary but have no place: a panel for each of their values.
void add_unplaced(const ReportData& data, FigurePlan& plan) {
  Names placed = plan.panels;
  placed.insert(placed.end(), {plan.x, plan.lines});
  for (const std::string& key : unplaced_keys(data, placed))
    plan.panels.insert(plan.panels.begin(), key);
}

std::vector<CurvePoint> curve_by_time(const ShownRun& shown,
                                      const FigurePlan& plan) {
  const auto found = shown.files->curves.find(plan.metric);
  if (found == shown.files->curves.end()) return {};
  std::vector<CurvePoint> points = found->second;
  if (plan.x == kByInteractions)
    for (CurvePoint& point : points) point.at = point.other;
  return points;
}

/// Builds the panels from runs, in their order.
class PanelsOf {
 public:
  PanelsOf(const ReportData& data, FigurePlan plan)
      : plan_(std::move(plan)), shown_(shown_runs(data, uses_methods())) {}

  ReportPanels build() {
    ReportPanels all;
    all.x = plan_.by_time() ? plan_.x : shown_name(plan_.x);
    all.title = plan_.metric + " by " + all.x;
    Names keys;
    for (const std::string& key : plan_.panels) keys.push_back(shown_name(key));
    if (!keys.empty()) all.title += "; panels: " + join(keys, ", ");
    all.y = plan_.metric;
    for (const ShownRun& each : shown_)
      if (!plan_.lines.empty()) place_in(all.lines, each.value(plan_.lines));
    if (!plan_.by_time()) name_ticks(all);
    for (const ShownRun& each : shown_) add(each, all);
    arrange(all);
    return all;
  }

 private:
  bool uses_methods() const {
    return plan_.lines == kSiloMethod || plan_.x == kSiloMethod ||
           std::ranges::count(plan_.panels, kSiloMethod) > 0;
  }

  /// Positions are numbers if all values are; otherwise places with names.
  void name_ticks(ReportPanels& all) const {
    Names names;
    bool numbers = true;
    for (const ShownRun& each : shown_) {
      const std::string value = each.value(plan_.x);
      place_in(names, value);
      const auto number = parse_real(value);
      numbers = numbers && number && std::isfinite(*number);
    }
    if (!numbers) all.ticks = std::move(names);
  }

  ReportPanels::Panel& panel_of(const ShownRun& shown, ReportPanels& all) {
    const Names values = shown.values(plan_.panels);
    const auto found = std::ranges::find(places_, values);
    const auto place = static_cast<std::size_t>(found - places_.begin());
    if (found == places_.end()) {
      places_.push_back(values);
      all.panels.push_back({join(values, ", "), {}});
      all.panels.back().curves.resize(
          std::max<std::size_t>(all.lines.size(), 1));
    }
    return all.panels[place];
  }

  void add(const ShownRun& shown, ReportPanels& all) {
    const std::size_t line =
        plan_.lines.empty() ? 0 : place_in(all.lines, shown.value(plan_.lines));
    if (!plan_.baseline.empty() && shown.holds(plan_.baseline))
      all.baseline = static_cast<std::ptrdiff_t>(line);
    auto& curve = panel_of(shown, all).curves[line];
    if (plan_.by_time()) {
      if (curve.empty()) curve = curve_by_time(shown, plan_);
      return;
    }
    const Spread value = final_value(shown, plan_.metric);
    if (!std::isfinite(value.mean)) return;
    Names ticks = all.ticks;
    const std::string text = shown.value(plan_.x);
    const double at = ticks.empty()
                          ? parse_real(text).value_or(0)
                          : static_cast<double>(place_in(ticks, text));
    if (std::ranges::count(curve, at, &CurvePoint::at) > 0) return;
    const double half = std::isfinite(value.std) ? value.std : 0;
    const CurvePoint point{at, 0, value.mean, value.mean - half,
                           value.mean + half};
    curve.insert(std::ranges::upper_bound(curve, at, {}, &CurvePoint::at),
                 point);
  }

  /// Puts panels with the same values of all keys but the last into a row.
  void arrange(ReportPanels& all) const {
    if (plan_.panels.empty() || all.panels.empty()) return;
    Names columns;
    std::vector<Names> rows;
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (const Names& values : places_) {
      const Names row(values.begin(), values.end() - 1);
      const auto found = std::ranges::find(rows, row);
      places.emplace_back(found - rows.begin(),
                          place_in(columns, values.back()));
      if (found == rows.end()) rows.push_back(row);
    }
    all.columns = columns.size();
    if (rows.size() * columns.size() != places_.size()) return;
    std::vector<ReportPanels::Panel> sorted(all.panels.size());
    for (std::size_t p = 0; p < places.size(); ++p)
      sorted[places[p].first * columns.size() + places[p].second] =
          std::move(all.panels[p]);
    all.panels = std::move(sorted);
  }

  FigurePlan plan_;
  std::vector<ShownRun> shown_;
  std::vector<Names> places_;  ///< values of each panel
};

void add_figure(const ReportData& data, ReportSection& section) {
  FigurePlan plan = figure_plan(data.files[0].manifest);
  if (plan.x.empty() || data.depth == ReportDepth::kBrief) return;
  add_unplaced(data, plan);
  ReportPanels panels = PanelsOf(data, std::move(plan)).build();
  const bool any = std::ranges::any_of(panels.panels, [](const auto& panel) {
    return std::ranges::any_of(
        panel.curves, [](const auto& curve) { return !curve.empty(); });
  });
  if (!any) return;
  panels.note =
      "Mean over runs (fold and repeat), with one standard deviation to each "
      "side. All panels have the same axes. Of runs with equal settings, the "
      "first is shown.";
  section.blocks.emplace_back(std::move(panels));
}

/// Builds a table of means by the scenario's rows and columns.
class TableOf {
 public:
  TableOf(const ReportData& data, const Json& table)
      : rows_(names_at(table, "rows")),
        columns_(names_at(table, "columns")),
        baseline_(text_at(table, {"baseline"})),
        shown_(shown_runs(data, uses_methods())) {
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
    for (const ShownRun& each : shown_) {
      add_new(rows, each.values(rows_));
      add_new(columns, each.values(columns_));
    }
    for (const Names& column : columns)
      table.columns.push_back(columns_.empty() ? metric : join(column, ", "));
    if (tests) compare(metric);
    for (const Names& row : rows) {
      ReportRow& cells = table.rows.emplace_back();
      for (const std::string& value : row) cells.push_back({value});
      for (const Names& column : columns)
        cells.push_back(cell(metric, row, column));
    }
    table.note = note();
    table.brief = table.columns.size();
    return table;
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
    for (const ShownRun& each : shown_) add_new(groups, each.values(groups_));
    for (const Names& group : groups) {
      std::vector<const RunFolder*> runs;
      bool has_baseline = false;
      for (const ShownRun& each : shown_)
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
        if (row.run == run && row.against) return mark_of(row, false);
    return "";
  }

  ReportCell cell(const std::string& metric, const Names& row,
                  const Names& column) const {
    for (const ShownRun& each : shown_) {
      if (each.values(rows_) != row || each.values(columns_) != column)
        continue;
      const Spread value = final_value(each, metric);
      if (!std::isfinite(value.mean)) break;
      const bool is_baseline = !baseline_.empty() && each.holds(baseline_);
      return {spread_text(value) + mark(each.run) +
                  (each.run->complete ? "" : " (cut short)"),
              -1, is_baseline};
    }
    return {"-"};
  }

  std::string note() const {
    std::string text = "Mean ± standard deviation over runs.";
    if (std::ranges::any_of(shown_, [&](const ShownRun& each) {
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
  std::vector<ShownRun> shown_;
  std::vector<ComparisonTable> tests_;
};

void add_tables(const ReportData& data, ReportSection& section) {
  const Json& described = json_at(data.files[0].manifest, {"table"});
  if (names_at(described, "rows").empty()) return;
  TableOf table(data, described);
  for (const std::string& metric : names_at(described, "metric"))
    section.blocks.emplace_back(
        table.build(metric, data.depth == ReportDepth::kAll));
}

}  // namespace

ReportSection picture_section(const ReportData& data) {
  ReportSection section{"Figure and table of the scenario", {}};
  add_figure(data, section);
  add_tables(data, section);
  return section;
}

}  // namespace fedltr
