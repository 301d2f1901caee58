#include "app/report/report.hpp"

#include <algorithm>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/base/folders.hpp"
#include "app/base/latex.hpp"
#include "app/report/sections.hpp"
#include "app/report/writers.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// Maximum parts of a curve in LaTeX, whose memory holds some thousand points.
constexpr std::size_t kLatexParts = 80;

using Files = std::vector<std::pair<std::string, std::string>>;

/// Writes the blocks of a page to files, numbered as on the page.
class BlockFiles {
 public:
  explicit BlockFiles(ReportFormat format) : format_(format) {}

  void operator()(const Paragraph&) {}
  void operator()(const ReportTable& table) {
    const std::string name = block_name(++number_, table.title);
    if (format_ == ReportFormat::kCsv) add(name + ".csv", report_csv(table));
    if (format_ == ReportFormat::kSvg) add(name + ".svg", report_svg(table));
    if (format_ == ReportFormat::kLatex) {
      add(name + ".tex", report_latex(table));
      if (!table.folded) add_to_document(table, name);
    }
  }
  void operator()(const ReportFigure& figure) {
    body_ += std::string("\\begin{minipage}{") +
             (figure.small ? "0.49" : "0.8") + "\\linewidth}\n" +
             within_the_line("\\input{" + add_curves(figure) + ".tex}") +
             "\n\\end{minipage}" + (figure.small ? "\\hfill\n" : "\n\n");
  }
  void operator()(const ReportPanels& panels) {
    body_ += "\\input{" + add_curves(panels) + ".tex}\n\n";
  }
  void operator()(const ReportPicture& picture) {
    const std::string name = block_name(++number_, picture.title);
    if (format_ == ReportFormat::kSvg) add(name + ".svg", picture.svg);
  }

  Files take() {
    if (format_ == ReportFormat::kLatex)
      add("report.tex", latex_document(body_));
    return std::move(files_);
  }

 private:
  /// Returns the name of the files.
  template <class Block>
  std::string add_curves(const Block& block) {
    const std::string name = block_name(++number_, block.title);
    if (format_ == ReportFormat::kCsv) add(name + ".csv", report_csv(block));
    if (format_ == ReportFormat::kSvg) add(name + ".svg", report_svg(block));
    if (format_ == ReportFormat::kLatex)
      add(name + ".tex", report_latex(thinned(block, kLatexParts)));
    return name;
  }

  /// Returns LaTeX that shrinks `content` to the line if it is wider.
  static std::string within_the_line(const std::string& content) {
    return "\\resizebox{\\ifdim\\width>\\linewidth "
           "\\linewidth\\else\\width\\fi}{!}{" +
           content + "}";
  }
  /// Adds a table no wider than the line; a long one is scaled to the height
  /// of the page first (`resizebox*`: height and depth together).
  void add_to_document(const ReportTable& table, const std::string& name) {
    constexpr std::size_t kRowsOfPage = 48;
    std::string content = "\\input{" + name + ".tex}";
    if (table.rows.size() > kRowsOfPage)
      content = "\\resizebox*{!}{0.9\\textheight}{" + content + "}";
    body_ += "\\section*{" + latex_escaped_text(table.title) + "}\n" +
             within_the_line(content) + "\n\n";
  }
  void add(const std::string& name, std::string text) {
    files_.emplace_back(name, std::move(text));
  }

  ReportFormat format_;
  std::size_t number_ = 0;
  Files files_;
  std::string body_;  ///< of the document
};

void refuse_existing(const fs::path& file) {
  if (fs::exists(file))
    throw UsageError(file.string() +
                     ": exists already; give --force to overwrite it");
}

/// True for a file name of the form of block_name().
bool is_block(const fs::path& file) {
  const std::string name = file.string();
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits >= 2 && digits != name.npos && name[digits] == '-';
}

/// Refuses to mix tables and pictures of two reports in one folder.
void refuse_another_report(const fs::path& folder, const Files& files) {
  if (files.empty() || !fs::exists(folder)) return;
  const auto kind = fs::path(files[0].first).extension();
  for (const auto& entry : fs::directory_iterator(folder)) {
    const fs::path file = entry.path().filename();
    if (!is_block(file) || file.extension() != kind) continue;
    const auto is_this = [&](const auto& each) { return each.first == file; };
    if (std::ranges::none_of(files, is_this))
      throw UsageError(entry.path().string() +
                       ": is not part of this report; remove the other "
                       "report's files, or give another --out");
  }
}

/// @param page  true if a file is needed; otherwise a folder
void require_kind(const fs::path& out, bool page) {
  if (!fs::exists(out) || fs::is_directory(out) != page) return;
  throw UsageError("--out " + out.string() +
                   (page ? ": is a folder, expected a file"
                         : ": is a file, expected a folder"));
}

}  // namespace

Files report_files(const ReportPage& page, ReportFormat format) {
  if (format == ReportFormat::kHtml)
    return {{"report.html", report_html(page)}};
  if (format == ReportFormat::kText) return {{"report.txt", report_text(page)}};
  if (format == ReportFormat::kJson)
    return {{"report.json", report_json(page)}};
  BlockFiles files(format);
  for (const ReportSection& section : page.sections)
    for (const ReportBlock& block : section.blocks) std::visit(files, block);
  return files.take();
}

void write_report(std::ostream& out, const ReportOptions& options) {
  const bool is_text = options.format == ReportFormat::kText;
  const bool printed = is_text || options.format == ReportFormat::kJson;
  const bool one_file = printed || options.format == ReportFormat::kHtml;
  require_kind(options.out, one_file);
  if (one_file && !options.force) refuse_existing(options.out);
  const auto depth = is_text ? ReportDepth::kBrief : ReportDepth::kAll;
  const Files files = report_files(
      report_page(read_report_data(options.runs, depth)), options.format);
  if (printed && options.out.empty()) {
    out << files[0].second;
    return;
  }
  if (one_file) {
    if (options.out.has_parent_path())
      create_folders(options.out.parent_path());
    write_whole(options.out, files[0].second);
    out << "report    " << options.out.string() << "\n";
    return;
  }
  refuse_another_report(options.out, files);
  if (!options.force)
    for (const auto& [name, text] : files) refuse_existing(options.out / name);
  create_folders(options.out);
  for (const auto& [name, text] : files) write_whole(options.out / name, text);
  out << "report    " << files.size() << " files in " << options.out.string()
      << "\n";
}

}  // namespace fedltr
