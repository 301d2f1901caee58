#include "algorithms/aggregation/aggregation.hpp"

#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/aggregation/pre_aggregation.hpp"

namespace fedltr::aggregation_test {

TEST_CASE("the result is the rule's on prepared models") {
  const Matrix models = Vector{{1, -2}}.transpose().replicate(6, 1);
  const Vector global = Vector::Zero(2);
  const std::vector<std::uint32_t> clients = {0, 1, 2, 3, 4, 5};
  for (const auto& before : pre_aggregations()) {
    CAPTURE(before.name);
    std::vector<double> selection(6);
    const Vector result =
        make_robust_rule("median", before.name, {.malicious = 1, .seed = 1})
            ->aggregate({models, clients, global, 1}, selection);
    CHECK(result.isApprox(Vector{{1, -2}}, 1e-14));
    CHECK(std::accumulate(selection.begin(), selection.end(), 0.0) ==
          doctest::Approx(6));
  }
}

TEST_CASE("the federated average is the mean by weight") {
  PartialSum sum{Vector{{2, 20}}};
  sum.weight = 2;
  PartialSum other{Vector{{18, 0}}};
  other.weight = 6;
  sum.add(other);
  CHECK(federated_average(sum) == Vector{{2.5, 2.5}});
}

}  // namespace fedltr::aggregation_test
