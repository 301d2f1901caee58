#include "algorithms/ranking/metrics.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/clicks/click_model.hpp"
#include "algorithms/core/rng.hpp"
#include "tests/support/golden.hpp"

namespace fedltr::metrics_test {
using List = std::vector<std::uint8_t>;

namespace {

List random_list(Rng& rng, std::size_t size, std::uint64_t grades) {
  List labels(size);
  for (auto& label : labels)
    label = static_cast<std::uint8_t>(rng.below(grades));
  return labels;
}

List sorted(List labels) {
  std::ranges::sort(labels, std::greater{});
  return labels;
}

}  // namespace

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

TEST_CASE("ndcg and dcg take gains of one's own, as LightGBM's label_gain") {
  MetricOptions options;
  options.gains = {1, 1, 10};
  const List ranked = {0, 2, 1};
  const double d2 = 1 / std::log2(3);
  const double d3 = 0.5;
  const auto value_of_metric = [&](const std::string& name) {
    const NamedMetric metric = parse_metric(name, options);
    const double value = metric.metric.value(ranked, ranked);
    return metric.metric.best ? value / metric.metric.best(ranked) : value;
  };
  CHECK(value_of_metric("dcg") == doctest::Approx(1 + 10 * d2 + d3));
  CHECK(value_of_metric("dcg@1") == 1);
  CHECK(value_of_metric("ndcg") ==
        doctest::Approx((1 + 10 * d2 + d3) / (10 + d2 + d3)));
  // The usual gains, given as a list, are the default.
  options.gains = {0, 1, 3};
  CHECK(value_of_metric("ndcg@2") ==
        doctest::Approx(ndcg(ranked, ranked, 2)).epsilon(1e-15));
  options.gains = {0, 1};
  CHECK_THROWS_AS(value_of_metric("dcg"), std::invalid_argument);
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
      "recall, success, bpref, judged, rank-ratio, expected-maxrr");
  CHECK_THROWS_AS(parse_metric("ndcg@", {}), std::invalid_argument);
  CHECK_THROWS_AS(parse_metric("ndcg@0", {}), std::invalid_argument);
  CHECK_THROWS_AS(parse_metric("bpref@10", {}), std::invalid_argument);
  CHECK(find_metric("expected-maxrr@10")->traits.by_clicks);
  CHECK_FALSE(find_metric("ndcg")->traits.by_clicks);
  CHECK(find_metric("online_ndcg@10") == nullptr);
}

TEST_CASE("every metric is best for the best order") {
  MetricOptions options;
  options.click = {0, .5, 1};
  options.err_highest = 2;
  const List best = {2, 1, 1, 0, 0, 0};
  const List worst = {0, 0, 0, 1, 1, 2};
  for (const auto& method : metrics()) {
    if (method.name == "rank-ratio" ||
        method.traits.unjudged == Unjudged::kCount)
      continue;
    CAPTURE(method.name);
    const Metric metric = method.make(3, options);
    CHECK(metric.value(best, best) > metric.value(worst, best));
  }
}

TEST_CASE("gains and discounts are exact where they can be") {
  CHECK(gain(0) == 0);
  CHECK(gain(1) == 1);
  CHECK(gain(31) == 2147483647.0);
  CHECK(discount(1) == 1);
  // Within the table, at its end and beyond.
  for (const std::size_t rank : {3, 7, 1023, 1024, 4095, 1000000})
    CHECK(discount(rank) == doctest::Approx(1 / std::log2(double(rank) + 1)));
  CHECK(discount(1023) > discount(1024));
}

TEST_CASE("the ideal DCG is what the best of all orders reaches") {
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 30; ++trial) {
    List labels = random_list(rng, 1 + rng.below(6), 5);
    for (const std::size_t cutoff : {0, 1, 3, 6, 10}) {
      double best = 0;
      List order = labels;
      std::ranges::sort(order);
      do best = std::max(best, dcg(order, cutoff));
      while (std::ranges::next_permutation(order).found);
      CHECK(ideal_dcg(labels, cutoff) == doctest::Approx(best).epsilon(1e-14));
      CHECK(ideal_dcg(labels, cutoff) == dcg(sorted(labels), cutoff));
    }
  }
}

