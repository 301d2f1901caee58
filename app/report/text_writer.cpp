#include <algorithm>

#include <spdlog/fmt/fmt.h>

#include "app/report/writers.hpp"

namespace fedltr {
namespace {

/// Number of letters of a text in UTF-8.
std::size_t letters_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

/// Replaces signs that would control the terminal.
std::string harmless(std::string text) {
  std::ranges::replace_if(
      text, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return text;
}

/// A column of a table as lines of equal width: its name, then its cells.
std::vector<std::string> column_lines(const ReportTable& table,
                                      std::size_t column) {
  std::vector<std::string> lines = {harmless(table.columns[column])};
  for (const ReportRow& row : table.rows)
    lines.push_back(harmless(row[column].text));
  const std::size_t width =
      letters_of(*std::ranges::max_element(lines, {}, letters_of));
  const bool right = column > 0 && is_numeric_column(table, column);
  for (std::string& line : lines) {
    const std::string blanks(width - letters_of(line), ' ');
    line = right ? blanks + line : line + blanks;
  }
  return lines;
}

bool is_blank(const ReportCell& cell) {
  return cell.text.empty() || cell.text == "-";
}

/// True for a column without any value.
bool is_blank(const ReportTable& table, std::size_t column) {
  return std::ranges::all_of(
      table.rows, [&](const ReportRow& row) { return is_blank(row[column]); });
}

/// Returns "late 24, lost 2": names and values of the cells after the first.
std::string row_text(const ReportTable& table, const ReportRow& row) {
  std::string text;
  for (std::size_t c = 1; c < row.size(); ++c)
    if (!is_blank(row[c]))
      text += (text.empty() ? "" : ", ") + table.columns[c] + " " + row[c].text;
  return text;
}

std::string table_text(const ReportTable& table) {
  std::vector<std::string> lines(table.rows.size() + 1);
  for (std::size_t c = 0; c < std::min(table.brief, table.columns.size());
       ++c) {
    if (c > 0 && is_blank(table, c)) continue;
    const auto column = column_lines(table, c);
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] += "  " + column[i];
  }
  std::string text = harmless(table.title) + "\n";
  for (const std::string& line : lines)
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
  return text;
}

/// Writes the blocks of a page that the terminal shows.
class TerminalText {
 public:
  void operator()(const Paragraph& paragraph) {
    if (paragraph.label.empty()) return;
    text_ += fmt::format("{:<10}{}\n",
                         paragraph.label == label_ ? "" : paragraph.label,
                         harmless(paragraph.text));
    label_ = paragraph.label;
  }
  void operator()(const ReportTable& table) {
    if (!table.label.empty()) {
      for (const ReportRow& row : table.rows)
        (*this)(Paragraph{row_text(table, row), false, table.label});
    } else if (table.brief > 0 && !table.rows.empty()) {
      text_ += table_text(table);
      label_.clear();
    }
  }
  void operator()(const ReportFigure&) {}
  void operator()(const ReportPanels&) {}
  void operator()(const ReportPicture&) {}

  std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::string label_;  ///< of the line above, which is not repeated
};

}  // namespace

std::string report_text(const ReportPage& page) {
  TerminalText text;
  for (const ReportSection& section : page.sections)
    for (const ReportBlock& block : section.blocks) std::visit(text, block);
  return harmless(page.title) +
         (page.about.empty() ? "" : ": " + harmless(page.about)) + "\n" +
         text.take();
}

}  // namespace fedltr
