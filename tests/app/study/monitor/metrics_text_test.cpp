#include "app/study/monitor/metrics_text.hpp"

#include <limits>

#include <doctest/doctest.h>

namespace fedltr::metrics_text_test {

TEST_CASE("a metric is its help, its type and its samples") {
  MetricsText text;
  text.begin("fedltr_round", "gauge", "Rounds so far.");
  text.add({{"fold", "1"}, {"repeat", "2"}}, 30);
  text.add({}, 0.25);
  CHECK(text.text() ==
        "# HELP fedltr_round Rounds so far.\n"
        "# TYPE fedltr_round gauge\n"
        "fedltr_round{fold=\"1\",repeat=\"2\"} 30\n"
        "fedltr_round 0.25\n");
}

TEST_CASE("counts have all their digits") {
  MetricsText text;
  text.begin("m", "counter", "M.");
  for (const double value : {200000.0, 1e14, -3.0, 1e300, 1795404000.25})
    text.add({}, value);
  CHECK(text.text() ==
        "# HELP m M.\n# TYPE m counter\nm 200000\nm 100000000000000\nm -3\n"
        "m 1e+300\nm 1795404000.25\n");
}

TEST_CASE("a metric without samples is left out") {
  MetricsText text;
  text.begin("fedltr_a", "gauge", "None.");
  text.begin("fedltr_b", "counter", "One.");
  text.add({}, 1);
  CHECK(text.text() ==
        "# HELP fedltr_b One.\n# TYPE fedltr_b counter\nfedltr_b 1\n");
}

TEST_CASE("labels of all samples come first") {
  MetricsText text(MetricsText::Labels{{"study", "mine"}});
  text.begin("m", "gauge", "M.");
  text.add({}, 1);
  text.add({{"fold", "2"}}, 3);
  CHECK(text.text() ==
        "# HELP m M.\n# TYPE m gauge\n"
        "m{study=\"mine\"} 1\nm{study=\"mine\",fold=\"2\"} 3\n");
}

TEST_CASE("labels are escaped, and numbers written as Prometheus does") {
  MetricsText text;
  text.begin("m", "gauge", "M.");
  text.add({{"point", "a=\"b\\c\"\nd"}}, 1);
  text.add({}, std::numeric_limits<double>::infinity());
  text.add({}, -std::numeric_limits<double>::infinity());
  text.add({}, std::numeric_limits<double>::quiet_NaN());
  CHECK(text.text() ==
        "# HELP m M.\n# TYPE m gauge\n"
        "m{point=\"a=\\\"b\\\\c\\\"\\nd\"} 1\n"
        "m +Inf\nm -Inf\nm NaN\n");
}

}  // namespace fedltr::metrics_text_test
