#include "app/results/study_files.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::speedup_csv_test {
using namespace fedltr::test;

namespace {

// One thread does 100 a second, two 180 and four 250.
const std::vector<SpeedupRow> kRows = {{1, 10, 8, 8, 100, "abc"},
                                       {2, 10, 4.5, 8.5, 180, "abc"},
                                       {4, 10, 3.25, 9, 250, "abc"}};

}  // namespace

TEST_CASE("speed-up is by the first row's rate, efficiency by its threads") {
  CHECK(speedup_of(kRows[0], kRows[0]) == 1);
  CHECK(speedup_of(kRows[1], kRows[0]) == doctest::Approx(1.8));
  CHECK(efficiency_of(kRows[1], kRows[0]) == doctest::Approx(0.9));
  CHECK(efficiency_of(kRows[2], kRows[0]) == doctest::Approx(0.625));
  // Relative to two threads: 250 / 180 with twice as many.
  CHECK(efficiency_of(kRows[2], kRows[1]) == doctest::Approx(250.0 / 360));
}

TEST_CASE("speedup.csv has a row per number of threads") {
  CHECK(text_of(speedup_csv_file(), SpeedupResults{kRows, {}}) ==
        "threads,clients,wall_seconds,cpu_seconds,interactions_per_second,"
        "speedup,efficiency,signature\n"
        "1,10,8,8,100,1,1,abc\n"
        "2,10,4.5,8.5,180,1.8,0.9,abc\n"
        "4,10,3.25,9,250,2.5,0.625,abc\n");
}

TEST_CASE("a silo's speedup.csv is of parties and repeats") {
  const std::string csv = text_of(
      speedup_csv_file(), SpeedupResults{kRows, {"parties", "repeats"}});
  CHECK(
      csv.starts_with("threads,parties,wall_seconds,cpu_seconds,"
                      "repeats_per_second,speedup,"));
}

TEST_CASE("weak scaling is efficient where the rate grows with the threads") {
  const std::vector<SpeedupRow> rows = {{1, 100, 8, 8, 50, "a"},
                                        {3, 300, 8, 24, 150, "b"},
                                        {6, 600, 16, 96, 150, "c"}};
  CHECK(efficiency_of(rows[0], rows[0]) == 1);
  CHECK(efficiency_of(rows[1], rows[0]) == 1);
  CHECK(speedup_of(rows[2], rows[0]) == 3);
  CHECK(efficiency_of(rows[2], rows[0]) == 0.5);
}

}  // namespace fedltr::speedup_csv_test
