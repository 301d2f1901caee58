// Every writer states the same numbers of a study: the terminal's text,
// summary.json, and the page, CSV, SVG, LaTeX and JSON of its report.
#include <cmath>
#include <map>

#include <doctest/doctest.h>

#include "app/base/text.hpp"
#include "app/report/report.hpp"
#include "app/report/sections.hpp"
#include "app/results/number_text.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::same_numbers_test {
using namespace fedltr::test;

namespace {

/// A study and all its reports.
struct Study {
  explicit Study(const std::string& scenario) {
    const std::string run = (folder / "run").string();
    const Outcome outcome =
        fedltr_command({"run", folder.write("s.ini", scenario), "--out", run});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    reports["terminal"] = outcome.out;
    summary = parse_json(read_text(folder / "run/summary.json"));
    const ReportPage page = report_page(read_report_data({run}));
    const std::map<std::string, ReportFormat> formats = {
        {"html", ReportFormat::kHtml},   {"text", ReportFormat::kText},
        {"svg", ReportFormat::kSvg},     {"csv", ReportFormat::kCsv},
        {"latex", ReportFormat::kLatex}, {"json", ReportFormat::kJson}};
    for (const auto& [name, format] : formats)
      for (const auto& [file, text] : report_files(page, format))
        reports[name] += text;
  }

  /// Checks that each report has the text.
  void state(const std::string& text) const {
    for (const auto& [name, report] : reports)
      CHECK_MESSAGE(report.find(text) != std::string::npos,
                    text << " is not in " << name);
  }
  void state_all(const Json& numbers,
                 const std::vector<const char*>& names) const {
    for (const char* name : names)
      state(metric_text(numbers.at(name).get<double>()));
  }

  TemporaryFolder folder;
  std::map<std::string, std::string> reports;
  Json summary;
};

}  // namespace

TEST_CASE("all writers state the same numbers of a federation") {
  const Study study(
      "[synthetic]\nlike = custom\nqueries = 30\n[run]\nrepeats = 2\n"
      "[federation]\nclients = 12\nrounds = 6\n[attack]\nkind = lie\n"
      "clients = 2\n[aggregation]\nrule = median\n[faults]\ndropout = 0.2\n"
      "late = 0.2\nmin-updates = 5\n[heterogeneity]\nkind = dirichlet\n");
  study.state_all(study.summary.at("metrics").at("ndcg@10"), {"mean", "std"});
  const Json& attack = study.summary.at("attack");
  study.state_all(attack, {"lost", "rejected_attackers", "rejected_honest"});
  study.state_all(attack.at("honest").at("ndcg@10"), {"mean"});
  const Json& clients = study.summary.at("clients");
  REQUIRE(clients.is_object());
  study.state_all(clients, {"mean", "std", "worst", "worst_tenth"});
  const Json& faults = study.summary.at("faults");
  const std::string& terminal = study.reports.at("terminal");
  for (const char* name : {"dropped", "dropouts", "late"}) {
    const std::string count = with_commas(faults.at(name).get<std::uint64_t>());
    study.state(count);
    CHECK(terminal.find(std::string(name) + " " + count) != terminal.npos);
  }
}

TEST_CASE("all writers state the same numbers of silos") {
  const Study study(
      "[run]\nrepeats = 2\n[synthetic]\ndocuments = 240\nterms = 40\n"
      "vocabulary = 2000\ntopics = 4\nqueries = 40\ndepths = 20, 5\n[silo]\n"
      "parties = 3\nrows = 12\ncolumns = 64\nfrequency-columns = 512\n"
      "local-iterations = 4\njoint-iterations = 4\n");
  REQUIRE_FALSE(study.summary.at("methods").empty());
  REQUIRE_FALSE(study.summary.at("significance").empty());
  for (const auto& [name, method] : study.summary.at("methods").items())
    study.state_all(method.at("metrics").at("ndcg@10"), {"mean", "std"});
  for (const Json& test : study.summary.at("significance")) {
    study.state(test.at("over").get<std::string>().substr(0, 4));
    study.state(metric_text(std::abs(test.at("difference").get<double>())));
    study.state_all(test, {"interval95"});
  }
  const Json& gains = study.summary.at("gain_of_joining");
  REQUIRE(gains.at("parties").size() == 3);
  for (const Json& party : gains.at("parties"))
    study.state_all(party, {"alone", "joint", "interval95"});
  const Json& retrieval = study.summary.at("retrieval");
  study.state_all(retrieval, {"cover_rate"});
  for (const char* name :
       {"bytes_moved_per_term", "bytes_stored", "bytes_of_sketches"})
    study.state(number_text(retrieval.at(name).get<double>()));
  for (const auto& [feature, value] : study.summary.at("correlation").items())
    study.state(metric_text(value.get<double>()));
}

}  // namespace fedltr::same_numbers_test
