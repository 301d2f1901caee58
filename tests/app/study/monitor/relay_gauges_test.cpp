#include "app/study/monitor/relay_gauges.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/study/monitor/gauges_file.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::relay_gauges_test {
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

GaugesFile::Add gauges_of(const RelayStatus& status) {
  return [status](MetricsText& text) {
    add_gauges(text, status, {"north", "south"});
  };
}

RelayStatus waiting() {
  RelayStatus status;
  status.parties.resize(2);
  return status;
}

}  // namespace

TEST_CASE("a relay that begins waits for its parties") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  const GaugesFile metrics(file, "four", gauges_of(waiting()));
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
    GaugesFile metrics(file, "four", gauges_of(waiting()));
    metrics.update(gauges_of(training()));
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
  CHECK_THROWS_AS(GaugesFile(file, "four", gauges_of(waiting())), UsageError);
  CHECK(read_text(file) == "thesis");
}

TEST_CASE("a party's metrics are its phase, connection and traffic") {
  consortium::PartyStatus status;
  status.phase = RelayPhase::kQuestions;
  status.connected = true;
  status.idle = 7;
  status.sent = {3, 500};
  status.received = {4, 900};
  MetricsText text;
  add_gauges(text, status);
  for (const char* line : {
           "fedltr_party_phase{phase=\"questions\"} 1",
           "fedltr_party_phase{phase=\"waiting\"} 0",
           "fedltr_party_connected 1",
           "fedltr_party_idle_seconds 7",
           "fedltr_party_messages_total{direction=\"up\"} 3",
           "fedltr_party_bytes_total{direction=\"down\"} 900",
       }) {
    CAPTURE(line);
    CHECK(("\n" + text.text()).find("\n" + std::string(line) + "\n") !=
          std::string::npos);
  }
}

}  // namespace fedltr::relay_gauges_test
