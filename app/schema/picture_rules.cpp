#include "app/schema/picture_rules.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "app/base/text.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/published.hpp"

namespace fedltr {
namespace {

using Keys = std::vector<std::string>;

/// The grid that pictures show.
class PictureGrid {
 public:
  PictureGrid(const Settings& all, const std::vector<GridPoint>& points)
      : all_(all), points_(points) {}

  const Scenario& first() const { return points_[0].scenario; }

  /// Refuses a key that is the same at all points, unless a later
  /// setting took it out of the grid.
  void check_key(const Setting& picture, const std::string& key) const {
    if (is_in_grid(key) || (key == kSiloMethod && first().silo.on)) return;
    if (std::ranges::count(all_.out_of_grid, key) > 0) return;
    fail(picture, key + " is not varied by the [grid]" + varied_text());
  }

  /// Refuses a baseline that is not one of `names`, at places where `places`
  /// are equal.
  void check_baseline(const Setting& picture, const Keys& names,
                      const Keys& places) const {
    const std::string& text = picture.value.text;
    const std::size_t equals = text.find('=');
    const std::string key = trim(text.substr(0, equals));
    if (key == kSiloMethod && std::ranges::count(names, key) > 0) return;
    std::map<Keys, std::set<Keys>> held;
    for (const GridPoint& point : points_) {
      auto& there = held[values_at(point.scenario, places)];
      if (value_at(point.scenario, key) == trim(text.substr(equals + 1)))
        there.insert(values_at(point.scenario, names));
    }
    for (const auto& [place, matches] : held) {
      // A later setting may have taken the baseline's value out of the grid.
      if (matches.size() == 1 ||
          (matches.empty() && std::ranges::count(all_.out_of_grid, key) > 0))
        continue;
      std::string text_of_matches;
      for (const Keys& each : matches)
        text_of_matches +=
            (text_of_matches.empty() ? ": " : "; ") + join(each, ", ");
      fail(picture,
           matches.empty()
               ? "matches no " + join(names, ", ") + where_text(places, place)
               : "matches several of " + join(names, ", ") + text_of_matches);
    }
  }

  /// Refuses a published value at a key that is not in the grid, or at a value
  /// that no point has, unless a later setting took it out of the grid.
  void check_place(const Setting& picture, const std::string& key,
                   const std::string& value) const {
    check_key(picture, key);
    if (key == kSiloMethod || lost_values(key)) return;
    if (std::ranges::none_of(points_, [&](const GridPoint& point) {
          return value_at(point.scenario, key) == value;
        }))
      fail(picture, "no point of the [grid] has " + key + " = " + value);
  }

  const Setting* given(const char* key) const {
    const auto found = std::ranges::find(all_.plain, key, &Setting::key);
    return found == all_.plain.end() || found->value.text.empty() ? nullptr
                                                                  : &*found;
  }

 private:
  static Keys values_at(const Scenario& scenario, const Keys& keys) {
    Keys values;
    for (const std::string& key : keys)
      values.push_back(fedltr::value_at(scenario, key));
    return values;
  }
  /// True if a later setting took values of a key, or of a list of points that
  /// set it, out of the grid.
  bool lost_values(const std::string& key) const {
    const auto is_out = [&](const std::string& each) {
      return std::ranges::count(all_.out_of_grid, each) > 0;
    };
    return is_out(key) ||
           std::ranges::any_of(first().named_points,
                               [&](const NamedPoint& point) {
                                 return is_out(point.key) &&
                                        std::ranges::count(point.sets, key) > 0;
                               });
  }
  static std::string where_text(const Keys& keys, const Keys& values) {
    std::string text;
    for (std::size_t k = 0; k < keys.size(); ++k)
      text += (k == 0 ? " where " : ", ") + keys[k] + " = " + values[k];
    return text;
  }
  bool is_in_grid(const std::string& key) const {
    if (std::ranges::any_of(all_.grid, [&](const Setting& list) {
          return mean_the_same(list.key, key);
        }))
      return true;
    return std::ranges::any_of(first().named_points,
                               [&](const NamedPoint& point) {
                                 return std::ranges::count(point.sets, key) > 0;
                               });
  }
  std::string varied_text() const {
    Keys varied;
    for (const Setting& list : all_.grid) varied.push_back(list.key);
    return varied.empty() ? "" : "; it varies " + join(varied, ", ");
  }

