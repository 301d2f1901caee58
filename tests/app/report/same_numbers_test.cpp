// The terminal, summary.json and the page give the same numbers of a study.
#include <doctest/doctest.h>
#include <spdlog/fmt/fmt.h>

#include "app/base/text.hpp"
#include "app/report/sections.hpp"
#include "app/report/writers.hpp"
#include "app/results/number_text.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::same_numbers_test {
using namespace fedltr::test;

namespace {

/// A study's three reports.
struct Study {
  explicit Study(const std::string& scenario) {
    const std::string run = (folder / "run").string();
    const Outcome outcome =
        fedltr_command({"run", folder.write("s.ini", scenario), "--out", run});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    terminal = outcome.out;
    summary = parse_json(read_text(folder / "run/summary.json"));
    page = report_html(report_page(read_report_data({run})));
  }

  void printed(const std::string& text) const {
    CHECK_MESSAGE(terminal.find(text) != std::string::npos,
                  text << " is not in " << terminal);
  }
  void on_page(const std::string& text) const {
    CHECK_MESSAGE(page.find(text) != std::string::npos,
                  text << " is not on the page");
  }

  TemporaryFolder folder;
  std::string terminal;
  Json summary;
  std::string page;
};

std::string fixed(const Json& number) {
  return fmt::format("{:.4f}", number.get<double>());
}

std::string counted(const Json& number) {
  return with_commas(number.get<std::uint64_t>());
}

}  // namespace

TEST_CASE("terminal, summary and page of a federation give the same numbers") {
  const Study study(
      "[synthetic]\nlike = custom\nqueries = 30\n[run]\nrepeats = 2\n"
      "[federation]\nclients = 12\nrounds = 6\n[attack]\nkind = lie\n"
      "clients = 2\n[aggregation]\nrule = median\n[faults]\ndropout = 0.2\n"
      "late = 0.2\nmin-updates = 5\n[heterogeneity]\nkind = dirichlet\n");
  const Json& metric = study.summary.at("metrics").at("ndcg@10");
  study.printed("-> " + fixed(metric.at("mean")) + " +- " +
                fixed(metric.at("std")));
  study.on_page("ndcg@10 " + fixed(metric.at("mean")));
  study.on_page("standard deviation " + fixed(metric.at("std")));
  const Json& attack = study.summary.at("attack");
  study.printed(fmt::format("ndcg@10 {}, {} below", fixed(metric.at("mean")),
                            fixed(attack.at("lost"))));
  study.on_page(fixed(attack.at("lost")));
  study.on_page(fixed(attack.at("honest").at("ndcg@10").at("mean")));
  const Json& faults = study.summary.at("faults");
  study.printed(counted(faults.at("dropouts")) + " dropouts");
  study.on_page(">" + counted(faults.at("dropouts")) + "<");
  study.printed(counted(faults.at("late")) + " late updates");
  study.on_page(">" + counted(faults.at("late")) + "<");
  const Json& clients = study.summary.at("clients");
  REQUIRE(clients.is_object());
  for (const char* name : {"mean", "std", "worst", "worst_tenth"}) {
    study.printed(fixed(clients.at(name)));
    study.on_page(fixed(clients.at(name)));
  }
}

TEST_CASE("terminal, summary and page of silos give the same numbers") {
  const Study study(
      "[run]\nrepeats = 2\n[synthetic]\ndocuments = 240\nterms = 40\n"
      "vocabulary = 2000\ntopics = 4\nqueries = 40\ndepths = 20, 5\n[silo]\n"
      "parties = 3\nrows = 12\ncolumns = 64\nfrequency-columns = 512\n"
      "local-iterations = 4\njoint-iterations = 4\n");
  REQUIRE_FALSE(study.summary.at("methods").empty());
  REQUIRE_FALSE(study.summary.at("significance").empty());
  for (const auto& [name, method] : study.summary.at("methods").items()) {
    const Json& metric = method.at("metrics").at("ndcg@10");
    study.printed(fixed(metric.at("mean")) + " +- " + fixed(metric.at("std")));
    study.on_page(fixed(metric.at("mean")) + " ± " + fixed(metric.at("std")));
  }
  for (const Json& test : study.summary.at("significance")) {
    const std::string difference =
        difference_text(test.at("difference").get<double>());
    const std::string p = p_value_text(test.at("t_test").get<double>());
    study.printed(fmt::format(
        "minus {}: ndcg@10 {} +- {} (95%), {} queries, "
        "t-test {}\n",
        test.at("over").get<std::string>(), difference,
        fixed(test.at("interval95")), counted(test.at("pairs")), p));
    study.on_page(">" + difference + "<");
  }
  const Json& gains = study.summary.at("gain_of_joining");
  study.printed(fmt::format(
      "{} gain, {} lose and {} are undecided", counted(gains.at("gain")),
      counted(gains.at("lose")), counted(gains.at("undecided"))));
  study.on_page(fmt::format("{} parties gain, {} lose and {} are undecided",
                            counted(gains.at("gain")),
                            counted(gains.at("lose")),
                            counted(gains.at("undecided"))));
  const Json& retrieval = study.summary.at("retrieval");
  study.printed(fmt::format("found {:.3f} of the true",
                            retrieval.at("cover_rate").get<double>()));
  study.printed(
      fmt::format("{:.1f} kB moved per term",
                  retrieval.at("bytes_moved_per_term").get<double>() / 1e3));
  study.printed(
      fmt::format("{:.1f} kB of index and {:.1f} kB of sketches",
                  retrieval.at("bytes_stored").get<double>() / 1e3,
                  retrieval.at("bytes_of_sketches").get<double>() / 1e3));
}

}  // namespace fedltr::same_numbers_test
