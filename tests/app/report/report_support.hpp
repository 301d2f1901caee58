#pragma once

#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "app/report/sections.hpp"
#include "tests/support/cli.hpp"

// Runs made by hand, and parts of their report.
namespace fedltr::test {

/// Runs with these labels that reached .5 by a metric m.
inline ReportData data_of_runs(const std::vector<std::string>& labels) {
  ReportData data;
  for (const std::string& label : labels) {
    RunFolder run;
    run.folder = "runs/" + label;
    run.label = label;
    run.metrics = {"m"};
    run.spreads["m"] = {0.5, 0, 1};
    run.by_run["m"][{1, 1}] = 0.5;
    run.scenario = {{"run.name", "by hand"}};
    data.runs.push_back(std::move(run));
  }
  data.files.resize(labels.size());
  return data;
}

/// Writes the required files of a run: two repeats that reached .4 and .6.
inline std::string write_run(const TemporaryFolder& folder,
                             const std::string& name) {
  folder.write(name + "/summary.json",
               R"({"complete": true,
                   "metrics": {"m": {"mean": 0.5, "std": 0.1, "n": 2}},
                   "runs": [
                    {"fold": 1, "repeat": 1, "rounds": 2, "final": {"m": 0.4}},
                    {"fold": 1, "repeat": 2, "rounds": 2, "final": {"m": 0.6}}
                   ]})");
  folder.write(name + "/manifest.json",
               R"({"data": [{"name": "d", "sha256": "00"}],
                   "scenario": {"run.name": "by hand"}})");
  folder.write(name + "/per_query.tsv",
               "qid\tmetric\tvalue\tfold\trepeat\n"
               "1\tm\t0.25\t1\t1\n2\tm\t0.55\t1\t1\n1\tm\t0.6\t1\t2\n");
  return (folder / name).string();
}

/// A grid of one point with these cells and worst cases.
inline std::string write_grid(const TemporaryFolder& folder,
                              const std::string& name, const std::string& cells,
                              const std::string& worst) {
  folder.write(name + "/grid.csv", "folder\np1\n");
  write_run(folder, name + "/p1");
  folder.write(name + "/matrix.csv", "panel,attack,rule,m\n" + cells);
  if (!worst.empty())
    folder.write(name + "/worst.csv", "panel,rule,m\n" + worst);
  return (folder / name).string();
}

template <class Block>
std::vector<Block> blocks_in(const ReportSection& section) {
  std::vector<Block> found;
  for (const ReportBlock& block : section.blocks)
    if (const auto* each = std::get_if<Block>(&block)) found.push_back(*each);
  return found;
}

inline std::vector<ReportTable> tables_in(const ReportSection& section) {
  return blocks_in<ReportTable>(section);
}

inline std::vector<ReportFigure> figures_in(const ReportSection& section) {
  return blocks_in<ReportFigure>(section);
}

/// Paragraphs, one per line; a star before the strong ones.
inline std::string spoken_in(const ReportSection& section) {
  std::string text;
  for (const Paragraph& paragraph : blocks_in<Paragraph>(section))
    text += (paragraph.strong ? "*" : "") + paragraph.text + "\n";
  return text;
}

/// Cells of each row, separated by bars; shades in brackets.
inline std::vector<std::string> rows_in(const ReportTable& table) {
  std::vector<std::string> rows;
  for (const ReportRow& row : table.rows) {
    std::string text;
    for (const ReportCell& cell : row) {
      text += (&cell == &row.front() ? "" : "|") + cell.text;
      if (cell.shade >= 0) text += "[" + std::to_string(cell.shade) + "]";
    }
    rows.push_back(text);
  }
  return rows;
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

inline std::size_t times_in(const std::string& text, const std::string& part) {
  std::size_t times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != text.npos; ++at)
    ++times;
  return times;
}

/// Text between two strings, from the first occurrence of `from`.
inline std::string between(const std::string& text, const std::string& from,
                           const std::string& to) {
  const std::size_t begin = text.find(from);
  REQUIRE(begin != text.npos);
  const std::size_t first = begin + from.size();
  return text.substr(first, text.find(to, first) - first);
}

/// A line from 0 to `rounds` that rises by one per round.
inline FigureCurve rising(const std::string& name, int rounds) {
  FigureCurve curve{name};
  for (int i = 0; i <= rounds; ++i) {
    const auto at = static_cast<double>(i);
    curve.points.push_back({at, at, at, at, at});
  }
  return curve;
}

/// Two curves, the first with a band. Axes from 0 to 10 and from 0 to 1: as SVG
/// x is 62 to 624, y 330 to 34.
inline ReportFigure unit_figure(const std::string& first = "a") {
  return {"Fig & co",
          "round",
          "",
          "m",
          {{first, {{0, 0, 0.5, 0, 1}, {10, 0, 1, 1, 1}}},
           {"b", {{0, 0, 0, 0, 0}, {5, 0, 0.25, 0.25, 0.25}}}}};
}

using Texts = std::vector<std::string>;

}  // namespace fedltr::test
