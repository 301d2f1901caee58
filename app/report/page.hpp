#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

// What a report says, before it is HTML, CSV, SVG or LaTeX. All texts are plain
// and may come from a stranger's files: writers escape them.
namespace fedltr {

/// A cell of a table.
struct ReportCell {
  std::string text;
  int shade = -1;       ///< 0 (as good as the best) to 9; -1: none
  bool strong = false;  ///< the best, or what counts
};

using ReportRow = std::vector<ReportCell>;

struct ReportTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<ReportRow> rows = {};  ///< #rows by #columns
  std::string note = {};             ///< empty: none
  bool folded = false;               ///< opened by a click
};

/// A place on a curve: the mean of the runs and its band.
struct FigurePoint {
  double at = 0;
  double other = 0;  ///< place by the figure's other unit
  double mean = 0;
  double low = 0;
  double high = 0;
};

struct FigureCurve {
  std::string name;
  std::vector<FigurePoint> points = {};  ///< ascending by place
};

struct ReportFigure {
  std::string title;
  std::string x;
  std::string other;  ///< other unit of places; empty: none
  std::string y;
  std::vector<FigureCurve> curves = {};  ///< at most kMaxCurves
  std::string note = {};
  bool small = false;  ///< one of many: beside others
};

/// Curves that can be told apart in one figure.
inline constexpr std::size_t kMaxCurves = 8;

/// A picture that the run folder holds.
struct ReportPicture {
  std::string title;
  std::string svg;
};

struct Paragraph {
  std::string text;
  bool strong = false;  ///< the answer itself
};

using ReportBlock =
    std::variant<Paragraph, ReportTable, ReportFigure, ReportPicture>;

struct ReportSection {
  std::string title;
  std::vector<ReportBlock> blocks;  ///< none: the section is left out
};

struct ReportPage {
  std::string title;
  std::vector<ReportSection> sections;
  /// Runs after the page's own, and may fetch from where the page came from;
  /// empty: nothing is fetched.
  std::string script = {};
};

/// Colour of a figure's curve, as CSS has it: told apart by people who see no
/// red or no green, and on white as on black.
const char* curve_colour(std::size_t curve);
/// Lengths of dashes and gaps in pixels; empty: a full line.
const std::vector<int>& curve_dashes(std::size_t curve);

/// Short names of all tables and figures of a page, each once and fit for the
/// name of a file: `02-final-metrics`.
/// @param number  from 1
std::string block_name(std::size_t number, const std::string& title);

}  // namespace fedltr
