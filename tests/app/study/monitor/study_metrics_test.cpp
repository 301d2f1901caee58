#include "app/study/monitor/study_metrics.hpp"

#include <doctest/doctest.h>

#include "tests/support/cli.hpp"

namespace fedltr::study_metrics_test {
using test::read_text;
using test::TemporaryFolder;

namespace {

RoundRecord record_of(std::uint32_t round, double metric) {
  RoundRecord record;
  record.round = round;
  record.metrics = {metric};
  record.interactions = 100 * round;
  record.dropped = 3;
  record.bytes_up = 5;
  record.bytes_down = 7;
  return record;
}

PlannedRun run_of(const std::string& point, std::uint32_t repeat) {
  return {0, 1, repeat, 40, point, {"ndcg@10"}};
}

/// A study of one run.
PlannedStudy one_run() {
  return {.name = "mine", .runs = {run_of("", 1)}};
}

/// True if the file has this line.
bool holds(const std::filesystem::path& file, const std::string& line) {
  return ("\n" + read_text(file)).find("\n" + line + "\n") != std::string::npos;
}

}  // namespace

TEST_CASE("a study that ends leaves the figures of its last run") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  {
    StudyMetrics metrics(file, "mine");
    CHECK(holds(file, "fedltr_running{study=\"mine\"} 1"));
    CHECK(holds(file, "fedltr_complete{study=\"mine\"} 0"));
    metrics.begin(one_run());
    auto last = record_of(40, 0.5);
    last.epsilon = 2.5;
    metrics.add_round(0, record_of(10, 0.25));
    metrics.add_round(0, last);
    metrics.end_run(0, {});
    metrics.complete();
  }
  const std::string run = "{study=\"mine\",point=\"\",fold=\"1\",repeat=\"1\"";
  for (const std::string& line : {
           std::string("fedltr_running{study=\"mine\"} 0"),
           std::string("fedltr_complete{study=\"mine\"} 1"),
           std::string("fedltr_runs{study=\"mine\",state=\"ended\"} 1"),
           "fedltr_round" + run + "} 40",
           "fedltr_rounds_planned" + run + "} 40",
           "fedltr_metric" + run + ",name=\"ndcg@10\"} 0.5",
           "fedltr_epsilon" + run + "} 2.5",
           std::string("fedltr_interactions_total{study=\"mine\"} 4000"),
           std::string(
               "fedltr_updates_failed_total{study=\"mine\",why=\"dropped\"} 3"),
           std::string(
               "fedltr_updates_failed_total{study=\"mine\",why=\"refused\"} 0"),
           std::string("fedltr_bytes_total{study=\"mine\",direction=\"up\"} 5"),
           std::string(
               "fedltr_bytes_total{study=\"mine\",direction=\"down\"} 7"),
       }) {
    CAPTURE(line);
    CHECK(holds(file, line));
  }
}

TEST_CASE("a grid's running points are shown, and the last to end") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  {
    StudyMetrics metrics(file, "mine");
    metrics.begin(
        {.name = "mine",
         .runs = {run_of("a=1", 1), run_of("a=1", 2), run_of("a=2", 1),
                  run_of("a=2", 2), run_of("a=3", 1)}});
    metrics.end_run(0, {.last = record_of(40, 0.9), .earlier = true});
    for (const std::uint32_t run : {1, 2, 3})
      metrics.add_round(run, record_of(10, 0.1));
    metrics.end_run(1, {});
    metrics.end_run(2, {});
    metrics.end_run(3, {.complete = false});  // --resume continues it
  }
  CHECK(holds(file, "fedltr_runs{study=\"mine\",state=\"waiting\"} 1"));
  CHECK(holds(file, "fedltr_runs{study=\"mine\",state=\"running\"} 1"));
  CHECK(holds(file, "fedltr_runs{study=\"mine\",state=\"ended\"} 3"));
  CHECK(holds(file, "fedltr_complete{study=\"mine\"} 0"));
  const std::string text = read_text(file);
  const auto shown = [&](const std::string& point, int repeat) {
    return text.find("fedltr_round{study=\"mine\",point=\"" + point +
                     "\",fold=\"1\",repeat=\"" + std::to_string(repeat) +
                     "\"}") != std::string::npos;
  };
  CHECK_FALSE(shown("a=1", 1));
  CHECK_FALSE(shown("a=1", 2));
  CHECK(shown("a=2", 1));
  CHECK(shown("a=2", 2));
  CHECK_FALSE(shown("a=3", 1));
  CHECK(holds(file, "fedltr_interactions_total{study=\"mine\"} 7000"));
}

TEST_CASE("a server's file counts the connections that it refused") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  const auto refused = std::make_shared<std::atomic<std::uint64_t>>(0);
  StudyMetrics metrics(file, "mine");
  const StudyListeners listeners = {&metrics};
  notify(listeners, &StudyListener::watch_refused, refused);
  *refused += 3;
  notify(listeners, &StudyListener::set_nodes, std::size_t{1});  // writes
  CHECK(holds(file, "fedltr_connections_refused_total{study=\"mine\"} 3"));
}

TEST_CASE("without a bound, checkpoint or nodes there is no such metric") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  {
    StudyMetrics metrics(file, "mine");
    metrics.begin(one_run());
    metrics.add_round(0, record_of(10, 0.1));
  }
  for (const char* name : {"epsilon", "checkpoint", "nodes"})
    CHECK(read_text(file).find(name) == std::string::npos);
  {
    StudyMetrics metrics(file, "mine");
    metrics.begin(one_run());
    metrics.add_checkpoint();
    metrics.set_nodes(2);
    CHECK(holds(file, "fedltr_nodes{study=\"mine\"} 2"));
  }
  CHECK(read_text(file).find("\nfedltr_checkpoint_time_seconds{") !=
        std::string::npos);
  // Silos have no such counters.
  CHECK(read_text(file).find("_total") == std::string::npos);
}

}  // namespace fedltr::study_metrics_test
