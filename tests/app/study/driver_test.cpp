#include "app/study/driver.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "tests/support/log_text.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::driver_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// Outcome of fake studies as a test sets it, and their steps.
struct Fake {
  std::string steps;
  StudyOutcome outcome;
  bool any_results = true;
  std::string spent;
  std::size_t used_threads = 0;
  bool checkpoint_was_there = false;
  bool leaves_state = true;
  Timing written;
};

/// A study of one run, which leaves a state and ends after round 5.
class FakeStudy : public ScenarioStudy {
 public:
  struct State {
    std::uint32_t round = 5;
    void exchange(Archive& archive) { archive(round); }
  };

  FakeStudy(const ReadScenario& read, const fs::path& folder, Fake& fake)
      : ScenarioStudy(read, folder, {}), fake_(fake) {
    add_point(folder, {});
  }

  void report(std::ostream& out) const override { out << "report"; }
  std::string budget_spent() const override { return fake_.spent; }

 private:
  void build(std::size_t) override {
    fake_.steps += "build ";
    add_checkpoints(read().points[0].scenario, {});
    add_run(0, 1, 1, 10, {});
  }
  std::optional<Restored> restore(std::uint32_t run) override {
    fake_.steps += "restore ";
    const auto state = checkpoints()[run]->load<State>(1, 1);
    if (!state) return std::nullopt;
    return Restored{state->round};
  }
  StudyOutcome run_open(const std::vector<std::uint32_t>& open,
                        std::size_t threads, Interrupt&) override {
    CHECK(open == std::vector<std::uint32_t>{0});
    fake_.steps += "run ";
    fake_.used_threads = threads;
    fake_.checkpoint_was_there = checkpoints()[0]->exists();
    State state;
    if (fake_.leaves_state) checkpoints()[0]->save(1, 1, state);
    return fake_.outcome;
  }
  bool has_results(std::size_t) const override { return fake_.any_results; }
  std::vector<PointResults> write_point(std::size_t, Timing timing) override {
    fake_.steps += "write ";
    fake_.written = timing;
    return {{.method = "other", .leads = false, .signature = "cd"},
            {.method = "one", .signature = "ab"}};
  }

  Fake& fake_;
};

/// A driver with a fake study and its own folder.
struct Drive {
  TemporaryFolder folder;
  Fake study;
  StudyOptions options;
  Interrupt interrupt;
  std::ostringstream out;
  StudyListeners listeners;

  int operator()() {
    const ReadScenario read = read_scenario(
        folder.write("fake.ini", "[run]\nname = fake\nthreads = 3\n"), {});
    FakeStudy fake(read, folder / "out", study);
    FolderLock held(folder / "out");
    return drive(fake, read.points[0].scenario, options, held, listeners,
                 interrupt, out);
  }
  bool keeps_checkpoint() const {
    return CheckpointFolder(folder / "out", {}).exists();
  }
};

}  // namespace

TEST_CASE("a study goes through its steps and leaves no checkpoint") {
  Drive drive;
  drive.study.outcome.interactions = 42;
  CHECK(drive() == kDone);
  CHECK(drive.study.steps == "build run write ");
  CHECK(drive.out.str() == "report");
  CHECK(drive.study.used_threads == 3);
  CHECK(drive.study.written.threads == 3);
  CHECK(drive.study.written.points == 1);
  CHECK(drive.study.written.interactions == 42);
  CHECK(drive.study.written.wall_seconds > 0);
  CHECK_FALSE(drive.keeps_checkpoint());
}

namespace {

/// Records the points of a study that has ended.
struct Ends : StudyListener {
  std::vector<PointEnd> points;
  void end_study(const std::vector<PointEnd>& ends) override { points = ends; }
};

}  // namespace

TEST_CASE("listeners get the points that are written, a stream is no report") {
  Drive drive;
  Ends ends;
  drive.listeners = {&ends};
  drive.options.stream = true;
  drive();
  REQUIRE(ends.points.size() == 1);
  CHECK(ends.points[0].signature == "ab");
  CHECK(drive.out.str() == "");
  ends.points.clear();
  drive.options.force = true;
  drive.study.any_results = false;
  drive();
  CHECK(ends.points.empty());
}

TEST_CASE("threads of the command line win, none means all cores") {
  Drive drive;
  drive.options.threads = 2;
  drive();
  CHECK(drive.study.used_threads == 2);
  drive.options.threads = 0;
  drive();
  CHECK(drive.study.used_threads >= 1);
}

