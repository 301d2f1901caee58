// The figure and the table that a scenario describes, first in its report.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "app/base/text.hpp"
#include "app/report/pictures.hpp"
#include "app/report/published_values.hpp"
#include "app/report/sections.hpp"
#include "app/report/shown_runs.hpp"
#include "app/results/curve.hpp"
#include "app/results/number_text.hpp"
#include "app/schema/picture_rules.hpp"

namespace fedltr {
namespace {

using Names = std::vector<std::string>;

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
  PublishedValues published;

  bool by_time() const { return x == kByRound || x == kByInteractions; }
};

FigurePlan figure_plan(const Json& manifest) {
  const Json& figure = json_at(manifest, {"figure"});
  return {text_at(figure, {"x"}),        text_at(figure, {"lines"}),
          names_at(figure, "panels"),    text_at(figure, {"metric"}),
          text_at(figure, {"baseline"}), PublishedValues(figure)};
}

/// Adds keys that vary but have no place: a panel for each of their values.
void add_unplaced(const ReportData& data, FigurePlan& plan) {
  Names placed = plan.panels;
  placed.insert(placed.end(), {plan.x, plan.lines});
  for (const std::string& key : unplaced_keys(data, placed))
    plan.panels.insert(plan.panels.begin(), key);
}

CurvePoint point_of(double at, const Spread& value) {
  const double half = std::isfinite(value.std) ? value.std : 0;
  return {at, 0, value.mean, value.mean - half, value.mean + half};
}

/// Returns a metric's curve on the figure's axis; empty if there is none.
std::vector<CurvePoint> timed_curve(const CurvesByColumn& curves,
                                    const FigurePlan& plan) {
  const auto found = curves.find(plan.metric);
  if (found == curves.end()) return {};
  std::vector<CurvePoint> points = found->second;
  if (plan.x == kByInteractions)
    for (CurvePoint& point : points) point.at = point.other;
  return points;
}

/// A run's baseline that has a curve of its own.
struct BaselineLine {
  const char* name;
  CurvesByColumn RunFiles::*curves;
};

constexpr BaselineLine kBaselines[] = {{"without attack", &RunFiles::honest},
                                       {"retrained", &RunFiles::retrained}};

/// Returns the last point alone where the curve was not read.
std::vector<CurvePoint> curve_by_time(const ShownRun& shown,
                                      const FigurePlan& plan, bool read) {
  if (!read) {
    const Spread value = final_value(shown, plan.metric);
    const auto& rounds = shown.run->rounds;
    if (plan.x != kByRound || rounds.empty() || !std::isfinite(value.mean))
      return {};
    return {point_of(rounds.begin()->second, value)};
  }
  return timed_curve(shown.files->curves, plan);
}

/// Builds the panels from runs, in their order.
class PanelsOf {
 public:
  PanelsOf(const ReportData& data, FigurePlan plan)
      : plan_(std::move(plan)),
        reads_curves_(data.depth == ReportDepth::kAll),
        shown_(shown_runs(data, uses_methods())) {}

  ReportPanels build() {
    ReportPanels all;
    all.x = plan_.by_time() ? plan_.x : shown_name(plan_.x);
    all.title = plan_.metric + " by " + all.x;
    if (!plan_.lines.empty())
      all.title += "; lines: " + shown_name(plan_.lines);
    Names keys;
    for (const std::string& key : plan_.panels) keys.push_back(shown_name(key));
    if (!keys.empty()) all.title += "; panels: " + join(keys, ", ");
    all.y = plan_.metric;
    for (const ShownRun& each : shown_)
      if (!plan_.lines.empty()) place_in(all.lines, each.value(plan_.lines));
    if (plan_.by_time() && plan_.lines.empty()) name_baselines(all);
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

  /// Names lines for the runs' baselines, if any has one.
  void name_baselines(ReportPanels& all) const {
    for (const BaselineLine& baseline : kBaselines) {
      if (std::ranges::none_of(shown_, [&](const ShownRun& each) {
            return !timed_curve(each.files->*baseline.curves, plan_).empty();
          }))
        continue;
      if (all.lines.empty()) all.lines.emplace_back("run");
      all.lines.emplace_back(baseline.name);
    }
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
      const std::size_t lines = std::max<std::size_t>(all.lines.size(), 1);
      all.panels.back().curves.resize(lines);
      all.panels.back().published.resize(lines);
    }
    return all.panels[place];
  }

