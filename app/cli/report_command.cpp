#include "app/cli/report_command.hpp"

#include <algorithm>
#include <ostream>

#include "app/base/errors.hpp"
#include "app/base/text.hpp"
#include "app/cli/output_paths.hpp"
#include "app/report/report.hpp"
#include "app/results/compare/run_reader.hpp"

namespace fedltr {
namespace {

constexpr const char* kReportHelp = R"(
RUN is a run folder; a grid's folder means all its points. The page states the
question and the answer, with its interval and a test of significance against the first
RUN, then shows learning curves, attacks, unlearning, silos, clients, privacy, cost
and the manifest, where the run has them. It is one file that works offline.

--to  html   the page; --out names a file (report.html)
      text   the report that fedltr run ends with; printed, unless --out names a file
      svg    its tables and figures; --out names a folder (report)
      csv    tables as on the page; figures as numbers, with all points
      json   the page as one object, for other programs; printed, like text
      latex  tables and figures for booktabs and pgfplots, and report.tex, which
             shows the unfolded parts of the page: pdflatex report.tex makes a PDF
)";

ReportFormat parse_format(const std::string& text) {
  const Arguments names = {"html", "text", "svg", "csv", "latex", "json"};
  const auto found = std::ranges::find(names, text);
  if (found == names.end())
    throw UsageError("--to " + text + ": expected one of " + join(names, ", "));
  return static_cast<ReportFormat>(found - names.begin());
}

}  // namespace

int report_command(const Arguments& arguments, std::ostream& out) {
  Command command("fedltr report RUN... [--out report.html] [--to html]");
  command.option<std::string>("out,o",
                              "file of the page, or folder of the files");
  command.option<std::string>("to", "html, text, svg, csv, latex or json");
  command.flag("force", "overwrite existing files");
  command.files(-1);
  if (!command.parse(arguments, out)) {
    out << kReportHelp;
    return kDone;
  }
  command.one_file();
  ReportOptions options;
  for (const std::string& run : command.list("file"))
    options.runs.emplace_back(run);
  options.format = parse_format(command.text("to").value_or("html"));
  const bool page = options.format == ReportFormat::kHtml;
  const bool printed = options.format == ReportFormat::kText ||
                       options.format == ReportFormat::kJson;
  options.out = command.text("out").value_or(page      ? "report.html"
                                             : printed ? ""
                                                       : "report");
  options.force = command.has("force");
  if (page || printed) {
    Arguments inputs;
    for (const NamedFolder& run : find_run_folders(command.list("file")))
      inputs.push_back(run.folder.string());
    for (const std::string& grid : command.list("file")) inputs.push_back(grid);
    require_apart({options.out}, inputs);
  }
  write_report(out, options);
  return kDone;
}

}  // namespace fedltr
