#include "app/study/monitor/relay_gauges.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::relay_metrics_test {
using consortium::RelayPhase;
using consortium::RelayStatus;
using test::read_text;
using test::TemporaryFolder;

namespace {

/// True if the file has this line.
bool says(const std::filesystem::path& file, const std::string& line) {
  return ("\n" + read_text(file)).find("\n" + line + "\n") != std::string::npos;
}

/// Two parties, one of which is excluded.
RelayStatus training() {
  RelayStatus status;
  status.phase = RelayPhase::kTraining;
  status.parties = {{true, false, false, {3, 500}, {4, 900}},
                    {false, true, false, {1, 41}, {}}};
  status.refused = 2;
  return status;
}

}  // namespace

TEST_CASE("a relay that begins waits for its parties") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  const RelayMetrics metrics(file, "four", {"north", "south"});
  for (const char* line : {
           "fedltr_running{study=\"four\"} 1",
           "fedltr_complete{study=\"four\"} 0",
           "fedltr_relay_phase{study=\"four\",phase=\"waiting\"} 1",
           "fedltr_relay_phase{study=\"four\",phase=\"training\"} 0",
           "fedltr_relay_party_connected{study=\"four\",party=\"north\"} 0",
           "fedltr_relay_connections_refused_total{study=\"four\"} 0",
       }) {
    CAPTURE(line);
    CHECK(says(file, line));
  }
}

TEST_CASE("a relay's file has the last status, and that it has ended") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  {
    RelayMetrics metrics(file, "four", {"north", "south"});
    metrics.update(training());
    metrics.complete();
  }
  const std::string north = "{study=\"four\",party=\"north\"";
  const std::string south = "{study=\"four\",party=\"south\"";
  for (const std::string& line : {
           std::string("fedltr_running{study=\"four\"} 0"),
           std::string("fedltr_complete{study=\"four\"} 1"),
           std::string(
               "fedltr_relay_phase{study=\"four\",phase=\"training\"} 1"),
           std::string(
               "fedltr_relay_phase{study=\"four\",phase=\"waiting\"} 0"),
           "fedltr_relay_party_connected" + north + "} 1",
           "fedltr_relay_party_connected" + south + "} 0",
           "fedltr_relay_party_excluded" + north + "} 0",
           "fedltr_relay_party_excluded" + south + "} 1",
           "fedltr_relay_party_done" + north + "} 0",
           "fedltr_relay_messages_total" + north + ",direction=\"up\"} 3",
           "fedltr_relay_messages_total" + north + ",direction=\"down\"} 4",
           "fedltr_relay_bytes_total" + south + ",direction=\"up\"} 41",
           "fedltr_relay_bytes_total" + south + ",direction=\"down\"} 0",
           std::string(
               "fedltr_relay_connections_refused_total{study=\"four\"} 2"),
       }) {
    CAPTURE(line);
    CHECK(says(file, line));
  }
}

TEST_CASE("a relay writes over no file that is something else") {
  const TemporaryFolder folder;
  const auto file = folder.write("thesis.txt", "thesis");
  CHECK_THROWS_AS(RelayMetrics(file, "four", {"north"}), UsageError);
  CHECK(read_text(file) == "thesis");
}

}  // namespace fedltr::relay_metrics_test
