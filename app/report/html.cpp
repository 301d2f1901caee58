#include <algorithm>
#include <new>

#include <openssl/evp.h>
#include <spdlog/fmt/fmt.h>

#include "app/base/svg.hpp"
#include "app/base/version.hpp"
#include "app/report/assets.hpp"
#include "app/report/html_elements.hpp"
#include "app/report/writers.hpp"

namespace fedltr {
namespace {

constexpr std::size_t kMaxParts = 150;  ///< maximum of a thinned curve
constexpr std::size_t kMinParts = 6;
constexpr std::size_t kPartsOfPage = 1500;

/// Returns a script's SHA-256 for the content security policy: no other script
/// can run, whatever names a run folder holds.
std::string script_digest(std::string_view script) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  // Fails only if out of memory; an empty digest would stop the page's script.
  if (EVP_Digest(script.data(), script.size(), digest, &size, EVP_sha256(),
                 nullptr) != 1)
    throw std::bad_alloc();
  unsigned char text[2 * EVP_MAX_MD_SIZE];
  const int length = EVP_EncodeBlock(text, digest, static_cast<int>(size));
  return {text, text + length};
}

std::size_t count_curves(const ReportPage& page) {
  std::size_t curves = 0;
  for (const ReportSection& section : page.sections)
    for (const ReportBlock& block : section.blocks) {
      if (const auto* figure = std::get_if<ReportFigure>(&block))
        curves += figure->curves.size();
      else if (const auto* panels = std::get_if<ReportPanels>(&block))
        for (const ReportPanels::Panel& panel : panels->panels)
          curves += panel.curves.size();
    }
  return curves;
}

std::string styles_of_curves() {
  std::string dashes;
  std::string colours;
  for (std::size_t c = 0; c < kMaxCurves; ++c) {
    colours += std::string(c > 0 ? " " : "") + curve_colour(c);
    dashes += c > 0 ? "|" : "";
    for (const int length : curve_dashes(c))
      dashes += std::to_string(length) + " ";
  }
  return fmt::format(" data-colours=\"{}\" data-dashes=\"{}\"", colours,
                     dashes);
}

/// Writes the blocks of a page, numbered from 1.
class PageBody {
 public:
  explicit PageBody(const ReportPage& page)
      : parts_(std::clamp(
            kPartsOfPage / std::max<std::size_t>(count_curves(page), 1),
            kMinParts, kMaxParts)) {}

  std::string operator()(const Paragraph& paragraph) const {
    const std::string label = paragraph.label.empty()
                                  ? ""
                                  : element("span", {{"class", "label"}},
                                            xml_escaped(paragraph.label)) +
                                        " ";
    return element("p", {{"class", paragraph.strong ? "answer" : "text"}},
                   label + xml_escaped(paragraph.text));
  }
  std::string operator()(const ReportTable& table) {
    return table_html(table, block_name(++number_, table.title));
  }
  std::string operator()(const ReportFigure& figure) {
    return figure_html(thinned(figure, parts_),
                       block_name(++number_, figure.title));
  }
  std::string operator()(const ReportPanels& panels) {
    return panels_html(thinned(panels, parts_),
                       block_name(++number_, panels.title));
  }
  std::string operator()(const ReportPicture& picture) {
    return picture_html(picture, block_name(++number_, picture.title));
  }

 private:
  std::size_t parts_;
  std::size_t number_ = 0;
};

std::string section_id(std::size_t number) {
  return fmt::format("section-{}", number);
}

std::string contents_html(const ReportPage& page) {
  std::string items;
  for (std::size_t s = 0; s < page.sections.size(); ++s)
    items += element("li", {},
                     element("a", {{"href", "#" + section_id(s)}},
                             xml_escaped(page.sections[s].title)));
  return element("nav", {{"aria-label", "Contents"}}, element("ul", {}, items));
}

std::string sections_html(const ReportPage& page) {
  std::string text;
  PageBody body(page);
  for (std::size_t s = 0; s < page.sections.size(); ++s) {
    const ReportSection& section = page.sections[s];
    std::string inner =
        element("h2", {{"id", section_id(s)}}, xml_escaped(section.title));
    std::string blocks;
    for (const ReportBlock& block : section.blocks)
      blocks += std::visit(body, block);
    inner += element("div", {{"class", "blocks"}}, blocks);
    text += element("section", {{"aria-labelledby", section_id(s)}}, inner);
  }
  return text;
}

/// Returns the question, or else the title, and what is known of the runs.
std::string heading_html(const ReportPage& page) {
  std::string about = page.about;
  if (!page.question.empty())
    about = page.title + (about.empty() ? "" : ": ") + about;
  return element(
             "h1", {},
             xml_escaped(page.question.empty() ? page.title : page.question)) +
         (about.empty()
              ? ""
              : element("p", {{"class", "text"}}, xml_escaped(about)));
}

std::string head_html(const ReportPage& page, const std::string& digest) {
  return fmt::format(
      "<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
      "'none'; img-src data:; style-src 'unsafe-inline'; {}script-src "
      "'sha256-{}'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width\"/>\n"
      "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
      "<link rel=\"icon\" href=\"data:,\"/>\n"
      "<title>{} - fedltr report</title>\n<style>\n{}\n{}</style>\n</head>\n",
      page.script.empty() ? "" : "connect-src 'self'; ", digest,
      xml_escaped(page.title), kDygraphStyle, kPageStyle);
}

}  // namespace

std::string report_html(const ReportPage& page) {
  const std::string script = std::string(kDygraphScript) + "\n" +
                             std::string(kPageScript) + page.script;
  return "<!DOCTYPE html>\n<html lang=\"en\">\n" +
         head_html(page, script_digest(script)) + "<body>\n<header>" +
         heading_html(page) +
         element("p", {{"class", "text"}},
                 xml_escaped(fmt::format("A report by fedltr {}.{}", kVersion,
                                         page.script.empty()
                                             ? " Self-contained: works offline."
                                             : ""))) +
         contents_html(page) + "</header>\n<main" + styles_of_curves() + ">\n" +
         sections_html(page) + "</main>\n<script>" + script +
         "</script>\n</body>\n</html>\n";
}

}  // namespace fedltr
