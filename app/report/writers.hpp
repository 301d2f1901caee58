#pragma once

#include <string>

#include "app/report/page.hpp"

// A table or figure as other programs read it. Each writer escapes what it is
// given, whoever named it.
namespace fedltr {

/// The figure with fewer points: of each of so many parts of a curve the first
/// point and those with the least and the greatest mean, and the ends of the
/// band, so that no peak is lost; and the last point.
ReportFigure thinned(const ReportFigure& figure, std::size_t parts);

/// As a CSV file (RFC 4180): of a figure a row a point of each curve.
std::string report_csv(const ReportTable& table);
std::string report_csv(const ReportFigure& figure);

/// As an SVG picture on white.
std::string report_svg(const ReportTable& table);
std::string report_svg(const ReportFigure& figure);

/// A tabular of booktabs; a tikzpicture of pgfplots.
std::string report_latex(const ReportTable& table);
std::string report_latex(const ReportFigure& figure);
/// A document of its own with these bodies.
std::string latex_document(const std::string& body);

/// The page, whole, with its styles and scripts.
std::string report_html(const ReportPage& page);

}  // namespace fedltr
