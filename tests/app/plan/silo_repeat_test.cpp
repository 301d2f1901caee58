#include "app/plan/silo_repeat.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::silo_repeat_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A run of two parties, two queries and one metric.
SiloRepeat run_of(double a, double b, double first_query, double second_query) {
  SiloRepeat run;
  SiloMethodResult& result = run.methods["m"];
  result.all = Matrix{{a}, {b}};
  result.queries = Matrix{{first_query}, {second_query}};
  result.own = result.all;
  return run;
}

SiloRepeat full_run() {
  SiloRepeat run = run_of(0.5, kNan, 0.25, -0.0);
  run.repeat = 3;
  run.seed = 1ULL << 63;
  run.names = {"q1", "q2"};
  run.query_party = {1, 0};
  run.methods["m"].curve = Matrix{{0, 10, 0.5}};
  run.methods["m"].models = {Vector::Constant(2, 0.1), Vector()};
  run.labelled = {7, 0};
  run.cross = {5, 0};
  run.correlation = Vector::Constant(2, kNan);
  run.retrieval = {0.75, 12, {3, 400}, 1000, 2000, 37};
  run.privacy = {9, 4.5, {1, 2, std::numeric_limits<double>::infinity()}};
  run.by_party = {run.privacy, {}};
  run.safety_code = "abc";
  run.withheld = {2, 0};
  run.sent = {{1, 10}, {2, 20}};
  run.received = {{3, 30}};
  run.by_type = {{4, 40}, {5, 50}, {6, 60}};
  run.excluded = {{1, "said nothing"}};
  run.refused = 8;
  run.points = Matrix{{1, 2}, {3, 4}};
  run.local_points = 1;
  run.sample = {Matrix{{5, 6}}, Matrix{{7, 8}}, 1};
  return run;
}

Matrix method_curve(const SiloRepeat& run) {
  return run.methods.at("m").curve;
}

bool same_bits(const Matrix& a, const Matrix& b) {
  return a.rows() == b.rows() && a.cols() == b.cols() &&
         std::equal(a.data(), a.data() + a.size(), b.data(),
                    [](double x, double y) {
                      return std::memcmp(&x, &y, sizeof x) == 0;
                    });
}

}  // namespace

TEST_CASE("a finished repeat is the same after it was kept, bit for bit") {
  SiloRepeat run = full_run();
  const std::string bytes = archived(run);
  Archive archive(bytes);
  SiloRepeat read;
  archive(read);
  archive.finish();
  CHECK(archived(read) == bytes);
  CHECK(read.repeat == 3);
  CHECK(read.seed == run.seed);
  CHECK(read.names == run.names);
  CHECK(read.query_party == run.query_party);
  const SiloMethodResult& method = read.methods.at("m");
  CHECK(same_bits(method.all, run.methods["m"].all));
  CHECK(same_bits(method.own, run.methods["m"].own));
  CHECK(same_bits(method.queries, run.methods["m"].queries));
  CHECK(method.models == run.methods["m"].models);
  CHECK(read.labelled == run.labelled);
  CHECK(read.cross == run.cross);
  CHECK(std::isnan(read.correlation(1)));
  CHECK(read.retrieval.cover == 0.75);
  CHECK(read.retrieval.asked == 12);
  CHECK(read.retrieval.moved.bytes == 400);
  CHECK(read.retrieval.sketch_bytes == 2000);
  CHECK(read.retrieval.shortest_list == 37);
  CHECK(read.privacy.accounted.advanced == 2);
  CHECK(std::isinf(read.by_party[0].accounted.renyi));
  CHECK(read.withheld == run.withheld);
  CHECK(read.sent[1].bytes == 20);
  CHECK(read.received[0].messages == 3);
  CHECK(read.by_type.size() == 3);
  CHECK(read.excluded == run.excluded);
  CHECK(read.refused == 8);
  CHECK(same_bits(read.points, run.points));
  CHECK(read.local_points == 1);
  CHECK(same_bits(read.sample.sketched, run.sample.sketched));
  CHECK(same_bits(read.sample.exact, run.sample.exact));
  CHECK(read.sample.relevant == 1);
  CHECK(same_bits(method_curve(read), method_curve(run)));
}

TEST_CASE("a kept repeat that ends too early is an error") {
  SiloRepeat run = full_run();
  const std::string bytes = archived(run);
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    Archive archive(std::string_view(bytes).substr(0, size));
    SiloRepeat read;
    CHECK_THROWS_AS(archive(read), ArchiveError);
  }
}

TEST_CASE("a mean of columns leaves out NaN") {
  const Vector mean = means(Matrix{{1, kNan}, {kNan, kNan}, {4, kNan}});
  CHECK(mean(0) == 2.5);
  CHECK(std::isnan(mean(1)));
}

TEST_CASE("the spread is over runs of the mean over parties") {
  const std::vector<SiloRepeat> runs = {run_of(1, 3, 0, 0),
                                        run_of(4, kNan, 0, 0)};
  const Spread both = spread_over(runs, "m", 0);
  CHECK(both.mean == 3);
  CHECK(both.std == doctest::Approx(std::sqrt(2)));
  CHECK(both.n == 2);
}

TEST_CASE("methods are compared by query, where both have a value") {
  SiloRepeat run = run_of(0, 0, 0.5, 0.75);
  run.names = {"q1", "q2"};
  run.methods["other"] = run.methods["m"];
  run.methods["other"].queries = Matrix{{0.25}, {0.25}};
  const auto difference = compare_methods({run}, "m", "other", 0, 1);
  CHECK(difference.pairs == 2);
  CHECK(difference.mean == 0.375);
  run.methods["m"].queries(1, 0) = kNan;
  const auto of_one = compare_methods({run}, "m", "other", 0, 1);
  CHECK(of_one.pairs == 1);
  CHECK(of_one.mean == 0.25);
  CHECK(std::isnan(of_one.interval));
  CHECK(std::isnan(of_one.t_test));
  CHECK(std::isnan(of_one.fisher));
}

TEST_CASE("a query that several repeats test counts once") {
  SiloRepeat first = run_of(0, 0, 0.5, 0.75);
  first.names = {"q1", "q2"};
  first.methods["other"] = first.methods["m"];
  first.methods["other"].queries = Matrix{{0.25}, {0.25}};
  SiloRepeat second = first;
  second.names = {"q1", "q3"};
  second.methods["m"].queries = Matrix{{1}, {0.25}};
  const auto difference = compare_methods({first, second}, "m", "other", 0, 1);
  CHECK(difference.pairs == 3);
  // q1: (.25 + .75) / 2, q2: .5, q3: 0.
  CHECK(difference.mean == doctest::Approx(1.0 / 3));
}

TEST_CASE("the main metric is ndcg@10, else the first") {
  const auto place = [](std::initializer_list<const char*> names) {
    std::vector<NamedMetric> metrics;
    for (const char* name : names) metrics.push_back(parse_metric(name, {}));
    return main_metric(metrics);
  };
  CHECK(place({"err", "map", "ndcg@10"}) == 2);
  CHECK(place({"err", "ndcg"}) == 0);
}

}  // namespace fedltr::silo_repeat_test
