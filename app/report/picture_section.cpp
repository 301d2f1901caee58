// The figure and the table that a scenario describes, first in its report.
#include <algorithm>
#include <cmath>

#include "app/base/text.hpp"
#include "app/report/pictures.hpp"
#include "app/report/published_values.hpp"
#include "app/report/sections.hpp"
#include "app/report/shown_results.hpp"
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

  bool by_time() const { return is_time(x); }
  std::string x_name() const {
    if (x == kByUnlearning) return "round of unlearning";
    return by_time() ? x : shown_name(x);
  }
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

/// Keeps the rounds of a run's first unlearning, counted from 1.
void keep_unlearning(const Json& unlearning, std::vector<CurvePoint>& points) {
  const Json& requests = json_at(unlearning, {"requests"});
  if (!requests.is_array() || requests.empty()) return points.clear();
  const double before = number_at(requests[0], {"rounds", "before"});
  const double last = number_at(requests[0], {"rounds", "last"});
  std::erase_if(points, [&](const CurvePoint& point) {
    return !(point.at > before && point.at <= last);
  });
  for (CurvePoint& point : points) point.at -= before;
}

/// Returns a metric's curve on the figure's axis; empty if there is none.
std::vector<CurvePoint> timed_curve(const CurvesByColumn& curves,
                                    const ReportFiles& files,
                                    const FigurePlan& plan) {
  const auto found = curves.find(plan.metric);
  if (found == curves.end()) return {};
  std::vector<CurvePoint> points = found->second;
  if (plan.x == kByInteractions)
    for (CurvePoint& point : points) point.at = point.other;
  if (plan.x == kByUnlearning) keep_unlearning(files.unlearning, points);
  return points;
}

/// A run's baseline that has a curve of its own.
struct BaselineLine {
  const char* name;
  CurvesByColumn ReportFiles::*curves;
};

constexpr BaselineLine kBaselines[] = {{"without attack", &ReportFiles::honest},
                                       {"retrained", &ReportFiles::retrained}};

/// Returns the last value of a curve from the first to the last position of
/// another one.
std::vector<CurvePoint> level(const CurvesByColumn& curves,
                              const std::string& metric,
                              const std::vector<CurvePoint>& along) {
  const auto found = curves.find(metric);
  if (found == curves.end() || found->second.empty() || along.empty())
    return {};
  CurvePoint first = found->second.back();
  CurvePoint last = first;
  first.at = along.front().at;
  last.at = along.back().at;
  if (first.at == last.at) return {last};
  return {first, last};
}

/// Returns a baseline's curve. Beside unlearning it is the final value of
/// retraining, as in the thesis's figure 6.3.
std::vector<CurvePoint> curve_of(const BaselineLine& baseline,
                                 const ReportFiles& files,
                                 const FigurePlan& plan) {
  const CurvesByColumn& curves = files.*baseline.curves;
  if (plan.x != kByUnlearning) return timed_curve(curves, files, plan);
  if (baseline.curves != &ReportFiles::retrained) return {};
  return level(curves, plan.metric, timed_curve(files.curves, files, plan));
}

/// Returns the last point alone where the curve was not read.
std::vector<CurvePoint> curve_by_time(const ShownResult& shown,
                                      const FigurePlan& plan, bool read) {
  if (!read) {
    const Spread value = final_value(shown, plan.metric);
    const auto& rounds = shown.run->rounds;
    if (plan.x != kByRound || rounds.empty() || !std::isfinite(value.mean))
      return {};
    return {point_of(rounds.begin()->second, value)};
  }
  return timed_curve(shown.files->curves, *shown.files, plan);
}

/// Builds the panels from runs, in their order.
class PanelsOf {
 public:
  PanelsOf(const ReportData& data, FigurePlan plan)
      : plan_(std::move(plan)),
        reads_curves_(data.depth == ReportDepth::kAll),
        shown_(shown_results(data, uses_methods())) {}

  ReportPanels build() {
    ReportPanels all;
    all.x = plan_.x_name();
    all.title = plan_.metric + " by " + all.x;
    if (!plan_.lines.empty())
      all.title += "; lines: " + shown_name(plan_.lines);
    Names keys;
    for (const std::string& key : plan_.panels) keys.push_back(shown_name(key));
    if (!keys.empty()) all.title += "; panels: " + join(keys, ", ");
    all.y = plan_.metric;
    for (const ShownResult& each : shown_)
      if (!plan_.lines.empty()) place_in(all.lines, each.value(plan_.lines));
    if (plan_.by_time() && plan_.lines.empty()) name_baselines(all);
    if (!plan_.by_time()) name_ticks(all);
    for (const ShownResult& each : shown_) add(each, all);
    arrange(all);
    return all;
  }

  /// Returns our values beside published ones, of the panels built.
  const std::vector<ComparedPlace>& compared() const { return compared_; }

 private:
  bool uses_methods() const {
    return plan_.lines == kSiloMethod || plan_.x == kSiloMethod ||
           std::ranges::count(plan_.panels, kSiloMethod) > 0;
  }

