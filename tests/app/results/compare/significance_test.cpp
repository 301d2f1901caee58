#include "app/results/compare/significance.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/run_folders.hpp"

namespace fedltr::significance_test {
using namespace fedltr::test;

namespace {

ComparisonTable compared(const std::vector<RunFolder>& runs,
                         const CompareOptions& options = {}) {
  std::vector<const RunFolder*> pointers;
  for (const RunFolder& run : runs) pointers.push_back(&run);
  ComparisonTable table = compare_runs("m", pointers, options);
  correct({&table});
  return table;
}

std::string fault_of(const std::vector<RunFolder>& runs,
                     const CompareOptions& options = {}) {
  return error_of<UsageError>([&] { compared(runs, options); });
}

bool has_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Three queries in three repeats; `gain` is added to a base that varies.
RunFolder crossed(const std::string& label, double gain) {
  std::vector<QueryValue> values;
  for (int repeat = 1; repeat <= 3; ++repeat)
    for (int query = 0; query < 3; ++query)
      values.push_back({"q" + std::to_string(query),
                        0.1 * query + gain * (1 + 0.1 * query * repeat), 1,
                        repeat});
  return made_run(label, values);
}

}  // namespace

TEST_CASE("pairs are queries, each its mean over repeats, by hand") {
  // Means over repeats: 1, 2, 6 and 2, 4, 9: differences 1, 2, 3 of mean 2,
  // deviation 1, t = 2 sqrt 3.
  const RunFolder a = made_run("a", {{"x", .5, 1, 1},
                                     {"x", 1.5, 1, 2},
                                     {"y", 2, 1, 1},
                                     {"y", 2, 1, 2},
                                     {"z", 4, 1, 1},
                                     {"z", 8, 1, 2}});
  const RunFolder b = made_run("b", {{"x", 2, 1, 1},
                                     {"x", 2, 1, 2},
                                     {"y", 3, 1, 1},
                                     {"y", 5, 1, 2},
                                     {"z", 9, 1, 1},
                                     {"z", 9, 1, 2}});
  const ComparisonTable table = compared({a, b});
  REQUIRE(table.rows.size() == 2);
  CHECK(table.rows[0].against == nullptr);
  CHECK(table.rows[1].best);
  CHECK(table.pairs == "3 queries, each its mean over the repeats");
  const Difference& d = table.rows[1].difference;
  CHECK(d.pairs == 3);
  CHECK(d.mean == doctest::Approx(2));
  CHECK(d.t == doctest::Approx(2 * std::sqrt(3.0)));
  CHECK(d.interval == doctest::Approx(4.3027 / std::sqrt(3.0)).epsilon(1e-4));
  CHECK(d.t_test == doctest::Approx(.0742).epsilon(1e-3));  // SciPy
}

TEST_CASE("over seeds a run counts once") {
  const ComparisonTable table =
      compared({crossed("a", 0), crossed("b", .2)}, {.over = Over::kSeeds});
  CHECK(table.rows[1].difference.pairs == 3);
  CHECK(table.pairs == "3 runs (fold and repeat)");
}

TEST_CASE("over both, queries and seeds are random; no randomisation test") {
  const ComparisonTable table =
      compared({crossed("a", 0), crossed("b", .2)}, {.over = Over::kBoth});
  CHECK(table.rows[1].difference.pairs == 3);
  CHECK(table.rows[1].difference.seeds == 3);
  CHECK(std::isnan(table.rows[1].difference.fisher));
  CHECK(table.pairs == "3 queries x 3 runs (fold and repeat), both random");
  // Mean of .2 (1 + .1 q r) over q = 0..2, r = 1..3.
  CHECK(table.rows[1].difference.mean == doctest::Approx(.2 * 1.2));
}

TEST_CASE("over both, both runs need the same values, and three repeats") {
  RunFolder holed = crossed("b", .2);
  holed.by_query["m"]["q1"].erase({1, 2});
  CHECK(has_text(fault_of({crossed("a", 0), holed}, {.over = Over::kBoth}),
                 "query q1, fold/repeat 1/2 is only in the first one"));
  RunFolder a = crossed("a", 0);
  a.by_query["m"]["q1"].erase({1, 2});
  CHECK(fault_of({a, holed}, {.over = Over::kBoth}) == "");
  const RunFolder two = made_run("a", {{"x", 1, 1, 1}, {"x", 2, 1, 2}});
  CHECK(has_text(fault_of({two, two}, {.over = Over::kBoth}),
                 "--over both needs 3 repeats or more, they have 2"));
}

TEST_CASE("a query that one run alone has is no pair") {
  const RunFolder a = made_run("a", {{"x", 1}, {"y", 2}});
  const RunFolder b = made_run("b", {{"x", 1}, {"z", 2}});
  CHECK(has_text(fault_of({a, b}), "query y is only in the first one"));
  const RunFolder more = made_run("c", {{"x", 1}, {"y", 2}, {"z", 3}});
  CHECK(has_text(fault_of({a, more}), "the second one has 3 values by query"));
  const RunFolder again =
      made_run("d", {{"x", 1, 1, 1}, {"x", 1, 1, 2}, {"y", 1, 1, 1}});
  CHECK(has_text(fault_of({again, a}),
                 "fold/repeat 1/2 is only in the first one"));
  CHECK(has_text(fault_of({a, again}), "the second one has 2 runs"));
  CHECK(
      has_text(fault_of({made_run("a", {{"x", 1}}), made_run("b", {{"x", 2}})}),
               "m has only one pair; run more folds or repeats"));
}

TEST_CASE("a metric defined otherwise is not compared") {
  RunFolder a = made_run("a", {{"x", 1}, {"y", 2}});
  RunFolder b = made_run("b", {{"x", 2}, {"y", 2}});
  a.scenario["evaluation.ties"] = "order";
  b.scenario["evaluation.ties"] = "worst";
  CHECK(has_text(fault_of({a, b}),
                 "m is defined differently in the runs: evaluation.ties = "
                 "order and worst"));
  b.scenario.erase("evaluation.ties");
  CHECK(has_text(fault_of({a, b}), "order and unknown"));
  b.scenario = a.scenario;
  b.scenario["clicks.model"] = "poison";  // no convention of this metric
  CHECK(fault_of({a, b}) == "");
}

TEST_CASE("all pairs are each against each, by Holm's correction") {
  const std::vector<RunFolder> runs = {crossed("a", 0), crossed("b", .2),
                                       crossed("c", .4)};
  const ComparisonTable table = compared(runs, {.all_pairs = true});
  REQUIRE(table.rows.size() == 3);
  CHECK(table.rows[0].run->label == "b");
  CHECK(table.rows[0].against->label == "a");
  CHECK(table.rows[2].run->label == "c");
  CHECK(table.rows[2].against->label == "b");
  for (const Comparison& row : table.rows) {
    CHECK(row.difference.holm <= row.difference.bonferroni);
    CHECK(row.difference.bonferroni ==
          doctest::Approx(std::min(1.0, 3 * row.difference.t_test)));
  }
}

TEST_CASE("sorted, the baseline stays on top") {
  const std::vector<RunFolder> runs = {crossed("a", .1), crossed("b", .2),
                                       crossed("c", .4)};
  const ComparisonTable table = compared(runs, {.sort = true});
  CHECK(table.rows[0].run->label == "a");
  CHECK(table.rows[1].run->label == "c");
  CHECK(table.rows[2].run->label == "b");
  CHECK(table.rows[1].best);
}

TEST_CASE("marks show certainty and direction") {
  RunFolder run;
  const auto mark = [&](double p, double mean) {
    Comparison row{&run, &run, 0, {}, {}};
    row.difference.mean = mean;
    row.difference.bonferroni = p;
    return std::string(mark_of(row));
  };
  CHECK(mark(.009, 1) == "▲");
  CHECK(mark(.009, -1) == "▼");
  CHECK(mark(.01, 1) == "△");
  CHECK(mark(.049, -1) == "▽");
  CHECK(mark(.05, 1) == "");
  Comparison row{&run, &run, 0, {}, {}};
  row.difference.mean = 1;
  row.difference.holm = .009;
  CHECK(std::string(mark_of(row, Correction::kHolm)) == "▲");
  row.against = nullptr;
  CHECK(std::string(mark_of(row, Correction::kHolm)).empty());
}

TEST_CASE("from three repeats on, the default is over both") {
  CHECK(compared({crossed("a", 0), crossed("b", .2)}).over == Over::kBoth);
  const RunFolder a = made_run("a", {{"x", 1}, {"y", 2}});
  const RunFolder b = made_run("b", {{"x", 2}, {"y", 5}});
  CHECK(compared({a, b}).over == Over::kQueries);
}

TEST_CASE("means differ by the difference, whatever the test weighs") {
  // Folds of 1 and 3 queries: over runs a wins, over queries b.
  const RunFolder a =
      made_run("a", {{"x", 1, 1}, {"y", .4, 2}, {"z", .4, 2}, {"u", .4, 2}});
  const RunFolder b =
      made_run("b", {{"x", .5, 1}, {"y", .7, 2}, {"z", .6, 2}, {"u", .5, 2}});
  for (const Over over : {Over::kQueries, Over::kSeeds}) {
    const ComparisonTable table = compared({a, b}, {.over = over});
    CHECK(table.rows[1].mean - table.rows[0].mean ==
          doctest::Approx(table.rows[1].difference.mean));
  }
  CHECK(compared({a, b}).rows[1].difference.mean > 0);
}

TEST_CASE("p-values are corrected over all tables of a family") {
  const RunFolder a = crossed("a", 0);
  const RunFolder b = crossed("b", .2);
  ComparisonTable one = compare_runs("m", {&a, &b}, {});
  ComparisonTable two = one;
  correct({&one, &two});
  CHECK(one.comparisons == 2);
  CHECK(two.rows[1].difference.bonferroni ==
        doctest::Approx(std::min(1.0, 2 * two.rows[1].difference.t_test)));
}

TEST_CASE("a metric without values by query in one run is compared by runs") {
  RunFolder bare = crossed("b", .2);
  bare.by_query.clear();
  CHECK(compared({crossed("a", 0), bare}).over == Over::kSeeds);
  CHECK(compared({bare, crossed("a", 0)}).over == Over::kSeeds);
}

}  // namespace fedltr::significance_test