  const Settings& all_;
  const std::vector<GridPoint>& points_;
};

/// Refuses a key in two places of a picture.
void refuse_repeated(const Setting& picture, const Keys& keys) {
  for (const std::string& key : keys)
    if (std::ranges::count(keys, key) > 1)
      fail(picture, key + " has two places in this picture");
}

void check_metrics(const Setting& picture, const Keys& names,
                   const Scenario& scenario) {
  const Keys known = picture_metrics(scenario);
  for (const std::string& name : names)
    if (std::ranges::count(known, name) == 0)
      fail(picture, "unknown metric '" + name + "'; nearest is '" +
                        nearest_name(name, known) + "'; known are " +
                        join(known, ", "));
}

/// Checks the places of published values.
/// @param time     axis of a figure by time; empty: another picture
/// @param metrics  of the picture
void check_published(const PictureGrid& grid, const Setting& published,
                     const std::string& time, const Keys& metrics) {
  for (const PublishedValue& each : read_published(published.value.text)) {
    Setting picture = published;
    picture.value.text = each.text;
    bool has_time = time.empty();
    bool has_metric = metrics.size() < 2;
    for (const auto& [key, value] : each.place) {
      if (key == time) {
        has_time = true;
        if (const auto at = parse_whole(value); !at || *at == 0)
          fail(picture, key + ": expected a number from 1");
      } else if (key == kMetricPlace) {
        has_metric = true;
        if (std::ranges::count(metrics, value) == 0)
          fail(picture, "this picture has no metric '" + value + "'; it has " +
                            join(metrics, ", "));
      } else {
        grid.check_place(picture, key, value);
      }
    }
    if (!has_time)
      fail(picture, "names no place on the axis; expected " + time + "=NUMBER");
    if (!has_metric)
      fail(picture,
           "names no metric; expected metric= one of " + join(metrics, ", "));
  }
}

void check_figure(const PictureGrid& grid) {
  const FigureSettings& figure = grid.first().figure;
  const bool by_time = is_time(figure.x);
  const Setting* x = grid.given("figure.x");
  if (by_time && grid.first().silo.on)
    fail(*x, "parties of a [silo] have no rounds; expected a key of the grid");
  if (figure.x == kByUnlearning && unlearned_clients_of(grid.first()).empty())
    fail(*x, "no client is unlearned; expected round, or unlearning.clients");
  if (!by_time) grid.check_key(*x, figure.x);
  Keys used = {figure.x};
  if (const Setting* lines = grid.given("figure.lines")) {
    grid.check_key(*lines, figure.lines);
    used.push_back(figure.lines);
    refuse_repeated(*lines, used);
  }
  if (const Setting* panels = grid.given("figure.panels")) {
    for (const std::string& key : figure.panels) {
      grid.check_key(*panels, key);
      used.push_back(key);
    }
    refuse_repeated(*panels, used);
  }
  if (const Setting* metric = grid.given("figure.metric"))
    check_metrics(*metric, {figure.metric}, grid.first());
  if (const Setting* baseline = grid.given("figure.baseline"))
    grid.check_baseline(
        *baseline, figure.lines.empty() ? figure.panels : Keys{figure.lines},
        figure.lines.empty() ? Keys{} : figure.panels);
  if (const Setting* published = grid.given("figure.published"))
    check_published(grid, *published, by_time ? figure.x : "",
                    shown_metrics({figure.metric}, grid.first()));
}

void check_table(const PictureGrid& grid) {
  const TableSettings& table = grid.first().table;
  Keys used;
  for (const auto& [name, keys] : {std::pair{"table.rows", &table.rows},
                                   {"table.columns", &table.columns}})
    if (const Setting* given = grid.given(name)) {
      for (const std::string& key : *keys) {
        grid.check_key(*given, key);
        used.push_back(key);
      }
      refuse_repeated(*given, used);
    }
  if (const Setting* metric = grid.given("table.metric"))
    check_metrics(*metric, table.metrics, grid.first());
  if (const Setting* baseline = grid.given("table.baseline"))
    grid.check_baseline(*baseline, table.rows, table.columns);
  if (const Setting* published = grid.given("table.published"))
    check_published(grid, *published, "",
                    shown_metrics(table.metrics, grid.first()));
}

}  // namespace

std::vector<std::string> picture_metrics(const Scenario& scenario) {
  std::vector<std::string> names = scenario.evaluation.metrics;
  const std::vector<std::string> more =
      scenario.silo.on
          ? std::vector<std::string>{"cover_rate",    "bytes_moved_per_term",
                                     "bytes_stored",  "rtk_seconds",
                                     "naive_seconds", "insert_seconds",
                                     "delete_seconds"}
          : std::vector<std::string>{
                "online_ndcg@10", "online_maxrr@10", "online_discounted",
                "bytes_up",       "bytes_down",      "epsilon",
                "clients",        "dropped",         "refused"};
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

std::vector<std::string> shown_metrics(std::vector<std::string> given,
                                       const Scenario& scenario) {
  std::erase(given, "");
  if (given.empty()) given.push_back(scenario.evaluation.metrics.at(0));
  return given;
}

std::string value_at(const Scenario& scenario, const std::string& key) {
  if (!is_points_key(key)) {
    const std::string name = present_name(key, scenario);
    return scenario.text.contains(name) ? scenario.text.at(name) : "";
  }
  const auto found =
      std::ranges::find(scenario.named_points, key, &NamedPoint::key);
  return found == scenario.named_points.end() ? "" : found->name;
}

void check_pictures(const Settings& all, const std::vector<GridPoint>& points) {
  const PictureGrid grid(all, points);
  if (!grid.first().figure.x.empty()) check_figure(grid);
  if (!grid.first().table.rows.empty()) check_table(grid);
}

}  // namespace fedltr
