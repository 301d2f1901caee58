#include "algorithms/ranking/metrics.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/clicks/click_model.hpp"
#include "tests/support/golden.hpp"

using namespace fedltr;
using List = std::vector<std::uint8_t>;

TEST_CASE("nDCG, DCG, MRR and expected MaxRR agree with the peers to 1e-9") {
  const auto golden = test::golden("metrics.json");
  for (const auto& entry : golden["cases"]) {
    const auto labels = entry["labels_in_ranked_order"].get<List>();
    CAPTURE(entry["labels_in_ranked_order"].dump());
    const auto close = [](double value) {
      return doctest::Approx(value).epsilon(1e-9);
    };
    CHECK(dcg(labels, 10) == close(entry["dcg10"]));
    CHECK(ndcg(labels, labels, 10) ==
          close(entry["fpdgd_online_query_ndcg_at_10"]));
    CHECK(ideal_dcg(labels, 10) == close(entry["harrie_idcg10"]));
    CHECK(reciprocal_rank(labels, 10, 1) ==
          close(entry["fpdgd_client_eval_ranking_mrr"]));
    for (const auto& [name, value] : entry["expected_MaxRR_at_10"].items()) {
      const int grades = name[0] - '0';
      if (*std::max_element(labels.begin(), labels.end()) >= grades) continue;
      if (value.is_null()) continue;
      const auto table = click_table(name.substr(name.find('_') + 1), grades);
      CHECK(expected_max_reciprocal_rank(labels, 10, table.click) ==
            close(value));
    }
  }
  for (const auto& entry : golden["click_metrics"])
    CHECK(max_reciprocal_rank(entry["clicks"].get<List>(), 10) ==
          doctest::Approx(entry["MaxRR"].get<double>()).epsilon(1e-9));
}

TEST_CASE("nDCG by hand") {
  const List labels = {0, 2, 1};
  // 3/log2(3) + 1/2 over 3 + 1/log2(3)
  CHECK(ndcg(labels, labels, 10) ==
        doctest::Approx((3 / std::log2(3.0) + 0.5) / (3 + 1 / std::log2(3.0))));
  CHECK(ndcg(labels, labels, 1) == 0);
  CHECK(ndcg(labels, List{0, 0}, 0) == 0);
}

TEST_CASE("ERR has the factor 1/i and the right bracket") {
  // R = 3/4, 1/4: 3/4 + (1/4)(1/4)/2.
  CHECK(err(List{2, 1}, 0, 2) == doctest::Approx(0.75 + 0.25 * 0.25 / 2));
  CHECK(err(List{2, 1}, 1, 2) == doctest::Approx(0.75));
  // The highest label of the data set, not of the list, is certain.
  CHECK(err(List{2}, 0, 4) == doctest::Approx(3.0 / 16));
}

TEST_CASE("AP, P and RR by hand") {
  const List labels = {1, 0, 2, 0, 1};
  CHECK(average_precision(labels, labels, 1) ==
        doctest::Approx((1 + 2.0 / 3 + 3.0 / 5) / 3));
  CHECK(average_precision(labels, labels, 2) == doctest::Approx(1.0 / 3));
  CHECK(precision(labels, 3, 1) == doctest::Approx(2.0 / 3));
  CHECK(precision(labels, 10, 1) == doctest::Approx(0.3));
  CHECK(reciprocal_rank(labels, 10, 2) == doctest::Approx(1.0 / 3));
  CHECK(reciprocal_rank(labels, 2, 2) == 0);
}

TEST_CASE("rank-ratio is 1 for distinct labels in order, and is not MAP") {
  CHECK(rank_ratio(List{2, 1, 0}) == doctest::Approx(1));
  // Ideal ranks 3, 2, 1 at positions 1, 2, 3.
  CHECK(rank_ratio(List{0, 1, 2}) == doctest::Approx((3 + 1 + 1.0 / 3) / 3));
}

TEST_CASE("a metric is named with its cutoff, and a bad name teaches") {
  CHECK(parse_metric("ndcg@10", {}).cutoff == 10);
  CHECK(parse_metric("ndcg", {}).cutoff == 0);
  CHECK_THROWS_WITH(
      parse_metric("ndgc@10", {}),
      "unknown name 'ndgc', known are: ndcg, dcg, err, map, mrr, p, "
      "rank-ratio, expected-maxrr");
  CHECK_THROWS_AS(parse_metric("ndcg@", {}), std::invalid_argument);
  CHECK_THROWS_AS(parse_metric("ndcg@0", {}), std::invalid_argument);
  CHECK_THROWS_AS(parse_metric("map@10", {}), std::invalid_argument);
  CHECK(find_metric("expected-maxrr@10")->traits.by_clicks);
  CHECK_FALSE(find_metric("ndcg")->traits.by_clicks);
  CHECK(find_metric("online_ndcg@10") == nullptr);
}

TEST_CASE("every metric is best for the best order") {
  MetricOptions options;
  options.click = {0, .5, 1};
  options.err_highest = 2;
  const List best = {2, 1, 1, 0, 0};
  const List worst = {0, 0, 1, 1, 2};
  for (const auto& method : metrics()) {
    if (method.name == "rank-ratio") continue;
    CAPTURE(method.name);
    const Metric metric = method.make(3, options);
    CHECK(metric.value(best, best) > metric.value(worst, best));
  }
}
