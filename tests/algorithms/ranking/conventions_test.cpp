#include "algorithms/ranking/conventions.hpp"

#include <cmath>

#include <doctest/doctest.h>

namespace fedltr::conventions_test {

TEST_CASE("linear gain makes a grade worth itself, in ndcg and dcg") {
  const std::vector<std::uint8_t> ranked = {1, 0, 2};
  const std::vector<std::uint8_t> judged = {0, 1, 2, 3};
  const NamedMetric dcg = parse_metric("dcg", {}, Gain::kLinear);
  CHECK(dcg.metric.value(ranked, judged) == doctest::Approx(1 + 2 / 2.0));
  const NamedMetric ndcg = parse_metric("ndcg@2", {}, Gain::kLinear);
  CHECK(ndcg.cutoff == 2);
  CHECK(ndcg.metric.value(ranked, judged) == doctest::Approx(1));
  CHECK(ndcg.metric.best(judged) == doctest::Approx(3 + 2 / std::log2(3)));
  // With labels 0 and 1 both gains are equal.
  const std::vector<std::uint8_t> binary = {0, 1, 0, 1, 1};
  CHECK(parse_metric("ndcg", {}, Gain::kLinear).metric.value(binary, binary) ==
        parse_metric("ndcg", {}).metric.value(binary, binary));
}

TEST_CASE("metrics without a gain are what they are") {
  const std::vector<std::uint8_t> ranked = {0, 3, 1};
  for (const auto& each : metrics()) {
    if (each.traits.by_clicks || each.name.ends_with("dcg")) continue;
    CAPTURE(each.name);
    CHECK(parse_metric(each.name, {}, Gain::kLinear)
              .metric.value(ranked, ranked) ==
          parse_metric(each.name, {}).metric.value(ranked, ranked));
  }
  CHECK_THROWS_AS(parse_metric("ndgc", {}, Gain::kLinear),
                  std::invalid_argument);
  CHECK_THROWS_AS(parse_metric("ndcg@0", {}, Gain::kLinear),
                  std::invalid_argument);
}

TEST_CASE("the conventions of programs differ in what they are named for") {
  const Conventions foltr = find(conventions(), "foltr").make;
  CHECK(foltr.gain == Gain::kExponential);
  CHECK(foltr.empty == EmptyQuery::kSkip);
  const Conventions trec = find(conventions(), "trec_eval").make;
  CHECK(trec.gain == Gain::kLinear);
  CHECK(trec.ties == Ties::kTrec);
  CHECK(trec.counted == Counted::kRanked);
  CHECK(find(conventions(), "trec_eval-c").make.counted == Counted::kJudged);
  CHECK(find(conventions(), "lightgbm").make.empty == EmptyQuery::kOne);
  CHECK(find(conventions(), "ranklib").make.empty == EmptyQuery::kZero);
}

}  // namespace fedltr::conventions_test
