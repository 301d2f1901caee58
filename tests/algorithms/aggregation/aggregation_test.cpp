#include "algorithms/aggregation/aggregation.hpp"

#include <doctest/doctest.h>

namespace fedltr::aggregation_test {

TEST_CASE("the federated average is the mean by weight") {
  PartialSum sum{Vector{{2, 20}}};
  sum.weight = 2;
  PartialSum other{Vector{{18, 0}}};
  other.weight = 6;
  sum.add(other);
  CHECK(federated_average(sum) == Vector{{2.5, 2.5}});
}

}  // namespace fedltr::aggregation_test
