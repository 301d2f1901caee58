#include "app/results/silo_report.hpp"

#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::silo_report_test {
using namespace fedltr::test;

namespace {

Timing timing() {
  Timing timing;
  timing.wall_seconds = 1.25;
  timing.threads = 1;
  timing.peak_memory_bytes = 20'000'000;
  return timing;
}

std::string report_of(const SiloPoint& point) {
  std::ostringstream out;
  print_silo_report(out, point, timing(), "/some/folder");
  return out.str();
}

std::string grid_of(const std::vector<SiloPoint>& points) {
  std::ostringstream out;
  print_silo_grid(out, points, timing(), "/some/folder");
  return out.str();
}

}  // namespace

TEST_CASE(
    "a silo's report has a table of methods, no deviation of one repeat") {
  const std::string text = report_of(small_silo_point());
  CHECK(text.starts_with(
      "tiny: 2 parties with 200 documents and 40 queries, 1 repeat\n"));
  has(text, "  local A              0.2500");
  has(text, "  local B              0.7500");
  has(text, "  local mean           0.5000");
  has(text, "  global               0.5000");
  CHECK(text.find("global A") == std::string::npos);  // all share the model
  CHECK(text.find("+-") == std::string::npos);
  has(text,
      "joining: global minus local, the best that needs no joining, ndcg@10 of "
      "each party's own test queries\n"
      "  party A - undecided\n"
      "  party B - undecided\n"
      "  of 2 parties, 0 gain, 0 lose and 2 are undecided");
  has(text, "found 0.500 of the true top");
  has(text,
      "0.2 kB moved per term and owner, 2.0 kB of index and 3.0 kB of "
      "sketches stored\n");
  CHECK(
      text.ends_with("time: 1.2 s on 1 thread, at most 0.02 GB of memory\n"
                     "results: /some/folder\n"));
}

TEST_CASE("a silo's report of two repeats has their deviation") {
  SiloPoint point = small_silo_point();
  point.runs.push_back(small_silo_run(2));
  point.runs[1].names = {"q3", "q4"};
  point.runs[1].methods.at("global").all << 1, 1;
  const std::string text = report_of(point);
  has(text, ", 2 repeats\n");
  has(text, "  global               0.7500 +- 0.3536\n");
  has(text, "  local mean           0.5000 +- 0.0000\n");
  has(text, "  global minus local: ndcg@10 ");
}

TEST_CASE("a silo's report has the most bytes that a repeat stored") {
  SiloPoint point = small_silo_point();
  point.runs.push_back(small_silo_run(2));
  point.runs[1].retrieval.index_bytes = 5000;
  has(report_of(point), "5.0 kB of index and 3.0 kB of sketches stored\n");
}

TEST_CASE("a party that was excluded is named, and what it lacks is a dash") {
  SiloPoint point = small_silo_point();
  point.runs[0].excluded = {{1, "it lied"}};
  point.runs[0].methods.at("local").all(1, 0) = kNaN;
  const std::string text = report_of(point);
  has(text, "excluded: party B in repeat 1: it lied\n");
  has(text, "  local B                            -\n");
}

TEST_CASE("a silo's report names the queries behind its metrics") {
  SiloPoint point = small_silo_point();
  point.runs[0].candidates = {10, 0, 0, 0.75};
  std::string text = report_of(point);
  has(text,
      "candidates: the best 1,000 by BM25, 0.750 of the relevant documents "
      "among them\n  ");
  CHECK(text.find("have no judgement") == std::string::npos);
  CHECK(text.find("had no judged pair") == std::string::npos);
  point.described.scenario.silo.options.candidates = 0;
  point.runs[0].candidates = {10, 2, 1, 1};
  point.runs[0].labelled = {7, 0};
  text = report_of(point);
  has(text, "candidates: all documents, 1.000 of");
  has(text,
      "  of 10 test queries, 2 have no judgement and 1 no relevant document: "
      "no metric counts them\n");
  has(text, "party B had no judged pair to train on in 1 of 1 repeats");
}

