#include "app/data/trec_files.hpp"
#include "app/results/rankings.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::silo_rankings_test {
using namespace fedltr::test;

namespace {

/// Returns the run of query 0 with its first three documents.
std::string ranking_of(const Vector& scores) {
  const TestSilo plan = small_silo(2);
  TestQuery test;
  test.query = 0;
  test.documents = {4, 0, 2};
  std::string text;
  append_ranking(text, *plan.collection, test, scores);
  return text;
}

std::vector<std::string> names_in(const std::string& text) {
  std::vector<std::string> names;
  if (text.empty()) return names;
  const RankedRun run = parse_run(text, "run");
  CHECK(run.size() == 1);
  for (const RankedDocument& each : run.at(0).documents)
    names.push_back(each.name);
  return names;
}

}  // namespace

TEST_CASE("documents are ranked by score, equal ones in their order") {
  const TestSilo plan = small_silo(2);
  const auto name = [&](std::uint32_t document) {
    return std::string(plan.collection->document_names()[document]);
  };
  CHECK(names_in(ranking_of(Vector{{0.25, 0.5, 0.75}})) ==
        std::vector<std::string>{name(2), name(0), name(4)});
  CHECK(names_in(ranking_of(Vector{{0.5, 0.5, 1}})) ==
        std::vector<std::string>{name(2), name(4), name(0)});
}

TEST_CASE("scores that are missing or no numbers rank nothing") {
  CHECK(ranking_of({}) == "");
  CHECK(ranking_of(Vector{{0.5, kNaN, 1}}) == "");
  CHECK(ranking_of(Vector{{0.5, std::numeric_limits<double>::infinity(), 1}}) ==
        "");
}

TEST_CASE("a silo's rankings are written once all repeats have ended") {
  SiloPoint point = small_silo_point();
  const auto names = [&] {
    std::vector<std::string> all;
    for (const auto& [name, text] :
         written(silo_rankings_file(), SiloResults{point, Timing()}))
      all.push_back(name);
    return all;
  };
  CHECK(names().empty());
  set(point.described.scenario, "run.rankings", "yes");
  point.plans.push_back(point.plans[0]);
  CHECK(names().empty());  // one repeat of two
  point.plans.pop_back();
  // A model without parameters is that of an excluded party: it ranks nothing.
  for (auto& [method, result] : point.runs[0].methods)
    for (Vector& model : result.models) model = Vector();
  CHECK(names() ==
        std::vector<std::string>{"methods/global/ranking-f1-r1.trec",
                                 "methods/local/ranking-f1-r1.trec"});
  for (const auto& [name, text] :
       written(silo_rankings_file(), SiloResults{point, Timing()}))
    CHECK(text == "");
}

TEST_CASE("each method of a silo has a ranking of all held-out queries") {
  const TemporaryFolder folder;
  REQUIRE(
      run_text(folder, kTextSilo, "r", {"run.rankings=yes", "run.repeats=2"})
          .code == 0);
  std::size_t methods = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder / "r/methods")) {
    CAPTURE(entry.path());
    ++methods;
    for (const char* repeat : {"1", "2"}) {
      const std::string file =
          (entry.path() / ("ranking-f1-r" + std::string(repeat) + ".trec"))
              .string();
      const RankedRun run = parse_run(read_text(file), file);
      CHECK(run.size() > 1);
      for (const RankedQuery& query : run)
        CHECK(std::ranges::is_sorted(query.documents, std::greater(),
                                     &RankedDocument::score));
    }
  }
  CHECK(methods > 3);
}

}  // namespace fedltr::silo_rankings_test
