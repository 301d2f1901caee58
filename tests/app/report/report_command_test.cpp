#include <algorithm>

#include <doctest/doctest.h>

#include "tests/app/report/report_support.hpp"

namespace fedltr::report_command_test {
using namespace fedltr::test;

namespace fs = std::filesystem;

namespace {

/// A run written by hand, and the command on it.
struct CommandOnRun {
  TemporaryFolder folder;
  std::string run = write_run(folder, "r");

  std::string at(const std::string& name) const {
    return (folder / name).string();
  }
  Outcome report(std::vector<std::string> options) const {
    options.insert(options.begin(), {"report", run});
    return fedltr_command(options);
  }
};

void check_one_line(const Outcome& outcome, int code,
                    const std::string& reason) {
  CHECK_MESSAGE(outcome.code == code, outcome.err);
  CHECK_MESSAGE(contains(outcome.err, reason), outcome.err);
  CHECK_MESSAGE(std::ranges::count(outcome.err, '\n') == 1, outcome.err);
}

/// Works in a folder, and returns at its end.
struct WorkingIn {
  fs::path before = fs::current_path();
  explicit WorkingIn(const fs::path& folder) { fs::current_path(folder); }
  ~WorkingIn() { fs::current_path(before); }
};

Texts names_in(const fs::path& folder) {
  Texts names;
  for (const auto& entry : fs::directory_iterator(folder))
    names.push_back(entry.path().filename().string());
  std::ranges::sort(names);
  return names;
}

}  // namespace

TEST_CASE("without --out a page or folder of the command's name is made") {
  const CommandOnRun command;
  const fs::path work = command.folder / "work";
  fs::create_directory(work);
  const WorkingIn here(work);
  CHECK(command.report({}).out == "report    report.html\n");
  CHECK(names_in(".") == Texts{"report.html"});
  check_one_line(command.report({}), 2,
                 "report.html: exists already; give --force");
  const Outcome files = command.report({"--to", "csv"});
  CHECK(files.code == 0);
  const Texts made = names_in("report");
  CHECK(files.out ==
        "report    " + std::to_string(made.size()) + " files in report\n");
  CHECK(made == Texts{"01-final-m.csv", "02-metrics.csv",
                      "03-what-was-set-the-same-in-all-runs.csv",
                      "04-time-and-traffic.csv",
                      "05-versions-and-signatures.csv",
                      "06-data-of-the-first-run.csv",
                      "07-all-keys-of-the-first-run.csv"});
  CHECK(read_text("report/06-data-of-the-first-run.csv") ==
        "name,SHA-256\nd,00\n");
}

TEST_CASE("each format ends its files' names") {
  const CommandOnRun command;
  for (const std::string format : {"svg", "csv", "latex"}) {
    const std::string out = command.at(format);
    CHECK(command.report({"--to", format, "--out", out}).code == 0);
    const std::string end = format == "latex" ? ".tex" : "." + format;
    for (const std::string& name : names_in(out))
      CHECK_MESSAGE(name.ends_with(end), name);
    CHECK(fs::exists(fs::path(out) / "report.tex") == (format == "latex"));
  }
  const std::string page = command.at("deep/er/page.html");
  CHECK(command.report({"--to", "html", "--out", page}).code == 0);
  CHECK(read_text(page).starts_with("<!DOCTYPE html>"));
}

TEST_CASE("a report replaces no result that it shows") {
  const CommandOnRun command;
  const std::string summary = command.run + "/summary.json";
  const std::string before = read_text(summary);
  for (const std::string to : {"html", "text"})
    for (const std::string& run : {command.run, "ours=" + command.run})
      check_one_line(fedltr_command({"report", run, "--to", to, "--out",
                                     summary, "--force"}),
                     2, "is an input");
  CHECK(read_text(summary) == before);
}

TEST_CASE("tables of two reports do not lie side by side") {
  const CommandOnRun command;
  const std::string out = command.at("both");
  CHECK(command.report({"--to", "csv", "--out", out}).code == 0);
  CHECK(command.report({"--to", "svg", "--out", out}).code == 0);
  CHECK(command.report({"--to", "csv", "--out", out, "--force"}).code == 0);
  const fs::path other = fs::path(out) / "99-of-another-run.csv";
  std::ofstream(other) << "x\n";
  std::ofstream(fs::path(out) / "2026-notes.md") << "x\n";
  check_one_line(command.report({"--to", "csv", "--out", out, "--force"}), 2,
                 other.string() + ": is not part of this report");
  CHECK(command.report({"--to", "svg", "--out", out, "--force"}).code == 0);
}

TEST_CASE("wrong options are refused before anything is read or written") {
  const CommandOnRun command;
  const std::string out = command.at("out");
  for (const std::string format : {"pdf", "HTML", "", "html,csv"})
    check_one_line(
        fedltr_command({"report", "nowhere", "--to", format, "--out", out}), 2,
        "--to " + format +
            ": expected one of html, text, svg, csv, latex, json");
  check_one_line(command.report({"--format", "csv"}), 2,
                 "unrecognised option '--format'");
  check_one_line(command.report({"--out"}), 2, "'--out' is missing");
  check_one_line(fedltr_command({"report"}), 2, "expected a file");
  CHECK_FALSE(fs::exists(out));
  const Outcome help = fedltr_command({"report", "--help"});
  CHECK(help.code == 0);
  for (const char* said : {"--out", "--to", "--force", "latex", "RUN is a run"})
    CHECK_MESSAGE(contains(help.out, said), said);
}

TEST_CASE("one existing file keeps all of them from being written") {
  const CommandOnRun command;
  command.folder.write("files/04-time-and-traffic.csv", "mine");
  const std::string out = command.at("files");
  check_one_line(command.report({"--to", "csv", "--out", out}), 2,
                 "04-time-and-traffic.csv: exists already; give --force");
  CHECK(names_in(out) == Texts{"04-time-and-traffic.csv"});
  CHECK(read_text(out + "/04-time-and-traffic.csv") == "mine");
  CHECK(command.report({"--to", "csv", "--out", out, "--force"}).code == 0);
  CHECK(names_in(out).size() == 7);
  CHECK(read_text(out + "/04-time-and-traffic.csv").starts_with("run,wall s"));
}

TEST_CASE("--force replaces a complete page, and nothing beside it") {
  const CommandOnRun command;
  const std::string page = command.folder.write("p.html", "mine");
  const std::string beside = command.folder.write("q.html", "too");
  check_one_line(command.report({"--out", page}), 2, "exists already");
  CHECK(read_text(page) == "mine");
  CHECK(command.report({"--out", page, "--force"}).code == 0);
  const std::string first = read_text(page);
  CHECK(first.ends_with("</html>\n"));
  CHECK(command.report({"--out", page, "--force"}).code == 0);
  CHECK(read_text(page) == first);  // the same bytes
  CHECK(read_text(beside) == "too");
  CHECK(names_in(command.folder.text()) == Texts{"p.html", "q.html", "r"});
}

TEST_CASE("a folder for a page, or a file for a folder, stays what it is") {
  const CommandOnRun command;
  const std::string file = command.folder.write("file", "mine");
  const std::string folder = command.at("folder");
  fs::create_directory(folder);
  for (const std::string force : {"", "--force"}) {
    std::vector<std::string> page = {"--out", folder};
    std::vector<std::string> files = {"--to", "csv", "--out", file};
    if (!force.empty()) {
      page.push_back(force);
      files.push_back(force);
    }
    check_one_line(command.report(page), 2,
                   folder + ": is a folder, expected a file");
    check_one_line(command.report(files), 2,
                   file + ": is a file, expected a folder");
  }
  CHECK(fs::is_directory(folder));
  check_one_line(command.report({"--out", file + "/page.html"}), 1, file);
  CHECK(read_text(file) == "mine");
}

TEST_CASE("a shell's star over a grid takes its points, not its files") {
  TemporaryFolder folder;
  const std::string grid = write_grid(folder, "g", ",none,mean,1\n", "");
  const std::string page = (folder / "p.html").string();
  CHECK(fedltr_command({"report", grid + "/grid.csv", grid + "/matrix.csv",
                        grid + "/p1", "--out", page})
            .code == 0);
  // The points alone have no matrix; the grid has one.
  CHECK_FALSE(contains(read_text(page), "m under attack"));
  CHECK(fedltr_command({"report", grid, "--out", page, "--force"}).code == 0);
  CHECK(contains(read_text(page), "m under attack"));
  check_one_line(fedltr_command({"report", grid + "/grid.csv"}), 2,
                 "expected the folder of a run or of a grid");
}

TEST_CASE("a grid whose points are missing is refused with their names") {
  TemporaryFolder folder;
  const std::string grid = write_grid(folder, "g", ",none,mean,1\n", "");
  folder.write("g/grid.csv", "folder\np1\n\"p2, x\"\n");
  check_one_line(fedltr_command({"report", grid}), 3,
                 "g/p2, x/summary.json: can't be read");
  folder.write("g/grid.csv", "folder\n");
  check_one_line(fedltr_command({"report", grid}), 2,
                 "expected the folder of a run or of a grid");
}

}  // namespace fedltr::report_command_test
