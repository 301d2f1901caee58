#include "app/plan/silo_gains.hpp"

#include <cmath>

#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::silo_gains_test {
using namespace fedltr::test;

namespace {

/// Two repeats of parties 0 and 1. On party 0's queries `global` exceeds
/// `local` by these differences, on party 1's by their negatives.
SiloPoint point_of(const std::vector<double>& differences) {
  SiloPoint point = small_silo_point();
  point.runs.push_back(small_silo_repeat(2));
  const auto count = static_cast<Index>(differences.size());
  for (SiloRepeat& run : point.runs) {
    run.names.clear();
    run.query_party.clear();
    Matrix joint(2 * count, 1);
    for (std::uint32_t p = 0; p < 2; ++p)
      for (Index i = 0; i < count; ++i) {
        run.names.push_back("q" + std::to_string(p) + std::to_string(i));
        run.query_party.push_back(p);
        // Repeats differ, but their mean has these differences.
        joint(p * count + i, 0) =
            0.5 + (p == 0 ? 1 : -1) * differences[static_cast<std::size_t>(i)] +
            (run.repeat == 1 ? 0.01 : -0.01);
      }
    run.methods.at("global").own_queries = joint;
    run.methods.at("local").own_queries = Matrix::Constant(2 * count, 1, 0.5);
  }
  return point;
}

}  // namespace

TEST_CASE("a party gains or loses by its queries, each its mean of repeats") {
  const Gains gains =
      *gains_of(point_of({0.1, 0.12, 0.09, 0.11, 0.08}), "global");
  CHECK(gains.method == "global");
  CHECK(gains.alone == "local");
  REQUIRE(gains.parties.size() == 2);
  const PartyGain& first = gains.parties[0];
  CHECK(first.difference.pairs == 5);
  CHECK(first.difference.mean == doctest::Approx(0.1));
  CHECK(first.method == doctest::Approx(0.6));
  CHECK(first.alone == doctest::Approx(0.5));
  // The deviation is sqrt(.00025), t(.975, 4) = 2.776445.
  CHECK(first.difference.interval ==
        doctest::Approx(2.776445 * std::sqrt(0.00025 / 5)).epsilon(1e-5));
  CHECK(first.verdict == Verdict::kGains);
  CHECK(gains.parties[1].verdict == Verdict::kLoses);
  CHECK(gains.count(Verdict::kGains) == 1);
  CHECK(gains.count(Verdict::kUndecided) == 0);
  CHECK(std::string(name_of(Verdict::kLoses)) == "loses");
}

TEST_CASE("a single query is counted, but not tested") {
  const Gains gains = *gains_of(point_of({0.1}), "global");
  CHECK(gains.parties[0].queries == 1);
  CHECK(gains.parties[0].method == doctest::Approx(0.6));
  CHECK(gains.parties[0].difference.pairs == 0);
  CHECK(gains.parties[0].verdict == Verdict::kUndecided);
}

TEST_CASE("verdicts are adjusted for the number of parties") {
  // t = 3 with 4 degrees of freedom: p = .0399 alone, .0799 for two parties.
  const double d = std::sqrt(5.0) / 3;
  const Gains gains = *gains_of(point_of({0.1 * (1 + d), 0.1 * (1 - d),
                                          0.1 * (1 + d), 0.1 * (1 - d), 0.1}),
                                "global");
  CHECK(gains.parties[0].difference.t_test ==
        doctest::Approx(0.0399).epsilon(0.01));
  CHECK(gains.parties[0].p == doctest::Approx(0.0799).epsilon(0.01));
  CHECK(gains.count(Verdict::kUndecided) == 2);
}

TEST_CASE("a missing value is no query, and a party without any is undecided") {
  SiloPoint point = point_of({0.1, 0.1});
  for (SiloRepeat& run : point.runs)
    run.methods.at("local").own_queries.topRows(2).setConstant(kNaN);
  const Gains gains = *gains_of(point, "global");
  CHECK(gains.parties[0].queries == 0);
  CHECK(std::isnan(gains.parties[0].method));
  CHECK(gains.parties[0].verdict == Verdict::kUndecided);
}

TEST_CASE("the best that needs no joining is of what is exact and alone") {
  SiloPoint point = point_of({0.1, 0.2});
  CHECK(best_alone(point) == "local");
  CHECK_FALSE(gains_of(point, "local").has_value());
  point.methods = {"bm25", "sketched-bm25", "local", "global"};
  for (SiloRepeat& run : point.runs) {
    run.methods["bm25"] = run.methods.at("global");
    run.methods["bm25"].all.setConstant(0.6);
    run.methods["sketched-bm25"] = run.methods.at("global");
    run.methods["sketched-bm25"].all.setConstant(0.9);
  }
  CHECK(best_alone(point) == "bm25");
  CHECK(gains_of(point, "sketched-bm25")->alone == "bm25");
  point.methods = {"global"};
  CHECK_FALSE(gains_of(point, "global").has_value());
}

}  // namespace fedltr::silo_gains_test
