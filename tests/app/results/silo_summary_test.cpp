#include "app/results/silo_summary.hpp"

#include <cmath>

#include "app/base/files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::silo_summary_test {
using namespace fedltr::test;

TEST_CASE("a method's signature is over its models, repeat by repeat") {
  std::vector<SiloRepeat> runs = {small_silo_repeat(), small_silo_repeat(2)};
  runs[0].methods.at("local").models = {Vector{{1, 2}}, Vector()};
  runs[1].methods.at("local").models = {Vector{{3}}, Vector{{4}}};
  const Vector all{{1, 2, 3, 4}};  // an excluded party has no model
  Sha256 digest;
  digest.add(all);
  CHECK(silo_signature(runs, "local") == digest.hex());
  const std::string global = silo_signature(runs, "global");
  CHECK(global != digest.hex());
  runs[1].methods.at("local").models[1](0) = -0.0;
  CHECK(silo_signature(runs, "global") == global);
  CHECK_THROWS_AS(silo_signature(runs, "none"), std::out_of_range);
}

TEST_CASE("a feature that is constant in any repeat has no correlation") {
  std::vector<SiloRepeat> runs = {small_silo_repeat(), small_silo_repeat(2)};
  runs[0].correlation.setConstant(0.25);
  runs[1].correlation.setConstant(0.75);
  runs[1].correlation(3) = kNaN;
  const Vector mean = mean_correlation(runs);
  REQUIRE(mean.size() == kTextFeatures);
  CHECK(mean(0) == 0.5);
  CHECK(std::isnan(mean(3)));
}

TEST_CASE("the account is of the repeat with the largest disclosure") {
  std::vector<SiloRepeat> runs = {small_silo_repeat(), small_silo_repeat(2),
                                  small_silo_repeat(3)};
  runs[1].privacy = {9, 1, {1, 1, 1}};
  runs[2].privacy = {9, 2, {2, 2, 2}};  // equally many: the first one wins
  CHECK(&worst_privacy(runs) == &runs[1].privacy);
  runs[2].privacy.releases = 10;
  CHECK(&worst_privacy(runs) == &runs[2].privacy);
}

TEST_CASE("withheld answers are summed over parties and repeats") {
  std::vector<SiloRepeat> runs = {small_silo_repeat(), small_silo_repeat(2)};
  runs[0].withheld = {0, 2};
  runs[1].withheld = {3, 4};
  CHECK(withheld_of(runs) == 9);
  runs[0].withheld = {};
  CHECK(withheld_of(runs) == 7);
}

TEST_CASE("each missing bound has a reason of its own") {
  const auto why = [](const std::vector<std::string>& more) {
    std::vector<std::string> settings = {"silo.parties=2"};
    settings.insert(settings.end(), more.begin(), more.end());
    return why_unbounded(default_scenario(settings));
  };
  CHECK(why({"silo.epsilon=0"}) == "without noise there is no bound");
  CHECK(why({"silo.sketch=count"}) ==
        "an RTK-Sketch selects documents by exact counts: no epsilon bounds "
        "that");
  has(why({"silo.sketch=count-min"}), "the lowest listed count leaks");
  has(why({"silo.retrieval=naive"}), "sums of frequencies, lengths of");
}

TEST_CASE("retrieval's cost is summed, its memory is the most of a repeat") {
  std::vector<SiloRepeat> runs = {small_silo_repeat(), small_silo_repeat(2)};
  runs[0].retrieval = {0.5, 4, {1, 1000}, 2000, 3000};
  runs[1].retrieval = {1, 6, {1, 500}, 2500, 1};
  const RetrievalSummary sum = summarize_retrieval(runs);
  CHECK(sum.cover == 0.75);
  CHECK(sum.asked == 10);
  CHECK(sum.bytes_moved == 1500);
  CHECK(sum.bytes_per_term() == 150);
  CHECK(sum.index_bytes == 2500);
  CHECK(sum.sketch_bytes == 3000);
}

TEST_CASE("errors of counts weigh as much as there are counts") {
  std::vector<SiloRepeat> runs = {small_silo_repeat(), small_silo_repeat(2)};
  runs[1].bounds.term = {30, 3.5, 8, 0.625};
  const BoundChecks sum = summarize_bounds(runs);
  CHECK(sum.term.counts == 40);
  CHECK(sum.term.error == 3);
  CHECK(sum.term.bound == 7);
  CHECK(sum.term.exceeding == 0.5);
  CHECK(sum.query.counts == 10);
  runs[0].bounds = runs[1].bounds = {};
  CHECK(std::isnan(summarize_bounds(runs).term.error));  // no Count sketch
}

}  // namespace fedltr::silo_summary_test
