#include "algorithms/core/parameters.hpp"

#include <doctest/doctest.h>

namespace fedltr::parameters_test {

TEST_CASE("parameters are a copy of what they are made of") {
  Vector values{{1, 2, 3}};
  const Parameters parameters(values);
  values(1) = 20;
  CHECK(parameters.size() == 3);
  CHECK(parameters.view() == Vector{{1, 2, 3}});
}

TEST_CASE("copies share one piece of memory, which outlives the first") {
  Parameters copy;
  CHECK(copy.size() == 0);
  const double* memory = nullptr;
  {
    const Parameters first(Vector{{4, 5}});
    memory = first.view().data();
    copy = first;
  }
  CHECK(copy.view().data() == memory);
  CHECK(copy.view() == Vector{{4, 5}});
}

TEST_CASE("values filled in before sharing are those that others see") {
  auto [parameters, filled] = Parameters::make(4);
  filled.setLinSpaced(0, 3);
  CHECK(parameters.view() == Vector{{0, 1, 2, 3}});
}

}  // namespace fedltr::parameters_test
