#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/report/page.hpp"

// Parts of a page as HTML that is also well-formed XML.
namespace fedltr {

using HtmlAttributes = std::vector<std::pair<const char*, std::string>>;

/// Returns an element. Attributes are escaped here, the contents are HTML.
std::string element(const char* tag, const HtmlAttributes& attributes,
                    const std::string& inner);

/// Returns a table with its CSV and LaTeX, hidden, for download by the page's
/// script.
/// @param name  block_name()
std::string table_html(const ReportTable& table, const std::string& name);
std::string figure_html(const ReportFigure& figure, const std::string& name);
std::string panels_html(const ReportPanels& panels, const std::string& name);
std::string picture_html(const ReportPicture& picture, const std::string& name);

}  // namespace fedltr