TEST_CASE("an interrupted study keeps its checkpoint, its results and 130") {
  Drive drive;
  drive.study.outcome.runs.interrupted = true;
  CHECK(drive() == kInterrupted);
  CHECK(drive.study.steps == "build run write ");
  CHECK(drive.out.str() == "report");
  CHECK(drive.keeps_checkpoint());
  // --resume continues from there; --force would not.
  drive.study.steps = "";
  drive.study.outcome.runs.interrupted = false;
  drive.options.resume = true;
  CHECK(drive() == kDone);
  CHECK(drive.study.steps == "build restore run write ");
  CHECK(drive.study.checkpoint_was_there);
  CHECK_FALSE(drive.keeps_checkpoint());
}

TEST_CASE("--force starts anew") {
  Drive drive;
  drive.study.outcome.runs.interrupted = true;
  drive();
  drive.options.force = true;
  drive();
  CHECK_FALSE(drive.study.checkpoint_was_there);
}

TEST_CASE("--force leaves no points of a grid that has changed") {
  Drive drive;
  drive.folder.write("out/.fedltr", mark_text({"a=1"}));
  drive.folder.write("out/a=1/summary.json", "{}");
  drive();
  CHECK(fs::exists(drive.folder / "out/a=1/summary.json"));
  drive.options.force = true;
  drive();
  CHECK_FALSE(fs::exists(drive.folder / "out/a=1"));
}

TEST_CASE("an interrupt before the first run writes nothing") {
  Drive drive;
  drive.interrupt.trigger();
  CHECK(drive() == kInterrupted);
  CHECK(drive.study.steps == "build ");
  CHECK_FALSE(fs::exists(drive.folder / "out"));
}

TEST_CASE("an interrupted shard without a checkpoint has no results") {
  Drive drive;
  drive.study.outcome.runs.interrupted = true;
  drive.study.leaves_state = false;
  drive.options.shard = Shard{1, 1};
  const LogText log;
  CHECK(drive() == kInterrupted);
  has(log.text(), "nothing had ended yet, nothing is written");
}

TEST_CASE("a stop that could not be kept is a failure") {
  Drive drive;
  drive.study.outcome.runs.interrupted = true;
  drive.study.outcome.not_kept = "no space left";
  CHECK(drive() == kRunFailed);
}

TEST_CASE("a fatal error is thrown once the results are written") {
  Drive drive;
  drive.study.outcome.runs.failure = "the relay ended";
  CHECK_THROWS_WITH_AS(drive(), "the relay ended", std::runtime_error);
  CHECK(drive.study.steps == "build run write ");
  CHECK(drive.out.str() == "");
  CHECK(drive.keeps_checkpoint());
  drive.options.force = true;
  drive.study.outcome.runs.abandoned = true;
  CHECK_THROWS_AS(drive(), NetworkError);
  drive.study.outcome.runs = {};
  drive.study.outcome.runs.error =
      std::make_exception_ptr(std::invalid_argument("too few queries"));
  CHECK_THROWS_WITH_AS(drive(), "fake: too few queries", UsageError);
}

TEST_CASE("a spent budget is exit code 5") {
  Drive drive;
  drive.study.spent = "3 answers were withheld";
  CHECK(drive() == kBudgetSpent);
}

TEST_CASE("without results there is nothing to report") {
  Drive drive;
  drive.study.any_results = false;
  CHECK(drive() == kDone);
  CHECK(drive.study.steps == "build run ");
  CHECK(drive.out.str() == "");
}

namespace {

/// Records its calls, and fails to listen.
struct FakeNodes : NodeService {
  mutable std::string calls;
  void validate(const Scenario&) const override { calls += "validate "; }
  void listen() override {
    calls += "listen ";
    throw NetworkError("no port");
  }
  RosterConfig offer(std::span<const Point>) override { return {}; }
};

}  // namespace

TEST_CASE("a service for nodes validates, then listens before data are read") {
  const TemporaryFolder folder;
  StudyOptions options;
  options.file =
      folder.write("s.ini", "[data]\ntrain = nowhere\ntest = nowhere\n");
  options.out = folder / "out";
  std::ostringstream out;
  FakeNodes nodes;
  CHECK_THROWS_AS(run_study(options, out, &nodes), NetworkError);
  CHECK(nodes.calls == "validate listen ");
}

TEST_CASE("--resume and --force are refused together, for silos too") {
  const TemporaryFolder folder;
  StudyOptions options;
  options.force = options.resume = true;
  std::ostringstream out;
  for (const char* text : {"[run]\nseed = 1\n", "[silo]\nparties = 2\n"}) {
    options.file = folder.write("s.ini", text);
    CHECK_THROWS_WITH_AS(run_study(options, out),
                         doctest::Contains("give only one"), UsageError);
  }
}

}  // namespace fedltr::driver_test
