#include "app/plan/silo_plans.hpp"

#include <set>

#include <doctest/doctest.h>

#include "algorithms/silo/untrained.hpp"
#include "app/base/errors.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::silo_plans_test {
using namespace fedltr::test;

namespace {

SiloPoint point_of(const std::vector<std::string>& settings = {},
                   std::uint32_t first = 0,
                   const std::string& text = kTextSilo) {
  const TemporaryFolder folder;
  SiloPoint point;
  point.described =
      read_scenario(folder.write("s.ini", text), settings).points[0];
  point.data = std::make_shared<const LoadedCollection>(
      load_collection(point.described.scenario));
  build_silo(point, first);
  return point;
}

}  // namespace

TEST_CASE("each repeat has a plan, a number, a seed and a split of its own") {
  const SiloPoint point = point_of({}, 7);
  REQUIRE(point.plans.size() == 3);
  std::set<std::uint64_t> seeds;
  for (std::uint32_t i = 0; i < 3; ++i) {
    const SiloPlan& plan = *point.plans[i];
    CHECK(plan.run == 7 + i);
    CHECK(plan.parties() == 3);
    CHECK(plan.collection == point.data->collection);
    CHECK(plan.options.seed == plan.seed);
    CHECK(plan.options.training.seed == plan.seed);
    seeds.insert(plan.seed);
  }
  CHECK(seeds.size() == 3);
  CHECK((*point.plans[0]->shares)[0].documents !=
        (*point.plans[1]->shares)[0].documents);
  CHECK(point_of().plans[2]->seed == point.plans[2]->seed);
}

TEST_CASE("parties train by the methods that are trained") {
  const SiloPoint all = point_of();
  CHECK(all.methods.size() ==
        untrained_rankers().size() + all.plans[0]->methods.size());
  CHECK(all.plans[0]->methods.size() == silo_methods().size());
  // Nothing is trained or asked, so keys of both have no effect.
  const std::string text = kTextSilo;
  const SiloPoint none = point_of({"silo.method=bm25-body"}, 0,
                                  text.substr(0, text.find("rows =")));
  CHECK(none.methods == std::vector<std::string>{"bm25-body"});
  CHECK(none.plans[0]->methods.empty());
}

TEST_CASE("metrics are those of the scenario, in its order") {
  const SiloPoint point = point_of({"evaluation.metrics=map, err, ndcg@3"});
  REQUIRE(point.metrics.size() == 3);
  CHECK(point.metrics[0].name == "map");
  CHECK(point.metrics[2].cutoff == 3);
}

TEST_CASE("all methods run side by side, with the full protocol as headline") {
  const auto scenario = [](const std::string& method) {
    return default_scenario({"silo.method=" + method});
  };
  CHECK(methods_of(scenario("all")).size() ==
        untrained_rankers().size() + silo_methods().size());
  CHECK(headline(scenario("all")) == "cs-f-ltr");
  CHECK(methods_of(scenario("bm25")) == std::vector<std::string>{"bm25"});
  CHECK(is_untrained("bm25"));
  CHECK_FALSE(is_untrained("global"));
  for (const auto& each : silo_methods()) {
    CHECK(methods_of(scenario(each.name)) ==
          std::vector<std::string>{each.name});
    CHECK(headline(scenario(each.name)) == each.name);
  }
}

TEST_CASE("the protocol follows from the keys of a [silo]") {
  const SiloProtocol protocol = protocol_of(default_scenario(
      {"silo.rows=9", "silo.columns=64", "silo.top=7", "silo.alpha=2.5",
       "silo.real-rows=4", "silo.frequency-rows=3", "silo.beta=0.3"}));
  CHECK(protocol.shape.rows == 9);
  CHECK(protocol.shape.columns == 64);
  CHECK(protocol.frequency.rows == 3);
  CHECK(protocol.obfuscation.real_rows == 4);
  CHECK(protocol.top.documents == 7);
  CHECK(protocol.capacity == 18);  // 17.5, rounded up
  CHECK_FALSE(protocol.naive);
  CHECK_FALSE(protocol.top.leave_out_absent);
  CHECK(protocol_of(default_scenario({"silo.absent-rows=left-out"}))
            .top.leave_out_absent);
  // The last bit of an integer product does not round it up.
  CHECK(protocol_of(default_scenario({"silo.top=10", "silo.alpha=1.1"}))
            .capacity == 11);
}

TEST_CASE("a key that does not fit the data is refused by name before a run") {
  const auto complaint =
      [](const std::vector<std::string>& settings) -> std::string {
    return error_of<UsageError>([&] { point_of(settings); });
  };
  CHECK(complaint({}) == "");
  has(complaint({"silo.parties=201"}), "silo.parties = 201");
  // Each party has a query, for training or for testing.
  has(complaint({"silo.parties=40", "silo.test-share=0.2"}),
      "holds out no query with a relevant");
  has(complaint({"silo.parties=40", "silo.test-share=0.9"}),
      "silo.parties = 40: no party has a judged pair");
  has(complaint({"silo.test-share=0.001"}),
      "holds out no query with a relevant");
  // The metrics' keys have the same meaning as in a federation.
  CHECK(complaint({"evaluation.err-grade=2"}) == "");
  CHECK(complaint({"evaluation.err-grade=1"}) ==
        "s: evaluation.err-grade is below the data's highest grade, 2");
  CHECK(complaint({"evaluation.metrics=map", "evaluation.relevant-from=2"}) ==
        "");
  has(complaint({"evaluation.metrics=ndcg, map", "evaluation.relevant-from=3"}),
      "holds out no query with a relevant document, of grade 3 or higher "
      "(evaluation.relevant-from), so map has no mean");
  CHECK(complaint({"evaluation.metrics=ndcg, err",
                   "evaluation.relevant-from=3"}) == "");
  has(complaint({"silo.real-rows=2", "silo.confounders=colliding",
                 "silo.shared=1", "silo.columns=100000"}),
      "silo.shared = 1: colliding confounders need");
}

TEST_CASE("sketches beyond the machine's memory are refused before a run") {
  const std::vector<std::string> settings = {
      "silo.rows=60", "silo.columns=1000000", "silo.parties=1000"};
  CHECK_THROWS_WITH_AS(
      point_of(settings),
      doctest::Contains("of 1000 parties with 60 rows take at least 4560.0 GB"),
      UsageError);
}

}  // namespace fedltr::silo_plans_test
