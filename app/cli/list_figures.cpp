#include "app/cli/list_figures.hpp"

#include <algorithm>
#include <fstream>

#include "app/base/json.hpp"
#include "app/base/text.hpp"
#include "app/cli/find_scenario.hpp"
#include "app/cli/markdown.hpp"
#include "app/results/number_text.hpp"
#include "app/schema/named_points.hpp"
#include "app/schema/picture_rules.hpp"
#include "app/schema/published.hpp"
#include "app/schema/reader.hpp"

namespace fedltr {
namespace {

using Points = std::vector<GridPoint>;

/// Returns the paragraphs of the comment with which a file begins, without the
/// question at its beginning.
std::vector<std::string> notes_of(const std::filesystem::path& file,
                                  const std::string& question) {
  std::vector<std::string> notes(1);
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line) && line.starts_with('#');) {
    const std::string text = trim(line.substr(1));
    if (text.empty())
      notes.emplace_back();
    else
      notes.back() += (notes.back().empty() ? "" : " ") + text;
  }
  if (notes[0].starts_with(question))
    notes[0] = trim(notes[0].substr(question.size()));
  std::erase(notes, "");
  return notes;
}

/// Returns the values of a key at the points: some by name, many as a range.
std::string values_text(const Points& points, const std::string& key) {
  constexpr std::size_t kFew = 5;
  std::vector<std::string> values;
  for (const GridPoint& point : points)
    if (const std::string& value = point.scenario.text.at(key);
        std::ranges::count(values, value) == 0)
      values.push_back(value);
  return values.size() > kFew ? values.front() + " to " + values.back()
                              : join(values, ", ");
}

std::string silo_scale(const Points& points) {
  const std::string own = values_text(points, "silo.documents");
  const bool own_documents = own != "0";
  return values_text(points, "silo.parties") + " parties, " +
         (own_documents ? own : values_text(points, "synthetic.documents")) +
         " documents and " +
         values_text(points,
                     own_documents ? "silo.queries" : "synthetic.queries") +
         " queries" + (own_documents ? " each" : "");
}

std::string scale_text(const Points& points) {
  const Scenario& first = points[0].scenario;
  std::string text =
      first.silo.on
          ? silo_scale(points)
          : values_text(points, "federation.clients") + " clients × " +
                values_text(points, "federation.interactions") +
                " searches × " + values_text(points, "federation.rounds") +
                " rounds";
  if (points.size() > 1)
    text += "; " + plural(points.size(), "point") + " of the grid";
  text += ", " + plural(first.run.repeats, "repeat");
  return first.silo.on || first.data.fold != 0 ? text : text + " on each fold";
}

std::string shown_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> names;
  for (const std::string& key : keys)
    names.push_back(is_points_key(key) ? key.substr(kGridPrefix.size()) : key);
  return join(names, ", ");
}

std::string published_text(const Scenario& scenario, const char* key) {
  const auto values = read_published(scenario.text.at(key));
  return values.empty()
             ? ""
             : "; " + plural(values.size(), "published value") + " beside ours";
}

std::string picture_text(const Scenario& scenario) {
  const FigureSettings& figure = scenario.figure;
  const TableSettings& table = scenario.table;
  std::string text;
  if (!figure.x.empty()) {
    text = "figure, " + shown_metrics({figure.metric}, scenario)[0] + " by " +
           shown_keys({figure.x});
    if (!figure.lines.empty())
      text += ", a line for each " + shown_keys({figure.lines});
    if (!figure.panels.empty())
      text += ", panels for " + shown_keys(figure.panels);
    text += published_text(scenario, "figure.published");
  }
  if (!table.rows.empty()) {
    text += (text.empty() ? "table, " : "; table, ") +
            join(shown_metrics(table.metrics, scenario), ", ") +
            ", a row for each " + shown_keys(table.rows);
    if (!table.columns.empty())
      text += ", a column for each " + shown_keys(table.columns);
    text += published_text(scenario, "table.published");
  }
  return text;
}

/// Returns the source of the figure, or else of the table.
std::string source_text(const Scenario& scenario) {
  const std::string& figure = scenario.text.at("figure.source");
  return figure.empty() ? scenario.text.at("table.source") : figure;
}

bool is_named_after_one(const std::string& name) {
  const std::string last = name.substr(name.rfind('/') + 1);
  return last.find("figure-") != std::string::npos ||
         last.find("table-") != std::string::npos;
}

std::string folder_of(const std::string& name) {
  const std::size_t slash = name.find('/');
  return slash == std::string::npos ? "" : name.substr(0, slash);
}

bool is_before(const ListedFigure& a, const ListedFigure& b) {
  return strverscmp(a.name.c_str(), b.name.c_str()) < 0;
}

}  // namespace

std::vector<ListedFigure> listed_figures() {
  std::vector<ListedFigure> figures;
  for (const std::string& name : scenario_names()) {
    const auto file = find_scenario(name);
    const ReadScenario read = read_scenario(file, {});
    const Scenario& first = read.points[0].scenario;
    const std::string source = source_text(first);
    if (source.empty() && !is_named_after_one(name)) continue;
    const std::string question =
        first.question.substr(0, first.question.find('\n'));
    figures.push_back({name, question, source, picture_text(first),
                       scale_text(read.points), notes_of(file, question)});
  }
  std::ranges::sort(figures, is_before);
  return figures;
}

std::string figures_text(const std::vector<ListedFigure>& figures) {
  std::string text;
  for (const ListedFigure& each : figures)
    text += each.name + ": " + each.question +
            (each.source.empty() ? "" : "  [" + each.source + "]") + "\n";
  return text;
}

std::string figures_markdown(const std::vector<ListedFigure>& figures) {
  std::string text =
      "# Figures and tables of the papers\n\n"
      "A scenario for each, with its question, what its report begins with, "
      "and the size as shipped: mostly on synthetic data. "
      "`--set` takes real data and the short form. `make gallery` draws them "
      "all, small, on one page ([report](report.md#the-scenarios-picture)). "
      "Sources: "
      "[glossary](glossary.md#sources-that-are-cited-by-a-short-name); our "
      "numbers: [validation](validation.md).\n";
  std::string folder = "/";
  for (const ListedFigure& each : figures) {
    if (folder_of(each.name) != folder) {
      folder = folder_of(each.name);
      text += "\n## " + (folder.empty() ? "other" : folder) + "\n";
    }
    text += "\n### [" + each.name + "](../scenarios/" + each.name +
            ".ini)\n\n**" + escaped_markdown(each.question) + "**\n\n";
    if (!each.source.empty())
      text += "- Source: " + escaped_markdown(each.source) + "\n";
    text += "- Report: " +
            escaped_markdown(each.picture.empty() ? "pictures of each run"
                                                  : each.picture) +
            "\n- Size: " + escaped_markdown(each.scale) + "\n- Command: " +
            code_markdown("fedltr run " + each.name + " --report") + "\n";
    for (const std::string& note : each.notes)
      text += "\n" + escaped_markdown(note) + "\n";
  }
  return text;
}

Json figures_json(const std::vector<ListedFigure>& figures) {
  Json all = Json::array();
  for (const ListedFigure& each : figures)
    all.push_back({{"scenario", each.name},
                   {"question", each.question},
                   {"source", each.source},
                   {"report", each.picture},
                   {"size", each.scale},
                   {"notes", each.notes}});
  return all;
}

}  // namespace fedltr
