#include "app/study/silo_evaluation.hpp"

#include <cmath>

#include "algorithms/silo/untrained.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::silo_evaluation_test {
using namespace fedltr::test;

namespace {

/// A point with one small plan, and the record of its run.
struct Finished {
  SiloPoint point;
  SiloRecord record;

  Finished() {
    const SiloPlan plan = small_silo();
    auto data = std::make_shared<LoadedCollection>();
    data->collection = plan.collection;
    data->grades = plan.grades;
    point.data = data;
    for (const char* name : {"ndcg@10", "map"})
      point.metrics.push_back(parse_metric(name, {}));
    for (const auto& each : untrained_rankers())
      point.methods.push_back(each.name);
    for (const auto& each : silo_methods()) point.methods.push_back(each.name);
    point.plans = {std::make_shared<const SiloPlan>(plan)};
    record = run(plan);
  }
};

const Finished& finished() {
  static const Finished once;
  return once;
}

}  // namespace

TEST_CASE("every method has a value for each party, metric and query") {
  const SiloRepeat run = evaluate_silo(finished().point, 1, finished().record);
  CHECK(run.repeat == 1);
  CHECK(run.seed == finished().point.plans[0]->seed);
  REQUIRE(run.methods.size() == finished().point.methods.size());
  const auto queries = static_cast<Index>(run.names.size());
  CHECK(run.query_party.size() == run.names.size());
  for (const auto& [name, result] : run.methods) {
    CAPTURE(name);
    CHECK(result.models.size() == (is_untrained(name) ? 0 : 4));
    REQUIRE(result.all.rows() == 4);
    CHECK(result.queries.rows() == queries);
    CHECK(result.queries.cols() == 2);
    CHECK(result.all.minCoeff() > 0);
    CHECK(result.all.maxCoeff() <= 1);
  }
}

TEST_CASE("untrained rankers rank the same for every party") {
  const SiloRepeat run = evaluate_silo(finished().point, 1, finished().record);
  for (const auto& each : untrained_rankers()) {
    CAPTURE(each.name);
    const SiloMethodResult& result = run.methods.at(each.name);
    CHECK(result.all.row(0) == result.all.row(3));
    CHECK(result.own.row(0) != result.own.row(3));
    CHECK(means(result.queries) == result.all.row(0).transpose());
  }
  // This plan's protocol adds noise.
  CHECK(run.methods.at("sketched-bm25").all(0, 0) <
        run.methods.at("bm25").all(0, 0));
  CHECK(run.candidates.queries == run.names.size());
  CHECK(run.candidates.recall > 0.9);
}

TEST_CASE("parties that share a model differ on their own queries only") {
  const SiloRepeat run = evaluate_silo(finished().point, 1, finished().record);
  const SiloMethodResult& joint = run.methods.at("global");
  CHECK(joint.all.row(0) == joint.all.row(3));
  CHECK(joint.own.row(0) != joint.own.row(3));
  const SiloMethodResult& alone = run.methods.at("local");
  CHECK(alone.all.row(0) != alone.all.row(3));
  // A query's value is its mean over the parties, so the two means agree.
  CHECK(means(alone.queries)(0) ==
        doctest::Approx(means(alone.all)(0)).epsilon(1e-12));
}

TEST_CASE("found documents and errors of features are measured") {
  const SiloRepeat run = evaluate_silo(finished().point, 1, finished().record);
  CHECK(run.retrieval.cover > 0.2);
  CHECK(run.retrieval.cover <= 1);
  CHECK(run.retrieval.asked > 0);
  CHECK(run.retrieval.moved.bytes > 0);
  CHECK(run.retrieval.index_bytes > 0);
  REQUIRE(run.correlation.size() == kTextFeatures);
  // Lengths are exact.
  CHECK(run.correlation(0) == doctest::Approx(1));
  CHECK(run.safety_code.size() == 64);
  REQUIRE(run.by_party.size() == 4);
  for (const SiloPrivacy& each : run.by_party)
    CHECK(each.releases <= run.privacy.releases);
}

TEST_CASE("a picture is drawn of the first repeat only") {
  SiloPoint point = finished().point;
  point.plans.push_back(point.plans[0]);
  const SiloRepeat first = evaluate_silo(point, 1, finished().record);
  CHECK(first.points.rows() > 2);
  CHECK(first.points.rows() <= 800);
  CHECK(first.local_points > 0);
  CHECK(first.local_points < first.points.rows());
  CHECK(evaluate_silo(point, 2, finished().record).points.size() == 0);
}

TEST_CASE("an excluded party counts for nothing") {
  SiloRecord record = finished().record;
  record.parties[1] = nullptr;
  record.excluded[1] = "said nothing";
  const SiloRepeat run = evaluate_silo(finished().point, 1, record);
  CHECK(run.labelled[1] == 0);
  CHECK(run.by_party[1].releases == 0);
  for (const auto& [name, result] : run.methods) {
    CAPTURE(name);
    CHECK(std::isnan(result.all(1, 0)));
    CHECK_FALSE(std::isnan(result.all(0, 0)));
    if (!is_untrained(name)) CHECK(result.models[1].size() == 0);
    CHECK_FALSE(std::isnan(result.queries(0, 0)));
  }
}

TEST_CASE("a relay that shows parties different keys is found out") {
  SiloRecord record = finished().record;
  record.parties[2] = std::make_shared<PartyRecord>(*record.parties[2]);
  record.parties[2]->safety_code = "another";
  CHECK_THROWS_WITH_AS(evaluate_silo(finished().point, 1, record),
                       doctest::Contains("the relay swapped them"),
                       std::runtime_error);
}

TEST_CASE("learning curves end at the models that are kept") {
  CHECK(evaluate_silo(finished().point, 1, finished().record)
            .methods.at("local")
            .curve.size() == 0);
  SiloPlan plan = small_silo();
  plan.options.training.curve_every = 15;
  SiloPoint point = finished().point;
  point.plans = {std::make_shared<const SiloPlan>(plan)};
  const SiloRepeat curved = evaluate_silo(point, 1, run(plan));
  const SiloRepeat plain =
      evaluate_silo(finished().point, 1, finished().record);
  for (const auto& [method, last] :
       {std::pair("local", 40.0), {"local+", 40.0}, {"global", 30.0}}) {
    CAPTURE(method);
    const SiloMethodResult& result = curved.methods.at(method);
    CHECK(result.models == plain.methods.at(method).models);
    CHECK(result.all == plain.methods.at(method).all);
    const Matrix& curve = result.curve;
    REQUIRE(curve.cols() == 4);
    Index row = 0;
    for (double party = 0; party < 4; ++party)
      for (const double iteration : {0.0, 15.0, 30.0, 40.0}) {
        if (iteration > last) continue;
        REQUIRE(row < curve.rows());
        CHECK(curve(row, 0) == party);
        CHECK(curve(row, 1) == iteration);
        if (iteration == last)
          CHECK(curve.row(row).tail(2) ==
                result.all.row(static_cast<Index>(party)));
        ++row;
      }
    CHECK(row == curve.rows());
  }
}

TEST_CASE("the shortest list of all parties is reported") {
  const SiloRepeat run = evaluate_silo(finished().point, 1, finished().record);
  std::uint32_t shortest = ~0U;
  for (const auto& party : finished().record.parties)
    shortest = std::min(shortest, party->shortest_list);
  CHECK(run.retrieval.shortest_list == shortest);
  CHECK(shortest == 40);  // the capacity: no entry was deleted
}

}  // namespace fedltr::silo_evaluation_test