TEST_CASE("the metrics are their definitions, one document after the other") {
  Rng rng(2, Purpose::kTest);
  for (int trial = 0; trial < 200; ++trial) {
    const List all = random_list(rng, 1 + rng.below(12), 4);
    const std::size_t cutoff = 1 + rng.below(14);
    const int from = 1 + static_cast<int>(rng.below(3));
    const std::size_t depth = std::min(cutoff, all.size());
    double gains = 0;
    double satisfied = 0;
    double left = 1;
    double found = 0;
    double first = 0;
    for (std::size_t i = 0; i < depth; ++i) {
      const double rank = double(i) + 1;
      gains += (std::exp2(all[i]) - 1) / std::log2(rank + 1);
      const double stops = (std::exp2(all[i]) - 1) / 8;
      satisfied += left * stops / rank;
      left *= 1 - stops;
      if (all[i] < from) continue;
      ++found;
      if (first == 0) first = 1 / rank;
    }
    double precisions = 0;
    double relevant = 0;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i] >= from) precisions += ++relevant / (double(i) + 1);
    CHECK(dcg(all, cutoff) == doctest::Approx(gains));
    CHECK(err(all, cutoff, 3) == doctest::Approx(satisfied));
    CHECK(reciprocal_rank(all, cutoff, from) == first);
    CHECK(precision(all, cutoff, from) ==
          doctest::Approx(found / double(cutoff)));
    CHECK(average_precision(all, all, from) ==
          doctest::Approx(relevant > 0 ? precisions / relevant : 0));
    CHECK(ndcg(sorted(all), all, cutoff) == (sorted(all)[0] > 0 ? 1 : 0));
  }
}

TEST_CASE("expected MaxRR is MaxRR's mean over all that users may click") {
  Rng rng(3, Purpose::kTest);
  const std::vector<double> click = {0.05, 0.5, 1};
  for (int trial = 0; trial < 40; ++trial) {
    const List labels = random_list(rng, rng.below(9), 3);
    const std::size_t cutoff = rng.below(10);
    double mean = 0;
    for (unsigned pattern = 0; pattern < 1U << labels.size(); ++pattern) {
      double probability = 1;
      List clicks(labels.size());
      for (std::size_t i = 0; i < labels.size(); ++i) {
        clicks[i] = pattern >> i & 1;
        probability *= clicks[i] ? click[labels[i]] : 1 - click[labels[i]];
      }
      mean += probability * max_reciprocal_rank(clicks, cutoff);
    }
    CHECK(expected_max_reciprocal_rank(labels, cutoff, click) ==
          doctest::Approx(mean).epsilon(1e-12));
  }
  CHECK_THROWS_WITH(expected_max_reciprocal_rank(List{3}, 0, click),
                    "expected-maxrr needs a click probability for every label");
  // Documents beyond the shown ones need no click probability.
  CHECK(expected_max_reciprocal_rank(List{2, 3}, 1, click) == 1);
}

TEST_CASE("rank-ratio counts ties at the first of their places") {
  // Ideal ranks 1, 1, 3 at positions 1, 2, 3.
  CHECK(rank_ratio(List{1, 1, 0}) == doctest::Approx((1 + 0.5 + 1) / 3));
  CHECK(rank_ratio(List{0, 0, 0, 0}) ==
        doctest::Approx((1 + 1.0 / 2 + 1.0 / 3 + 1.0 / 4) / 4));
  Rng rng(4, Purpose::kTest);
  for (int trial = 0; trial < 50; ++trial) {
    const List labels = random_list(rng, 1 + rng.below(9), 4);
    double sum = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      const auto above = std::ranges::count_if(
          labels, [&](int other) { return other > labels[i]; });
      sum += double(above + 1) / double(i + 1);
    }
    CHECK(rank_ratio(labels) == doctest::Approx(sum / double(labels.size())));
  }
}

