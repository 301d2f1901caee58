// Events that studies of both kinds pass to their listeners, from begin to end.
#include "app/study/study.hpp"

#include <sstream>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/study/driver.hpp"
#include "app/study/monitor/study_listener.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::study_test {
using namespace fedltr::test;

namespace {

constexpr const char* kLittle =
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 12\nfeatures = 6\n"
    "[federation]\nclients = 20\ninteractions = 3\nrounds = 5\n"
    "[evaluation]\nevery = 2\n";

/// Records the events, with their rounds.
struct Events : StudyListener {
  std::string text;
  PlannedStudy planned;
  std::vector<PointEnd> points;

  void add(const std::string& event) { text += event + " "; }
  void begin(const PlannedStudy& study) override {
    planned = study;
    add("begin");
  }
  void find_ended() override { add("ended"); }
  void resume(std::uint32_t, std::uint64_t after) override {
    add("resume-" + std::to_string(after));
  }
  void add_round(std::uint32_t, const RoundRecord& record) override {
    add(std::to_string(record.round));
  }
  void add_checkpoint() override { add("checkpoint"); }
  void end_run(std::uint32_t, const Ending& end) override {
    REQUIRE(end.last);
    CHECK(end.final());
    add((end.earlier ? "earlier-" : "end-") + std::to_string(end.last->round));
  }
  void end_runs() override { add("runs"); }
  void end_study(const std::vector<PointEnd>& ends) override {
    points = ends;
    add("study");
  }
};

struct Listened {
  TemporaryFolder folder;
  StudyOptions options;

  explicit Listened(const std::string& text) {
    options.file = folder.write("s.ini", text);
    options.out = folder / "out";
    options.threads = 1;
    options.quiet = true;
  }
  Events run() {
    Events events;
    options.listener = &events;
    std::ostringstream out;
    CHECK(run_study(options, out) == kDone);
    return events;
  }
};

}  // namespace

TEST_CASE("a study is its beginning, the rounds and ends of runs, its end") {
  Listened federation(kLittle);
  const Events events = federation.run();
  CHECK(events.text == "begin 0 2 4 5 end-5 runs study ");
  REQUIRE(events.planned.runs.size() == 1);
  CHECK(events.planned.runs[0].rounds == 5);
  REQUIRE(events.points.size() == 1);
  CHECK(events.points[0].complete);
  federation.options.resume = true;
  CHECK(federation.run().text == "begin ended ");

  Listened silo(kTextSilo);
  CHECK(silo.run().text == "begin end-20 end-20 end-20 runs study ");
  silo.options.resume = true;
  CHECK(silo.run().text == "begin ended ");
}

TEST_CASE("a run that ended earlier is resumed and ends at once") {
  const auto merged = [](const char* text) {
    Listened shard(text);
    shard.options.shard = Shard{1, 1};
    const std::string alone = shard.run().text;
    CHECK(alone.ends_with(" runs "));
    shard.options.shard.reset();
    shard.options.merge = true;
    return shard.run().text;
  };
  CHECK(merged(kLittle) == "begin resume-5 earlier-5 runs study ");
  CHECK(merged(kTextSilo) ==
        "begin resume-20 earlier-20 resume-20 earlier-20 resume-20 earlier-20 "
        "runs study ");
}

TEST_CASE("a point of a grid is written before its last run ends") {
  struct Folders : Events {
    std::vector<bool> written;
    void end_run(std::uint32_t run, const Ending&) override {
      const std::string& point = planned.runs[run].point;
      written.push_back(
          std::filesystem::exists(planned.folder / point / "summary.json"));
    }
  };
  for (const char* text : {kLittle, kTextSilo}) {
    Listened grid(std::string(text) + "[grid]\nrun.seed = 1, 2\n");
    grid.options.settings = {"run.repeats=2"};
    Folders folders;
    grid.options.listener = &folders;
    std::ostringstream out;
    CHECK(run_study(grid.options, out) == kDone);
    CHECK(folders.written == std::vector<bool>{false, true, false, true});
  }
}

TEST_CASE("a checkpoint that can't be written is none") {
  for (const bool blocked : {false, true}) {
    Listened federation(std::string(kLittle) + "[checkpoint]\nevery = 2\n");
    if (blocked) {
      federation.folder.write("out/.fedltr", "");  // it is a run folder
      federation.folder.write("out/checkpoint", "a file");
    }
    const std::string text = federation.run().text;
    CHECK((text.find("checkpoint") == std::string::npos) == blocked);
  }
}

}  // namespace fedltr::study_test
