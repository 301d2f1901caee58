#include "algorithms/ranking/run_evaluation.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::run_evaluation_test {
namespace {

const RankedRun kRun = {{"q1", {{"a", 1}, {"b", 3}, {"c", 3}}},
                        {"q2", {{"a", 1}}}};
const JudgedQueries kJudged = {{"q1", {{"b", 1}, {"c", 0}, {"z", 2}}},
                               {"q2", {{"a", 0}}},
                               {"q3", {{"a", 1}}}};

Matrix values(const Conventions& how, const char* metric = "mrr") {
  return evaluate_run(kRun, kJudged, {parse_metric(metric, {}, how.gain)}, how)
      .values;
}

}  // namespace

TEST_CASE("equal scores keep the run's order, or go by name descending") {
  Conventions how;
  CHECK(values(how)(0, 0) == 1);  // b, c, a
  how.ties = Ties::kTrec;
  CHECK(values(how)(0, 0) == 0.5);  // c, b, a
}

TEST_CASE("a query without relevant document counts as asked for") {
  Conventions how;
  how.counted = Counted::kRanked;
  CHECK(std::isnan(values(how)(1, 0)));
  CHECK(means_of_queries(values(how))(0) == 1);
  how.empty = EmptyQuery::kZero;
  CHECK(means_of_queries(values(how))(0) == 0.5);
  how.empty = EmptyQuery::kOne;
  CHECK(means_of_queries(values(how))(0) == 1);
  CHECK(values(how).rows() == 2);
}

TEST_CASE("a judged query that was not ranked is an empty list, if it counts") {
  const Conventions how;
  const Matrix all = values(how);
  REQUIRE(all.rows() == 3);
  CHECK(all(2, 0) == 0);
  for (const auto& each : metrics()) {
    if (each.traits.by_clicks) continue;
    CAPTURE(each.name);
    CHECK(values(how, each.name.c_str())(2, 0) == 0);
  }
}

TEST_CASE("relevant documents that were not ranked count in the ideal") {
  // b at rank 1; z, of grade 2, is missing.
  CHECK(values({}, "ndcg")(0, 0) ==
        doctest::Approx(1 / (3 + 1 / std::log2(3))));
  CHECK(values({}, "map")(0, 0) == 0.5);
}

TEST_CASE("nothing in common leaves no values") {
  const QueryValues none =
      evaluate_run({{"x", {{"a", 1}}}}, kJudged, {parse_metric("map", {})},
                   {.counted = Counted::kRanked});
  CHECK(none.queries.empty());
  CHECK(none.unjudged == 1);
  CHECK(none.unranked == 3);
  CHECK(std::isnan(means_of_queries(none.values)(0)));
}

TEST_CASE("a ranked set has the values that its evaluation has, to the bit") {
  Rng rng(1, Purpose::kTest);
  auto data = std::make_shared<Dataset>(2);
  RankedRun run;
  JudgedQueries judged;
  const Vector weights{{0.5, -1}};
  for (int q = 0; q < 40; ++q) {
    const std::string name = "q" + std::to_string(q);
    run.push_back({name, {}});
    judged.push_back({name, {}});
    std::vector<double> rows;
    std::vector<std::uint8_t> labels;
    Names names;
    for (int i = 0; i < 1 + q % 17; ++i) {
      // Few values, so that many scores are equal.
      rows.push_back(static_cast<double>(rng() % 3));
      rows.push_back(static_cast<double>(rng() % 3));
      labels.push_back(static_cast<std::uint8_t>(rng() % 3));
      const std::string document = "d" + std::to_string(rng() % 1000 * 20 + i);
      names.push_back(document);
      run.back().documents.push_back(
          {document, 0.5 * rows[rows.size() - 2] - rows.back()});
      judged.back().documents[document] = labels.back();
    }
    data->add_query(name, rows, labels, names);
  }
  const auto ranker = find(rankers(), "linear").make({2, 0});
  for (const Ties ties : {Ties::kInput, Ties::kTrec}) {
    std::vector<NamedMetric> all;
    for (const char* name : {"ndcg@10", "ndcg", "err@5", "map", "p@3", "mrr",
                             "map@4", "recall@3", "success@2", "bpref"})
      all.push_back(parse_metric(name, {}));
    const Matrix expected =
        Evaluation(data, {ranker, all, EmptyQuery::kZero, ties})
            .per_query(weights);
    Conventions how;
    how.empty = EmptyQuery::kZero;
    how.ties = ties;
    CHECK(evaluate_run(run, judged, all, how).values == expected);
  }
}

TEST_CASE("grades are labels, or places where they are not whole up to 31") {
  const GradeScale plain({{"q", {{"a", 3}, {"b", -2}, {"c", 0}}}});
  CHECK(plain.grades().empty());
  CHECK(plain.highest() == 3);
  CHECK(plain.label(2) == 2);
  CHECK(plain.label(-2) == kBelowZero);
  CHECK(plain.label_from(2) == 2);
  const GradeScale placed({{"q", {{"a", 1330}, {"b", 0.5}, {"c", 72}}}});
  CHECK(placed.grades() == std::vector<double>{0, 0.5, 72, 1330});
  CHECK(placed.highest() == 3);
  CHECK(placed.label(0.5) == 1);
  CHECK(placed.label(-1) == kBelowZero);
  CHECK(placed.label_from(1) == 2);
  CHECK(placed.label_from(2000) == 4);
  CHECK(GradeScale({}).highest() == 0);
  JudgedQueries many = {{"q", {}}};
  for (int i = 0; i < 253; ++i)
    many[0].documents["d" + std::to_string(i)] = i + 0.5;
  CHECK(GradeScale(many).highest() == 253);
  many[0].documents["more"] = 1000;
  CHECK_THROWS_WITH(GradeScale{many}, "more than 253 different grades above 0");
}

TEST_CASE("any grade has a linear gain") {
  const JudgedQueries judged = {{"q", {{"a", 0.5}, {"b", 40}, {"c", -1}}}};
  const RankedRun run = {{"q", {{"a", 3}, {"c", 2}, {"b", 1}}}};
  Conventions how;
  how.gain = Gain::kLinear;
  MetricOptions options;
  options.grades = GradeScale(judged).grades();
  const double ideal = 40 + 0.5 / std::log2(3);
  CHECK(
      evaluate_run(run, judged, {parse_metric("ndcg", options, how.gain)}, how)
          .values(0, 0) == doctest::Approx((0.5 + 40.0 / 2) / ideal));
  CHECK_THROWS_WITH(parse_metric("ndcg", options, Gain::kExponential),
                    doctest::Contains("takes grades up to 31"));
  CHECK_THROWS_WITH(parse_metric("err", options, how.gain),
                    "'err' takes whole grades from 0 to 31");
  options.grades = {0, 0.5, 1.5};
  const Metric half = parse_metric("dcg", options, Gain::kExponential).metric;
  CHECK(half.value(std::vector<std::uint8_t>{2, 1}, {}) ==
        doctest::Approx(std::exp2(1.5) - 1 +
                        (std::sqrt(2.0) - 1) / std::log2(3)));
}

}  // namespace fedltr::run_evaluation_test
