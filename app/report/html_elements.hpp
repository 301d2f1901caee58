#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/report/page.hpp"

// Parts of a page as HTML that is well-formed XML, too.
namespace fedltr {

using HtmlAttributes = std::vector<std::pair<const char*, std::string>>;

/// An element; attributes are escaped, what stands in it is HTML already.
std::string element(const char* tag, const HtmlAttributes& attributes,
                    const std::string& inner);

/// With its CSV and LaTeX in it, hidden, which the page's script hands out.
/// @param name  block_name()
std::string table_html(const ReportTable& table, const std::string& name);
std::string figure_html(const ReportFigure& figure, const std::string& name);
std::string picture_html(const ReportPicture& picture, const std::string& name);

}  // namespace fedltr
