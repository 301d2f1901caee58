#include "app/study/monitor/metrics_reader.hpp"

#include <cmath>

#include "algorithms/data/letor.hpp"
#include "app/study/monitor/metrics_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::metrics_reader_test {
using namespace fedltr::test;

namespace {

MetricsSamples read(const std::string& text) {
  const TemporaryFolder folder;
  return MetricsSamples::read(folder.write("a.prom", text));
}

}  // namespace

TEST_CASE("files with any labels read back as written") {
  const std::string odd = "a \"b\" \\n, {c}=\n}";
  MetricsText text({{"study", odd}});
  text.begin("fedltr_running", "gauge", "Help.");
  text.add({}, 1);
  text.begin("x", "counter", "Help.");
  text.add({{"party", "north"}, {"direction", "up"}}, 200000);
  text.add({{"party", "east"}}, std::nan(""));
  text.add({}, -1.0 / 0.0);
  const auto samples = read(text.text());
  CHECK(samples.study() == odd);
  CHECK(samples.value("fedltr_running") == 1.0);
  CHECK_FALSE(samples.value("y"));
  const auto all = samples.of("x");
  REQUIRE(all.size() == 3);
  CHECK(all[0].label("party") == "north");
  CHECK(all[0].label("direction") == "up");
  CHECK(all[0].value == 200000);
  CHECK(std::isnan(all[1].value));
  CHECK(all[1].label("direction").empty());
  CHECK(all[2].value == -INFINITY);
}

TEST_CASE("another file is bad data, and its line is named") {
  for (const char* line :
       {"x", "x 1 2", "x{", "x{a", "x{a=", "x{a=\"", "x{a=\"b", "x{a=\"b\\",
        "x{a=\"b\"", "x{a=\"b\"}", "x{a=\"b\"}1", "x{a=\"b\";} 1", " 1",
        "{a=\"b\"} 1", "x one"}) {
    CAPTURE(line);
    try {
      read("fedltr_running 1\n" + std::string(line) + "\n");
      FAIL("was read");
    } catch (const DataError& error) {
      CHECK(has(error.what(), "a.prom:2: is no line"));
    }
  }
  CHECK_THROWS_AS(read("fedltr_running 1"), DataError);  // the end is missing
  CHECK_THROWS_AS(read("x 1\n"), DataError);
  CHECK_THROWS_AS(read(""), DataError);
  CHECK_THROWS_AS(MetricsSamples::read("none.prom"), DataError);
}

}  // namespace fedltr::metrics_reader_test
