#pragma once

#include <filesystem>
#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

#include "app/report/page.hpp"

namespace fedltr {

enum class ReportFormat { kHtml, kSvg, kCsv, kLatex };

/// What a report is written as.
struct ReportOptions {
  std::vector<std::filesystem::path> runs =
      {};                          ///< folders of runs or of grids
  std::filesystem::path out = {};  ///< the page; of other formats a folder
  ReportFormat format = ReportFormat::kHtml;
  bool force = false;  ///< overwrites what is there
};

/// Names and texts of the files of a page: one of HTML; of SVG, CSV and LaTeX
/// one a table and figure (of SVG a picture, too), with LaTeX also report.tex,
/// a document that shows what the page does not fold.
std::vector<std::pair<std::string, std::string>> report_files(
    const ReportPage& page, ReportFormat format);

/// `fedltr report`: reads runs and writes their report; says where on `out`.
/// @throws UsageError  for a file that is there already
/// @throws DataError   for what is no run, or a damaged file of one
void write_report(std::ostream& out, const ReportOptions& options);

}  // namespace fedltr
