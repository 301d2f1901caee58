// Keys of pictures: [figure] and [table].
#include "app/schema/key_names.hpp"
#include "app/schema/key_table.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/picture_rules.hpp"
#include "app/schema/published.hpp"

namespace fedltr {
namespace {

using CheckName = void (*)(const std::string&);

/// Refuses unknown keys; lists of named points are checked with the grid.
/// @param others  words that may stand in place of a key
void require_key_or(const std::vector<std::string>& others,
                    const std::string& name) {
  require(is_points_key(name) || find_key(name),
          "unknown key '" + name + "'; nearest is '" +
              nearest_of(name, others) + "' (all: fedltr list keys)");
}

void require_key(const std::string& name) {
  require_key_or({}, name);
}

void require_axis(const std::string& name) {
  if (!is_time(name))
    require_key_or({kByRound, kByInteractions, kByUnlearning}, name);
}

/// Refuses what can't be a metric; those of the scenario are checked with it.
void require_metric_name(const std::string& name) {
  require(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789@_-") ==
              std::string::npos,
          "'" + name + "' is no metric (fedltr list metrics)");
}

void require_setting(const std::string& text) {
  require(text.find('=') != std::string::npos, "expected section.key=value");
  require_key(trim(text.substr(0, text.find('='))));
}

/// Key of names.
template <class Section>
Key name_list(std::string name, std::vector<std::string> Section::*member,
              std::size_t most, CheckName check, std::string allowed,
              std::string help) {
  return {std::move(name),
          "",
          std::move(allowed),
          std::move(help),
          [=](Scenario& scenario, const Value& value) {
            auto names = split(value.text, ',');
            require(names.size() <= most,
                    "expected at most " + std::to_string(most) + " names");
            for (const std::string& each : names) check(each);
            section_of<Section>(scenario).*member = std::move(names);
          },
          false,
          true};
}

/// Key of one name, or none.
template <class Section>
Key one_name(std::string name, std::string Section::*member, CheckName check,
             std::string allowed, std::string help) {
  return {std::move(name), "", std::move(allowed), std::move(help),
          [=](Scenario& scenario, const Value& value) {
            if (!value.text.empty()) check(value.text);
            section_of<Section>(scenario).*member = value.text;
          }};
}

/// Key of published values, whose text pictures read again.
Key published_values(std::string name) {
  Key key{std::move(name), "",
          "section.key=value ...: number, one such line per place",
          "values that the source prints, hollow marks in a figure and columns "
          "in a table; a=b,c: 1, 2 names two",
          [](Scenario&, const Value& value) { read_published(value.text); }};
  key.repeats = true;
  return key;
}

Key source_of_values(std::string name) {
  return {std::move(name), "", "text",
          "figure or table that this one is made after, and its data",
          [](Scenario&, const Value&) {}};
}

constexpr const char* kOneKey = "a key of the grid, or grid.LIST";
constexpr const char* kMetric =
    "one of evaluation.metrics, of the online_... columns, or of the counts of "
    "rounds.csv or of grid.csv";

std::vector<Key> figure_keys() {
  const Condition with_figure = {
      "figure.x", [](const Scenario& s) { return !s.figure.x.empty(); }};
  return {
      one_name("figure.x", &FigureSettings::x, require_axis,
               "round, interactions, unlearning (its rounds alone), a key of "
               "the grid, or grid.LIST",
               "horizontal axis of the figure with which the report begins; "
               "empty: no such figure"),
      one_name("figure.lines", &FigureSettings::lines, require_key, kOneKey,
               "a line for each value; for silos also silo.method")
          .when(with_figure),
      name_list("figure.panels", &FigureSettings::panels, 2, require_key,
                "one or two such keys, separated by commas",
                "panels with common axes: a column for each value; of two, a "
                "row for each value of the first")
          .when(with_figure),
      one_name("figure.metric", &FigureSettings::metric, require_metric_name,
               kMetric, "vertical axis; empty: the first of evaluation.metrics")
          .when(with_figure),
      one_name("figure.baseline", &FigureSettings::baseline, require_setting,
               "section.key=value of one line",
               "line drawn dotted, to which the others are compared")
          .when(with_figure),
      published_values("figure.published").when(with_figure),
      source_of_values("figure.source").when(with_figure),
  };
}

std::vector<Key> table_keys() {
  const Condition with_table = {
      "table.rows", [](const Scenario& s) { return !s.table.rows.empty(); }};
  return {
      name_list("table.rows", &TableSettings::rows, 4, require_key,
                "such keys, separated by commas",
                "a row for each of their values, in the table with which the "
                "report begins; empty: no such table"),
      name_list("table.columns", &TableSettings::columns, 2, require_key,
                "one or two such keys, separated by commas",
                "a column for each of their values")
          .when(with_table),
      name_list("table.metric", &TableSettings::metrics, 8, require_metric_name,
                "such metrics, separated by commas",
                "a table for each; empty: the first of evaluation.metrics")
          .when(with_table),
      one_name("table.baseline", &TableSettings::baseline, require_setting,
               "section.key=value of one row",
               "row that the others of a column are compared with, by the "
               "test of fedltr compare")
          .when(with_table),
      published_values("table.published").when(with_table),
      source_of_values("table.source").when(with_table),
  };
}

}  // namespace

std::vector<Key> picture_keys() {
  return joined({figure_keys(), table_keys()});
}

}  // namespace fedltr
