#pragma once

#include <string>
#include <vector>

#include "app/report/page.hpp"

// Formats of tables and figures for other programs. Each writer escapes its
// input, whatever its source.
namespace fedltr {

/// Returns a figure with fewer points: of each of `parts` parts of a curve, the
/// first point and those with the minimum and maximum of mean and band, so that
/// no peak is lost; and the last point.
ReportFigure thinned(const ReportFigure& figure, std::size_t parts);

ReportPanels thinned(const ReportPanels& panels, std::size_t parts);

/// Returns a CSV file (RFC 4180); for a figure, one row per point of each
/// curve.
std::string report_csv(const ReportTable& table);
std::string report_csv(const ReportFigure& figure);
std::string report_csv(const ReportPanels& panels);

/// Returns an SVG picture on white.
std::string report_svg(const ReportTable& table);
std::string report_svg(const ReportFigure& figure);
std::string report_svg(const ReportPanels& panels);
/// Returns the parts of that picture: its legend, then a picture per panel.
std::vector<std::string> panel_svgs(const ReportPanels& panels);

/// Returns a tabular of booktabs; for a figure, a tikzpicture of pgfplots.
std::string report_latex(const ReportTable& table);
std::string report_latex(const ReportFigure& figure);
/// Needs the pgfplots library groupplots.
std::string report_latex(const ReportPanels& panels);
/// Returns a complete document with these bodies.
std::string latex_document(const std::string& body);

/// Returns the report for a terminal: a line per labelled paragraph, and the
/// tables that are brief.
std::string report_text(const ReportPage& page);

/// Returns the whole report as one JSON object: sections of blocks, whose
/// `kind` is paragraph, table (of texts), figure, panels or picture (its title
/// only). Numbers are exact; NaN and infinities are null.
std::string report_json(const ReportPage& page);

/// Returns the complete page, with its styles and scripts.
std::string report_html(const ReportPage& page);

}  // namespace fedltr
