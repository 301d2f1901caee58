#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "app/report/page.hpp"

namespace fedltr {

enum class ReportFormat { kHtml, kText, kSvg, kCsv, kLatex, kJson };

/// Options of a report.
struct ReportOptions {
  std::vector<std::filesystem::path> runs =
      {};  ///< folders of runs or of grids
  /// File of HTML, text or JSON; empty: prints the text or JSON. A folder for
  /// the others.
  std::filesystem::path out = {};
  ReportFormat format = ReportFormat::kHtml;
  bool force = false;  ///< overwrites existing files
};

/// Returns names and texts of the files of a page: one for HTML, text and JSON;
/// for SVG, CSV and LaTeX, one per table and figure (for SVG also per picture).
/// LaTeX adds report.tex, a document of the parts that the page does not fold.
std::vector<std::pair<std::string, std::string>> report_files(
    const ReportPage& page, ReportFormat format);

/// Runs `fedltr report`: reads runs, writes their report and prints its place.
/// @throws UsageError  for an existing file
/// @throws DataError   for a folder that is no run, or a damaged file in one
void write_report(std::ostream& out, const ReportOptions& options);

}  // namespace fedltr
