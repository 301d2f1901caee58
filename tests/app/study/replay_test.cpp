#include "app/study/replay.hpp"

#include "app/base/files.hpp"
#include "tests/support/small_study.hpp"

namespace fedltr::replay_test {
namespace {
using namespace fedltr::test;

/// A run of the small study in the folder r.
struct OneRun {
  explicit OneRun(const std::vector<std::string>& settings = {}, int code = 0) {
    const Outcome outcome = run_text(folder, kSmallStudy, "r", settings);
    REQUIRE_MESSAGE(outcome.code == code, outcome.err);
  }

  Outcome again(std::vector<std::string> options = {}) const {
    options.insert(options.begin(), {"run", (folder / "r").string()});
    return fedltr_command(options);
  }

  TemporaryFolder folder;
};

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a run folder repeats with the same bits") {
  const OneRun plain;
  const Outcome outcome = plain.again();
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(outcome.out == "same bits signature " +
                           json_of(plain.folder / "r/summary.json")["signature"]
                               .get<std::string>() +
                           "\n");
  const OneRun attacked({"attack.kind=lie", "attack.clients=2",
                         "aggregation.rule=median", "faults.dropout=0.2",
                         "faults.min-updates=5"});
  CHECK(attacked.again({"--threads", "2"}).out.starts_with("same bits"));
  // The new results are kept where asked for.
  const std::string out = (plain.folder / "again").string();
  CHECK(plain.again({"--out", out}).code == 0);
  CHECK(read_text(out + "/rounds.csv") ==
        read_text(plain.folder / "r/rounds.csv"));
}

TEST_CASE("the first difference is named, with its likely cause") {
  const OneRun run;
  const std::filesystem::path rounds = run.folder / "r/rounds.csv";
  std::string text = read_text(rounds);
  const std::size_t last = text.rfind(",", text.size() - 2);
  text.replace(last + 1, text.size() - last - 2, "7");
  run.folder.write("r/rounds.csv", text);
  const Outcome outcome = run.again();
  CHECK(outcome.code == 1);
  CHECK_MESSAGE(has(outcome.out, "different rounds.csv, row "), outcome.out);
  CHECK(has(outcome.out, ": 7 before, "));
  CHECK(has(outcome.out, "likely    version, data and keys are the same"));
  auto manifest = json_of(run.folder / "r/manifest.json");
  manifest["fedltr"] = "0.0.9";
  run.folder.write("r/manifest.json", manifest.dump());
  CHECK(has(run.again().out, "another version: fedltr 0.0.9"));
}

TEST_CASE("a run is not repeated on other data, nor with other keys") {
  TemporaryFolder folder;
  REQUIRE(
      fedltr_command({"data", "synth", "--out", (folder / "d").string(),
                      "--queries", "20", "--like", "custom", "--features", "5"})
          .code == 0);
  const OneRun run({"data.folds=" + (folder / "d").string(), "data.fold=1"});
  CHECK(run.again().code == 0);
  folder.write("d/S5.txt", read_text(folder / "d/S5.txt") + "\n");
  const Outcome changed = run.again();
  CHECK(changed.code == 3);
  CHECK_MESSAGE(has(changed.err, "S5.txt: has changed since"), changed.err);
  std::filesystem::remove(folder / "d/S5.txt");
  CHECK(has(run.again().err, "S5.txt: is not there"));
  const Outcome other = run.again({"--set", "run.seed=2"});
  CHECK(other.code == 2);
  CHECK(has(other.err, "--set: a run folder is repeated as it is"));
}

TEST_CASE("a run never replaces the run that it repeats") {
  const OneRun run;
  const std::string folder = (run.folder / "r").string();
  CHECK(has(run.again({"--out", folder, "--force"}).err,
            "is the run to repeat; name another folder"));
  CHECK(has(run.again({"--format", "ndjson"}).err, "is repeated in text"));
}

TEST_CASE("a run that spent its privacy budget repeats") {
  const OneRun spent({"privacy.mechanism=gaussian", "privacy.mode=sound",
                      "privacy.epsilon=1", "privacy.budget=2"},
                     5);
  CHECK_MESSAGE(spent.again().out.starts_with("same bits"), spent.again().err);
}

TEST_CASE("a baseline is not repeated without its run") {
  const OneRun run(
      {"attack.kind=lie", "faults.dropout=0.2", "faults.min-updates=1"});
  const Outcome again =
      fedltr_command({"run", (run.folder / "r/honest").string()});
  CHECK(again.code == 2);
  CHECK(has(again.err, "is a baseline of a run; repeat the run"));
}

TEST_CASE("a grid's folder, or one of a stranger's version, is refused") {
  const OneRun grid({"grid.learner.rate=0.1,0.2"});
  CHECK(has(grid.again().err, "is a grid; repeat its points, one by one"));
  const OneRun run;
  auto manifest = json_of(run.folder / "r/manifest.json");
  manifest["scenario"]["learner.magic"] = "1";
  run.folder.write("r/manifest.json", manifest.dump());
  CHECK(has(run.again().err, "learner.magic is no key of this version"));
}

}  // namespace fedltr::replay_test