TEST_CASE("a ranker without training is named first where it ranks better") {
  SiloPoint point = small_silo_point();
  point.methods = {"bm25", "local", "global"};
  SiloMethodResult bm25 = point.runs[0].methods.at("global");
  bm25.models.clear();
  bm25.all << 0.75, 0.75;
  point.runs[0].methods["bm25"] = bm25;
  point.runs[0].methods["bm25"].queries << 0.875, 0.75;
  point.runs[0].methods["global"].queries << 0.5, 0.25;
  std::string text = report_of(point);
  const auto place = text.find(
      "bm25, which needs no training, ranks no worse than global: "
      "ndcg@10 +0.4375 +- ");
  REQUIRE(place != std::string::npos);
  CHECK(place < text.find("candidates:"));
  has(text, "joining: global minus bm25, ");
  has(text, "  bm25                 0.7500");
  point.runs[0].methods["bm25"].queries << 0.9375, 0.71875;
  has(report_of(point), "ranks better than global: ndcg@10 +0.4531 +- ");
  point.runs[0].methods["bm25"].queries << 0.25, 0.25;
  CHECK(report_of(point).find("needs no training") == std::string::npos);
}

TEST_CASE("features that never change have no correlation to show") {
  SiloPoint point = small_silo_point();
  has(report_of(point), "correlation of sketched with exact features:\n");
  point.runs[0].correlation.setConstant(kNaN);
  CHECK(report_of(point).find("correlation") == std::string::npos);
}

TEST_CASE("a report of an interrupted silo names it, by point") {
  SiloPoint point = small_silo_point();
  point.plans.resize(3);
  has(report_of(point), "\ncut short: 1 of 3 repeats ended, the numbers are");
  has(grid_of({point}), ", BM25 0.500, cut short: 1 of 3 repeats ended\n");
}

TEST_CASE("a silo grid's report has a line for each finished point") {
  SiloPoint waiting = small_silo_point();
  waiting.described.settings = {{"silo.top", "9"}};
  waiting.runs.clear();
  const std::string text = grid_of({small_silo_point(), waiting});
  has(text, "tiny: ndcg@10 by method, cover rate, correlation of BM25");
  has(text,
      "  silo.top = 5: local 0.5000, global 0.5000, cover 0.500, BM25 0.500\n");
  CHECK(text.find("silo.top = 9") == std::string::npos);
  has(text, ": 2 answers were withheld\n");
}

TEST_CASE("claims and bounds of noise are listed with what was held") {
  SiloPoint point = small_silo_point();
  point.described.scenario = default_scenario(
      {"silo.parties=2", "silo.method=global", "silo.epsilon=0"});
  has(report_of(point), "privacy: no noise on answers\n");
  point.described.scenario = default_scenario(
      {"run.name=tiny", "silo.parties=2", "silo.method=global",
       "silo.epsilon=0.5", "silo.noise=median-only", "privacy.budget=12"});
  const std::string text = report_of(point);
  // Five answers about one document, half an epsilon each; the accounted
  // epsilon is the minimum of 3, 4 and no bound.
  has(text,
      "claimed epsilon 0.5 per answer; the most exposed document: 5 "
      "answers, claimed 2.5, accounted for counts 3 (delta 1e-06): ");
  has(text, "  " + why_unbounded(point.described.scenario) + "\n");
  has(text, "  budget of 12 per document spent: 2 answers were withheld\n");
  point.runs[0].withheld = {0, 0};
  CHECK(report_of(point).find("withheld") == std::string::npos);
}

TEST_CASE("the most exposed document of all repeats is the listed one") {
  SiloPoint point = small_silo_point();
  point.runs.push_back(small_silo_run(2));
  point.runs[1].privacy = {9, 4.5, {6, 7, 8}};
  point.described.scenario =
      default_scenario({"run.name=tiny", "silo.parties=2", "silo.method=global",
                        "silo.epsilon=0.5"});
  has(report_of(point),
      "the most exposed document: 9 answers, claimed 4.5, "
      "accounted for counts 6 ");
}

TEST_CASE("bytes are printed in the unit of their size") {
  SiloPoint point = small_silo_point();
  RetrievalResult& retrieval = point.runs[0].retrieval;
  retrieval.index_bytes = 999'900;
  retrieval.sketch_bytes = 1'500'000'000;
  retrieval.moved.bytes = 8'000'000;  // for four terms
  has(report_of(point),
      "2.0 MB moved per term and owner, 999.9 kB of index and "
      "1.50 GB of sketches stored\n");
  retrieval.asked = 0;
  has(report_of(point), " 0.0 kB moved per term and owner");
}

}  // namespace fedltr::silo_report_test