TEST_CASE("an empty list, or one without relevant documents, is worth 0") {
  const List none;
  const List zeros = {0, 0};
  for (const List& list : {none, zeros}) {
    CHECK(dcg(list, 10) == 0);
    CHECK(ideal_dcg(list, 10) == 0);
    CHECK(ndcg(list, list, 10) == 0);
    CHECK(err(list, 10, 4) == 0);
    CHECK(average_precision(list, list, 1) == 0);
    CHECK(reciprocal_rank(list, 10, 1) == 0);
    CHECK(precision(list, 10, 1) == 0);
    CHECK(max_reciprocal_rank(list, 10) == 0);
  }
  CHECK(rank_ratio(none) == 0);
  CHECK(precision(none, 0, 1) == 0);
  CHECK(err(List{4, 4}, 0, 4) ==
        doctest::Approx(15.0 / 16 + 1.0 / 16 * 15.0 / 16 / 2));
  CHECK_THROWS_WITH(err(zeros, 10, 0),
                    "err needs a highest label of 1 or more");
  // Relevant documents that were not retrieved count 0, in AP and in nDCG.
  CHECK(average_precision(List{1}, List{1, 0, 1}, 1) == 0.5);
  CHECK(ndcg(List{1}, List{1, 2}, 0) < 0.5);
  CHECK(precision(List{1, 0}, 0, 1) == 0.5);
}

TEST_CASE("every bad cutoff is refused with an example") {
  for (const char* text :
       {"ndcg@", "ndcg@0", "ndcg@-1", "ndcg@+1", "ndcg@1.5", "ndcg@10 ",
        "ndcg@ 10", "ndcg@1@2", "ndcg@x", "ndcg@99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH(parse_metric(text, {}),
                      ("'" + std::string(text) +
                       "' has a bad cutoff, expected an integer from 1 "
                       "after '@', e.g. ndcg@10")
                          .c_str());
  }
  CHECK_THROWS_WITH(parse_metric("bpref@10", {}),
                    "'bpref' is over the whole list, without '@'");
  CHECK_THROWS_WITH(parse_metric("rank-ratio@1", {}),
                    "'rank-ratio' is over the whole list, without '@'");
  CHECK(parse_metric("p@1000000", {}).cutoff == 1000000);
}

TEST_CASE("a metric has a label from which a query counts for it") {
  MetricOptions options;
  options.relevant_from = 3;
  options.click = {0, 1};
  CHECK(parse_metric("ndcg@10", options).relevant_from == 1);
  CHECK(parse_metric("err", options).relevant_from == 1);
  CHECK(parse_metric("mrr@10", options).relevant_from == 3);
  CHECK(parse_metric("map", options).relevant_from == 3);
  CHECK(parse_metric("p@5", options).relevant_from == 3);
  CHECK(parse_metric("recall@5", options).relevant_from == 3);
  CHECK(parse_metric("judged@5", options).relevant_from == 0);
  CHECK(parse_metric("expected-maxrr@10", options).relevant_from == 0);
  const List list = {2, 3};
  CHECK(parse_metric("mrr@10", options).metric.value(list, list) == 0.5);
}

TEST_CASE("err is certain at its highest label, fixed or the list's") {
  MetricOptions options;
  options.err_highest = 0;
  const Metric own = parse_metric("err@10", options).metric;
  CHECK(own.value(List{1}, List{1, 0}) == 0.5);
  CHECK(own.value(List{2}, List{1, 2}) == 0.75);
  CHECK(own.value(List{0}, List{0}) == 0);
  CHECK(own.value(List{}, List{}) == 0);
  options.err_highest = 3;
  CHECK(parse_metric("err@10", options).metric.value(List{1}, List{1}) ==
        doctest::Approx(1.0 / 8));
}

}  // namespace fedltr::metrics_test
