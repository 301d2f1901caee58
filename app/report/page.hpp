#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "app/results/chart.hpp"

// Contents of a report, independent of its format: text for the terminal, HTML,
// CSV, SVG, LaTeX or JSON. Texts are plain and may come from untrusted files:
// writers escape them.
namespace fedltr {

/// A cell of a table.
struct ReportCell {
  std::string text;
  int shade = -1;       ///< 0 (as good as the best) to 9; -1: no shade
  bool strong = false;  ///< the best, or the main value
};

using ReportRow = std::vector<ReportCell>;

struct ReportTable {
  std::string title;
  std::vector<std::string> columns;
  std::vector<ReportRow> rows = {};  ///< #rows by #columns
  std::string note = {};             ///< empty: no note
  bool folded = false;               ///< opened by a click
  /// Word before a line per row in the terminal: "faults    late 24, lost 2",
  /// without the first column; empty: no lines.
  std::string label = {};
  /// Otherwise the number of first columns of the table in the terminal.
  std::size_t brief = 0;
};

struct FigureCurve {
  std::string name;
  std::vector<CurvePoint> points = {};  ///< ascending by position
};

struct ReportFigure {
  std::string title;
  std::string x;
  std::string other;  ///< other unit of positions; empty: none
  std::string y;
  std::vector<FigureCurve> curves = {};  ///< one to kMaxCurves
  std::string note = {};
  bool small = false;  ///< one of many, side by side
};

/// Maximum number of distinguishable curves in one figure.
inline constexpr std::size_t kMaxCurves = 8;

/// A value beside the curves, from another source.
struct MarkedPoint {
  double at = 0;
  double value = 0;
};

/// Panels with common axes and one legend.
struct ReportPanels {
  struct Panel {
    std::string title;
    /// Curves in the order of the lines; one without points is not drawn.
    std::vector<std::vector<CurvePoint>> curves;
    /// Published values in the order of the lines, ascending by position; empty
    /// or as long as the curves.
    std::vector<std::vector<MarkedPoint>> published = {};
  };

  std::string title;
  std::string x;
  std::string y;
  std::vector<std::string> ticks = {};  ///< of x = 0, 1, ...; empty: numbers
  std::vector<std::string> lines = {};
  std::vector<Panel> panels = {};  ///< row by row
  std::size_t columns = 1;         ///< panels in a row
  std::string note = {};
  std::ptrdiff_t baseline = -1;  ///< line that is drawn dotted; -1: none

  /// Returns the last position of the curves; -inf if there are none.
  double last() const;
  /// Positions of published values, ascending.
  struct Published {
    std::vector<double> here;   ///< up to the last one of the curves
    std::vector<double> later;  ///< after it
  };
  Published published() const;
  /// True if a panel has a published value.
  bool has_published() const;
};

/// A picture of the run folder.
struct ReportPicture {
  std::string title;
  std::string svg;
};

struct Paragraph {
  std::string text;
  bool strong = false;  ///< the answer itself
  /// Word before the text, at most 9 letters; empty: the terminal leaves the
  /// paragraph out.
  std::string label = {};
};

using ReportBlock = std::variant<Paragraph, ReportTable, ReportFigure,
                                 ReportPanels, ReportPicture>;

struct ReportSection {
  std::string title;
  std::vector<ReportBlock> blocks;  ///< empty: the section is omitted
};

struct ReportPage {
  std::string title;
  std::vector<ReportSection> sections;
  std::string about = {};     ///< size and time of the runs; may be empty
  std::string question = {};  ///< of the scenario; may be empty
  /// Runs after the page's own script and may fetch from the page's origin;
  /// empty: nothing is fetched.
  std::string script = {};
};

/// True if the cells of a column are to be right-aligned: numbers, with their
/// marks.
bool is_numeric_column(const ReportTable& table, std::size_t column);

/// Returns the colour of a figure's curve in CSS, distinguishable with colour
/// blindness, and on white as on black.
const char* curve_colour(std::size_t curve);
/// Returns lengths of dashes and gaps in pixels; empty: a solid line.
const std::vector<int>& curve_dashes(std::size_t curve);

/// Returns a short, unique name for a table or figure of a page that is a valid
/// file name: `02-final-metrics`.
/// @param number  from 1
std::string block_name(std::size_t number, const std::string& title);

}  // namespace fedltr
