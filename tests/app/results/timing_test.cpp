#include "app/results/timing.hpp"

#include <doctest/doctest.h>

#include "app/base/json.hpp"

namespace fedltr::timing_test {

TEST_CASE("timing.json has every number of a study, by the described names") {
  Timing timing;
  timing.wall_seconds = 4;
  timing.cpu_seconds = 7.5;
  timing.peak_memory_bytes = 123456789;
  timing.interactions = 10;
  timing.threads = 2;
  timing.points = 3;
  const Json json = parse_json(timing_text(timing));
  CHECK(json == Json({{"wall_seconds", 4.0},
                      {"cpu_seconds", 7.5},
                      {"interactions", 10},
                      {"interactions_per_second", 2.5},
                      {"threads", 2},
                      {"points", 3},
                      {"peak_memory_bytes", 123456789}}));
  const auto fields = timing_description().fields;
  REQUIRE(fields.size() == json.size());
  std::size_t place = 0;
  for (const auto& [name, value] : json.items())
    CHECK(fields[place++].name == name);
}

TEST_CASE("a study that took no time has a rate of 0") {
  Timing timing;
  timing.interactions = 10;
  CHECK(parse_json(timing_text(timing))["interactions_per_second"] == 0);
}

TEST_CASE("the rate is of interactions by wall time") {
  Timing timing;
  timing.wall_seconds = 4;
  timing.interactions = 10;
  CHECK(parse_json(timing_text(timing))["interactions_per_second"] == 2.5);
}

}  // namespace fedltr::timing_test
