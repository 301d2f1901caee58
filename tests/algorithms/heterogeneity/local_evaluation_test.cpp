#include "algorithms/heterogeneity/local_evaluation.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/small_world.hpp"

namespace fedltr::local_evaluation_test {
using test::small_set;
using test::small_world;

TEST_CASE("a client's own view is the mean over what it asks") {
  const auto world = small_world();
  EvaluationConfig terms{world->ranker, {parse_metric("ndcg@10", {})}};
  const Vector model = Vector::Ones(4);
  const Matrix by_query = Evaluation(small_set(), terms).per_query(model);
  LocalEvaluation own(terms);
  Simulation some = *world;
  some.queries = {1, 1, 2};
  const Member asks{{std::make_shared<const Simulation>(some)}, 5};
  REQUIRE_FALSE(std::isnan(by_query(1, 0) + by_query(2, 0)));
  CHECK(own.of(asks, model) ==
        doctest::Approx((2 * by_query(1, 0) + by_query(2, 0)) / 3));
  CHECK(own.of({{world}, 5}, model) ==
        doctest::Approx(Evaluation(small_set(), terms).means(model)[0]));
  CHECK(std::isnan(own.of({{world}, 0}, model)));
  // Another model is not taken for the last one.
  CHECK(own.of({{world}, 5}, -model) ==
        doctest::Approx(Evaluation(small_set(), terms).means(-model)[0]));
}

TEST_CASE("fairness by hand") {
  const std::vector<double> values = {0.5, NAN, 0.9, 0.1, 0.5};
  const Fairness fairness = fairness_of(values);
  CHECK(fairness.clients == 4);
  CHECK(fairness.mean == doctest::Approx(0.5));
  CHECK(fairness.worst == 0.1);
  CHECK(fairness.worst_tenth == 0.1);
  CHECK(fairness.std == doctest::Approx(std::sqrt(0.32 / 4)));
  CHECK(fairness_of(std::vector<double>{NAN}).clients == 0);
}

TEST_CASE("the worst tenth has a tenth of the clients, at least one") {
  std::vector<double> values;
  for (int i = 29; i >= 0; --i) values.push_back(i);
  CHECK(fairness_of(values).worst_tenth == doctest::Approx(1));  // 0, 1, 2
  values.resize(19);                                             // 29 ... 11
  CHECK(fairness_of(values).worst_tenth == 11);
}

}  // namespace fedltr::local_evaluation_test
