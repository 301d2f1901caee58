#include "algorithms/ranking/trec_metrics.hpp"

#include <algorithm>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::trec_metrics_test {
namespace {

using List = std::vector<std::uint8_t>;
constexpr std::uint8_t kNone = kNoJudgement;
constexpr std::uint8_t kSpam = kBelowZero;

double value(const char* name, const List& ranked, const List& judged) {
  return parse_metric(name, {}).metric.value(ranked, judged);
}

/// Random labels of judged documents.
List random_judged(Rng& rng) {
  List labels(1 + rng.below(15));
  for (auto& label : labels)
    label = rng.below(8) == 0 ? kSpam : static_cast<std::uint8_t>(rng.below(3));
  return labels;
}

/// Some of the judged documents in any order, with others in between.
List random_ranking(Rng& rng, List judged) {
  for (std::size_t others = rng.below(6); others > 0; --others)
    judged.push_back(kNone);
  for (std::size_t i = judged.size(); i > 1; --i)
    std::swap(judged[i - 1], judged[rng.below(i)]);
  judged.resize(rng.below(judged.size() + 1));
  return judged;
}

int relevant_of(const List& labels) {
  return static_cast<int>(std::ranges::count_if(
      labels, [](int label) { return label >= 1 && label < kSpam; }));
}

}  // namespace

TEST_CASE("recall, AP at k, success, bpref and judged by hand") {
  // R = 5, one of them not ranked; 4 judged irrelevant, one of them not ranked.
  const List ranked = {1, 0, kNone, kSpam, 0, 2, kNone, 0, 1, 3};
  const List judged = {0, 1, kSpam, 2, 0, 1, 0, 3, 1, 0};
  const auto close = [](double number) {
    return doctest::Approx(number).epsilon(1e-9);
  };
  CHECK(value("recall@1", ranked, judged) == close(0.2));
  CHECK(value("recall@5", ranked, judged) == close(0.2));
  CHECK(value("recall", ranked, judged) == close(0.8));
  CHECK(value("success@1", ranked, judged) == 1);
  // 1, 2/6, 3/9 and 4/10
  CHECK(average_precision(List{1, 0, 0, 0, 0, 2, 0, 0, 1, 3},
                          List{1, 2, 1, 3, 1}, 1,
                          6) == close((1 + 2.0 / 6) / 5));
  // 1, 1 - 2/4, 1 - 3/4 and 1 - 3/4
  CHECK(value("bpref", ranked, judged) == close(0.4));
  CHECK(value("judged@1", ranked, judged) == 1);
  CHECK(value("judged@5", ranked, judged) == close(0.8));
  // A shorter list divides by its length: 4 of its 5 documents.
  CHECK(value("judged@100", ranked, judged) == close(0.8));
  CHECK(value("judged", ranked, judged) == close(0.8));
}

TEST_CASE(
    "bpref is bounded by the relevant, or the irrelevant, if they are few") {
  // N = 2 < R = 3: both irrelevant documents are above a, which is worth 0.
  CHECK(bpref(List{0, 0, 1}, List{0, 0, 1, 1, 1}, 1) == 0);
  CHECK(bpref(List{0, 1, 0}, List{0, 0, 1, 1, 1}, 1) ==
        doctest::Approx(0.5 / 3));
  // R = 1 < N = 3: the first one above decides.
  CHECK(bpref(List{0, 1}, List{0, 0, 0, 1}, 1) == 0);
  // Nothing irrelevant was judged.
  CHECK(bpref(List{kNone, 1}, List{1, 1}, 1) == 0.5);
  CHECK(bpref(List{}, List{1}, 1) == 0);
  CHECK(bpref(List{0}, List{0}, 1) == 0);
}

TEST_CASE("metrics of found documents keep their bounds and order") {
  Rng rng(7, Purpose::kTest);
  for (int trial = 0; trial < 500; ++trial) {
    const List judged = random_judged(rng);
    const List ranked = random_ranking(rng, judged);
    const int all = relevant_of(judged);
    double before = 0;
    for (std::size_t k = 1; k < 18; ++k) {
      const double now = recall(ranked, judged, k, 1);
      CHECK(now >= before);
      CHECK(now <= 1);
      before = now;
      CHECK(success(ranked, k, 1) == (now > 0));
      CHECK(judged_share(ranked, k) <= 1);
      // Precision at k: the same documents over k.
      List grades;
      for (const int label : ranked)
        grades.push_back(static_cast<std::uint8_t>(label < kSpam ? label : 0));
      CHECK(precision(grades, k, 1) * static_cast<double>(k) ==
            doctest::Approx(now * all));
      CHECK(average_precision(grades, judged, 1, k) <= now + 1e-12);
    }
    const double preferred = bpref(ranked, judged, 1);
    CHECK(preferred >= 0);
    CHECK(preferred <= recall(ranked, judged, 0, 1) + 1e-12);
    // Neither documents without judgement nor spam change it.
    List without = ranked;
    std::erase_if(without, [](int label) { return label >= kSpam; });
    CHECK(bpref(without, judged, 1) == preferred);
    // All relevant documents first.
    List best = judged;
    std::ranges::sort(best, {},
                      [](int label) { return label >= kSpam ? 1 : -label; });
    CHECK(bpref(best, judged, 1) == (all > 0 ? 1 : 0));
    CHECK(judged_share(judged, 0) == 1);
    CHECK(judged_share(judged, 100) == 1);
  }
}

}  // namespace fedltr::trec_metrics_test