  void add(const ShownRun& shown, ReportPanels& all) {
    const std::size_t line =
        plan_.lines.empty() ? 0 : place_in(all.lines, shown.value(plan_.lines));
    if (!plan_.baseline.empty() && shown.holds(plan_.baseline))
      all.baseline = static_cast<std::ptrdiff_t>(line);
    ReportPanels::Panel& panel = panel_of(shown, all);
    auto& curve = panel.curves[line];
    if (!plan_.by_time()) return add_final(shown, all.ticks, panel, line);
    if (!curve.empty()) return;
    curve = curve_by_time(shown, plan_, reads_curves_);
    panel.published[line] = plan_.published.over(shown, plan_.x);
    if (!plan_.lines.empty()) return;
    for (const BaselineLine& baseline : kBaselines)
      if (const auto named = std::ranges::find(all.lines, baseline.name);
          named != all.lines.end())
        panel.curves[static_cast<std::size_t>(named - all.lines.begin())] =
            timed_curve(shown.files->*baseline.curves, plan_);
  }

  /// Adds a run's final value, at its value of the key across.
  void add_final(const ShownRun& shown, Names ticks, ReportPanels::Panel& panel,
                 std::size_t line) const {
    const Spread value = final_value(shown, plan_.metric);
    if (!std::isfinite(value.mean)) return;
    const std::string text = shown.value(plan_.x);
    const double at = ticks.empty()
                          ? parse_real(text).value_or(0)
                          : static_cast<double>(place_in(ticks, text));
    auto& curve = panel.curves[line];
    if (std::ranges::count(curve, at, &CurvePoint::at) > 0) return;
    curve.insert(std::ranges::upper_bound(curve, at, {}, &CurvePoint::at),
                 point_of(at, value));
    auto& marks = panel.published[line];
    if (const auto published = plan_.published.of(shown, plan_.metric))
      marks.insert(std::ranges::upper_bound(marks, at, {}, &MarkedPoint::at),
                   {at, *published});
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
  bool reads_curves_;
  std::vector<ShownRun> shown_;
  std::vector<Names> places_;  ///< values of each panel
};

/// Returns the places of a panel with our values beside the published ones:
/// lines at one position, or all positions of a single line.
std::vector<ComparedPlace> places_of(const ReportPanels& all,
                                     const ReportPanels::Panel& panel) {
  std::map<double, ComparedPlace> places;
  const bool one_line = panel.curves.size() == 1;
  for (std::size_t line = 0; line < panel.curves.size(); ++line)
    for (const MarkedPoint& mark : panel.published[line]) {
      const auto& curve = panel.curves[line];
      const auto ours = std::ranges::find(curve, mark.at, &CurvePoint::at);
      if (ours == curve.end()) continue;
      const std::string at = all.ticks.empty()
                                 ? number_text(mark.at)
                                 : all.ticks[static_cast<std::size_t>(mark.at)];
      places[one_line ? 0 : mark.at].entries.push_back(
          {one_line ? at : all.lines[line],
           mark.value,
           {ours->mean, ours->high - ours->mean, 1}});
      places[one_line ? 0 : mark.at].name =
          one_line ? panel.title
                   : panel.title + (panel.title.empty() ? "" : ", ") + all.x +
                         " " + at;
    }
  std::vector<ComparedPlace> listed;
  for (auto& [at, place] : places) listed.push_back(std::move(place));
  return listed;
}

std::vector<ComparedPlace> places_of(const ReportPanels& all) {
  std::vector<ComparedPlace> places;
  for (const ReportPanels::Panel& panel : all.panels)
    std::ranges::move(places_of(all, panel), std::back_inserter(places));
  return places;
}

void add_figure(const ReportData& data, ReportSection& section) {
  FigurePlan plan = figure_plan(data.files[0].manifest);
  const bool draws = data.depth == ReportDepth::kAll;
  if (plan.x.empty() || (!draws && plan.published.empty())) return;
  add_unplaced(data, plan);
  const std::string source = plan.published.source();
  const bool last_only = !draws && plan.by_time();
  ReportPanels panels = PanelsOf(data, std::move(plan)).build();
  auto orders = orders_in_words(places_of(panels));
  if (last_only && !orders.empty())
    orders[0] += " after the last round; the page compares all rounds";
  const bool any = std::ranges::any_of(panels.panels, [](const auto& panel) {
    return std::ranges::any_of(
        panel.curves, [](const auto& curve) { return !curve.empty(); });
  });
  if (!any) return;
  panels.note =
      "Mean over runs (fold and repeat), with one standard deviation to each "
      "side. All panels have the same axes. Of runs with equal settings, the "
      "first is shown.";
  if (!source.empty()) panels.note += " After " + source + ".";
  if (panels.has_published())
    panels.note += " Hollow circles: published values.";
  if (draws) section.blocks.emplace_back(std::move(panels));
  for (const std::string& each : orders)
    add_words(section.blocks, "published", each);
}

}  // namespace

ReportSection picture_section(const ReportData& data) {
  ReportSection section{"Figure and table of the scenario", {}};
  add_figure(data, section);
  add_tables(data, section);
  return section;
}

}  // namespace fedltr
