// timing.csv and grid-timing.csv, from results made by hand.
#include "app/results/silo_files.hpp"
#include "app/results/study_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::search_timing_csv_test {
using namespace fedltr::test;

namespace {

SiloPoint timed_point() {
  SiloPoint point = small_silo_point();
  point.search = SearchTime{7, 0.25, 2, 0.5, 0.125};
  return point;
}

constexpr const char* kNames =
    "terms,rtk_seconds,naive_seconds,insert_seconds,delete_seconds,"
    "cover_rate\n";

}  // namespace

TEST_CASE("timing.csv has the times of one party's search") {
  const SiloPoint point = timed_point();
  CHECK(text_of(search_timing_file(), SiloResults{point, Timing()}) ==
        std::string(kNames) + "7,0.25,2,0.5,0.125,0.5\n");
}

TEST_CASE("grid-timing.csv has a row for each point that was timed") {
  const auto rows = rows_of({timed_point(), small_silo_point()});
  CHECK(text_of(grid_timing_file(), GridResults{"tiny", rows}) ==
        std::string("folder,silo.top,") + kNames +
            "\"silo.top=5\",5,7,0.25,2,0.5,0.125,0.5\n");
}

TEST_CASE("a run without timing has no file of times") {
  const SiloPoint point = small_silo_point();
  CHECK(written(search_timing_file(), SiloResults{point, Timing()}).empty());
  const auto rows = rows_of({point});
  CHECK(written(grid_timing_file(), GridResults{"tiny", rows}).empty());
}

}  // namespace fedltr::search_timing_csv_test
