#include "app/study/monitor/status_text.hpp"

#include <sstream>

#include "app/study/monitor/gauges_file.hpp"
#include "app/study/monitor/lead_gauges.hpp"
#include "app/study/monitor/member_gauges.hpp"
#include "app/study/monitor/relay_gauges.hpp"
#include "app/study/monitor/study_metrics.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::status_test {
using namespace fedltr::test;

namespace {

std::string said(const std::filesystem::path& file) {
  const auto samples = MetricsSamples::read(file);
  const double start = *samples.value("fedltr_start_time_seconds");
  std::ostringstream out;
  print_status(out, samples, start + 100, start + 97);
  return out.str();
}

}  // namespace

TEST_CASE("a server's status has its runs, nodes and refused connections") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  {
    StudyMetrics metrics(file, "mine");
    CHECK(said(file) ==
          "mine: running for 100 s, written 3 s ago\n"
          "  runs: 0 waiting 0 running 0 ended\n");
    metrics.begin(
        {.name = "mine",
         .runs = {{0, 2, 3, 40, "a=1", {"ndcg@10"}}, {1, 2, 3, 40, "a=2"}}});
    const auto refused = std::make_shared<std::atomic<std::uint64_t>>(7);
    metrics.watch_refused(refused);
    RoundRecord record;
    record.round = 10;
    record.metrics = {.25};
    metrics.add_round(0, record);
    metrics.set_nodes(2);
    CHECK(said(file) ==
          "mine: running for 100 s, written 3 s ago\n"
          "  runs: 1 waiting 1 running 0 ended\n"
          "  a=1/f2-r3  round 10 of 40  ndcg@10 0.2500\n"
          "  nodes: 2\n"
          "  connections refused: 7\n");
    CHECK(is_well(MetricsSamples::read(file)));
  }
  CHECK(said(file).starts_with("mine: ended before it was complete, written"));
  CHECK_FALSE(is_well(MetricsSamples::read(file)));
}

TEST_CASE("a relay's status has its phase and its parties") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  {
    consortium::RelayStatus status;
    status.phase = consortium::RelayPhase::kQuestions;
    status.parties.resize(4);
    status.parties[0].here = true;
    status.parties[0].sent = {512, 1'900'000};
    status.parties[2].out = true;
    status.parties[3].done = true;
    status.refused = 5;
    GaugesFile metrics(file, "four", [&](MetricsText& text) {
      add_gauges(text, status, {"north", "east", "south", "west"});
    });
    metrics.complete();
  }
  const std::string text = said(file);
  CHECK(text.starts_with("four: complete, written 3 s ago; questions\n"));
  CHECK(
      has(text, "  north         connected  up     512 messages      1.9 MB"));
  CHECK(has(text, "  east          away "));
  CHECK(has(text, "  south         left out "));
  CHECK(has(text, "  west          done "));
  CHECK(has(text, "  connections refused: 5\n"));
  CHECK(is_well(MetricsSamples::read(file)));
}

TEST_CASE("a party's status has its phase and its traffic") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  consortium::PartyStatus status;
  status.phase = consortium::RelayPhase::kTraining;
  status.sent = {3, 1'500'000};
  status.received = {4, 200'000};
  status.idle = 9;
  const auto gauges = [&](MetricsText& text) { add_gauges(text, status); };
  {
    GaugesFile metrics(file, "four", gauges);
    CHECK(said(file) ==
          "four: running for 100 s, written 3 s ago; training\n"
          "  without its relay, up 3 messages 1.5 MB, down 4 messages 0.2 MB, "
          "the last 9 s ago\n");
    metrics.watch_certificates([] {
      return std::vector<CertificateEnd>{{"north", unix_time() - 86400}};
    });
  }
  CHECK(has(said(file), "\n  certificate of north: has expired\n"));
}

TEST_CASE("a status of a member has its model, budget and searches") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  MemberProgress progress;
  const auto text_now = [&] {
    GaugesFile metrics(file, "four",
                       [&](MetricsText& text) { add_gauges(text, progress); });
    return said(file);
  };
  CHECK(text_now() ==
        "four: running for 100 s, written 3 s ago\n"
        "  without its server, model of epoch 0\n");
  progress.is_connected = true;
  progress.epoch = 17;
  progress.since = unix_time() + 60;
  progress.budget = {0.5, 1.25, true};
  progress.searches = {312, 20};
  CHECK(has(text_now(),
            "\n  connected, model of epoch 17, since 40 s\n"
            "  epsilon: 0.5 spent in this period, 1.25 over life\n"
            "  searches: 312, of which 20 wait\n"));
  progress.budget->covers = false;
  CHECK(has(text_now(), "over life; takes no part until there is room\n"));
}

TEST_CASE("a status of members has their epochs, and who is there") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  LeadProgress progress;
  progress.planned = 30;
  progress.opened = 6;
  progress.lost = 1;
  progress.named = 8;
  progress.here = 5;
  progress.left = 1;
  const auto gauges = [&](MetricsText& text) { add_gauges(text, progress); };
  GaugesFile metrics(file, "four", gauges);
  CHECK(said(file) ==
        "four: running for 100 s, written 3 s ago\n"
        "  epochs: 6 of 30 opened, 1 lost\n"
        "  members: 5 of 8 connected, 1 left, 0 left out\n"
        "  connections refused: 0\n");
  progress.metric = 0.5;
  progress.metric_name = "ndcg@10";
  progress.over = unix_time() + 60;
  progress.in_sum = 4;
  const auto later = folder / "b.prom";
  GaugesFile again(later, "four", gauges);
  CHECK(has(said(later),
            "lost, the last over 40 s ago  ndcg@10 0.5000\n"
            "  members: 5 of 8 connected, 4 in the last sum, 1 left"));
}

TEST_CASE("a status lists certificates that are to be renewed") {
  const TemporaryFolder folder;
  const auto file = folder / "a.prom";
  StudyMetrics metrics(file, "mine");
  const double now = unix_time() + 100;
  constexpr double kDay = 24 * 60 * 60;
  metrics.watch_certificates([&]() -> std::vector<CertificateEnd> {
    return {{"server", now + 12 * kDay}, {"authority", now + 31 * kDay}};
  });
  metrics.set_nodes(2);
  CHECK(said(file).ends_with(
      "  nodes: 2\n  certificate of the server: expires in 12 days\n"));
  CHECK(MetricsSamples::read(file)
            .of("fedltr_certificate_end_time_seconds")
            .size() == 2);
  metrics.watch_certificates([&]() -> std::vector<CertificateEnd> {
    return {{"server", now - kDay}};
  });
  metrics.set_nodes(2);
  CHECK(said(file).ends_with("  certificate of the server: has expired\n"));
}

}  // namespace fedltr::status_test