  /// Names lines for the runs' baselines, if any has one.
  void name_baselines(ReportPanels& all) const {
    for (const BaselineLine& baseline : kBaselines) {
      if (std::ranges::none_of(shown_, [&](const ShownResult& each) {
            return !curve_of(baseline, *each.files, plan_).empty();
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
    for (const ShownResult& each : shown_) {
      const std::string value = each.value(plan_.x);
      place_in(names, value);
      const auto number = parse_real(value);
      numbers = numbers && number && std::isfinite(*number);
    }
    if (!numbers) all.ticks = std::move(names);
  }

  ReportPanels::Panel& panel_of(const ShownResult& shown, ReportPanels& all) {
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

  void add(const ShownResult& shown, ReportPanels& all) {
    const std::size_t line =
        plan_.lines.empty() ? 0 : place_in(all.lines, shown.value(plan_.lines));
    if (!plan_.baseline.empty() && shown.holds(plan_.baseline))
      all.baseline = static_cast<std::ptrdiff_t>(line);
    ReportPanels::Panel& panel = panel_of(shown, all);
    auto& curve = panel.curves[line];
    if (!plan_.by_time()) return add_final(shown, all, panel, line);
    if (!curve.empty()) return;
    curve = curve_by_time(shown, plan_, reads_curves_);
    panel.published[line] = plan_.published.over(shown, plan_.x);
    for (const MarkedPoint& mark : panel.published[line])
      compare(shown, all, panel, line, mark);
    if (!plan_.lines.empty()) return;
    for (const BaselineLine& baseline : kBaselines)
      if (const auto named = std::ranges::find(all.lines, baseline.name);
          named != all.lines.end())
        panel.curves[static_cast<std::size_t>(named - all.lines.begin())] =
            curve_of(baseline, *shown.files, plan_);
  }

  /// Adds a run's final value, at its value of the key across.
  void add_final(const ShownResult& shown, const ReportPanels& all,
                 ReportPanels::Panel& panel, std::size_t line) {
    const Spread value = final_value(shown, plan_.metric);
    if (!std::isfinite(value.mean)) return;
    const std::string text = shown.value(plan_.x);
    Names ticks = all.ticks;
    const double at = ticks.empty()
                          ? parse_real(text).value_or(0)
                          : static_cast<double>(place_in(ticks, text));
    auto& curve = panel.curves[line];
    if (std::ranges::count(curve, at, &CurvePoint::at) > 0) return;
    curve.insert(std::ranges::upper_bound(curve, at, {}, &CurvePoint::at),
                 point_of(at, value));
    auto& marks = panel.published[line];
    const auto published = plan_.published.of(shown, plan_.metric);
    if (!published) return;
    const MarkedPoint mark = {at, published->value};
    marks.insert(std::ranges::upper_bound(marks, at, {}, &MarkedPoint::at),
                 mark);
    compare(shown, all, panel, line, mark);
  }

  /// Adds our value at a published one, if there is one, to those compared at
  /// its place: lines at one position, or all positions of a single line. Final
  /// values of runs can be tested.
  void compare(const ShownResult& shown, const ReportPanels& all,
               const ReportPanels::Panel& panel, std::size_t line,
               const MarkedPoint& mark) {
    const auto& curve = panel.curves[line];
    const auto ours = std::ranges::find(curve, mark.at, &CurvePoint::at);
    if (ours == curve.end()) return;
    const double final = final_value(shown, plan_.metric).mean;
    const bool is_run =
        shown.method.empty() && std::abs(final - ours->mean) < 1e-9;
    const bool one_line = all.lines.size() < 2;
    const std::string at = all.ticks.empty()
                               ? number_text(mark.at)
                               : all.ticks[static_cast<std::size_t>(mark.at)];
    std::string name = panel.title;
    if (!one_line) name += (name.empty() ? "" : ", ") + all.x + " " + at;
    auto place = std::ranges::find(compared_, name, &ComparedPlace::name);
    if (place == compared_.end()) place = compared_.insert(place, {name});
    place->entries.push_back({one_line ? at : all.lines[line],
                              mark.value,
                              {ours->mean, ours->high - ours->mean, 1},
                              is_run ? shown.run : nullptr});
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
  std::vector<ShownResult> shown_;
  std::vector<Names> places_;  ///< values of each panel
  std::vector<ComparedPlace> compared_;
};

/// Describes the marks of published values; empty without any.
std::string published_note(const ReportPanels& panels) {
  const auto [here, later] = panels.published();
  std::string note;
  if (!here.empty()) note += " Hollow circles: published values.";
  if (later.empty()) return note;
  Names places;
  for (const double at : later) places.push_back(number_text(at));
  return note + " Triangles where the curves end: published values of " +
         panels.x + " " + join(places, ", ") + ".";
}

void add_figure(const ReportData& data, ReportSection& section) {
  FigurePlan plan = figure_plan(data.files[0].manifest);
  const bool draws = data.depth == ReportDepth::kAll;
  if (plan.x.empty() || (!draws && plan.published.empty())) return;
  add_unplaced(data, plan);
  const std::string source = plan.published.source();
  const bool last_only = !draws && plan.by_time();
  const std::string metric = plan.metric;
  PanelsOf made(data, std::move(plan));
  ReportPanels panels = made.build();
  auto orders = orders_in_words(made.compared());
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
  panels.note += published_note(panels);
  if (draws) section.blocks.emplace_back(std::move(panels));
  for (const std::string& each : orders)
    add_words(section.blocks, "published", each);
  if (draws)
    add_words(section.blocks, "published",
              orders_tested(made.compared(), metric));
}

/// Returns the scenario's paragraph on the full size; empty if the runs are of
/// several scenarios.
std::string reproduced_at_full_size(const ReportData& data) {
  const std::string said = text_at(data.files[0].manifest, {"reproduced"});
  const bool same = std::ranges::all_of(data.files, [&](const auto& files) {
    return text_at(files.manifest, {"reproduced"}) == said;
  });
  return same && !said.empty() ? "Reproduced at full size: " + said : "";
}

}  // namespace

ReportSection picture_section(const ReportData& data) {
  ReportSection section{"Figure and table of the scenario", {}};
  add_figure(data, section);
  add_tables(data, section);
  add_words(section.blocks, "published", reproduced_at_full_size(data));
  return section;
}

}  // namespace fedltr
