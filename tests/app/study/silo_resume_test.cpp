// Interrupted silos, continued by --resume.
#include <algorithm>
#include <fstream>

#include "app/study/silo_study.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/silo_scenario.hpp"

namespace fedltr::silo_resume_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

Outcome run(const TemporaryFolder& folder, const std::string& out,
            const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"run", folder.write("s.ini", kTextSilo),
                                        "--quiet", "--out",
                                        (folder / out).string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return fedltr_command(arguments);
}

/// Leaves a run folder as after a kill: all repeats but one have ended.
void cut_short(const TemporaryFolder& folder, const std::string& out,
               const std::vector<std::string>& settings = {}) {
  const ReadScenario read =
      read_scenario(folder.write("s.ini", kTextSilo), settings);
  SiloStudy study(read, folder / out);
  study.prepare(1, {});
  Interrupt interrupt;
  const StudyOutcome outcome = study.run(2, interrupt);
  REQUIRE_FALSE(outcome.cut_short());
  REQUIRE(outcome.not_kept == "");
  for (const fs::path& each : study.folders())
    fs::remove(each / "checkpoint/f1-r2.bin");
}

void check_same(const fs::path& a, const fs::path& b) {
  std::size_t compared = 0;
  for (const auto& entry : fs::recursive_directory_iterator(a)) {
    const fs::path name = entry.path().lexically_relative(a);
    if (!entry.is_regular_file() || name.filename() == "timing.json") continue;
    CAPTURE(name.string());
    CHECK(read_text(entry.path()) == read_text(b / name));
    ++compared;
  }
  CHECK(compared > 8);
}

}  // namespace

TEST_CASE("an interrupted silo resumes, and ends with the same results") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "whole").code == 0);
  cut_short(folder, "cut");
  const Outcome refused = run(folder, "cut");
  CHECK(refused.code == 2);
  has(refused.err, "--resume");
  const Outcome resumed = run(folder, "cut", {"--resume", "--threads", "1"});
  REQUIRE_MESSAGE(resumed.code == 0, resumed.err);
  check_same(folder / "whole", folder / "cut");
  CHECK_FALSE(fs::exists(folder / "cut/checkpoint"));
  const Outcome again = run(folder, "cut", {"--resume"});
  CHECK(again.code == 0);
  has(again.out, "nothing is left to do");
}

TEST_CASE("a repeat that has ended is not run again") {
  const TemporaryFolder folder;
  cut_short(folder, "cut");
  const ReadScenario read =
      read_scenario((folder / "s.ini").string(), {"run.threads=2"});
  SiloStudy study(read, folder / "cut");
  const auto checkpoints = study.prepare(1, {});
  auto first = checkpoints[0]->load<SiloRepeat>(1, 1);
  REQUIRE(first);
  first->methods.at("local").models[0].setConstant(42);  // recognisable
  checkpoints[0]->save(1, 1, *first);
  REQUIRE(run(folder, "cut", {"--resume"}).code == 0);
  has(read_text(folder / "cut/model-f1-r1.json"), "42.0");
}

TEST_CASE("each point of a grid of silos resumes from its own checkpoint") {
  const TemporaryFolder folder;
  const std::vector<std::string> grid = {"--set", "grid.silo.top=4,6"};
  auto resume = grid;
  resume.push_back("--resume");
  REQUIRE(run(folder, "whole", grid).code == 0);
  cut_short(folder, "cut", {"grid.silo.top=4,6"});
  fs::remove_all(folder / "cut/silo.top=4/checkpoint");  // it had not begun
  REQUIRE(run(folder, "cut", resume).code == 0);
  check_same(folder / "whole", folder / "cut");
}

TEST_CASE("a checkpoint of another silo, or a damaged one, is refused with 6") {
  const TemporaryFolder folder;
  cut_short(folder, "cut");
  const Outcome other = run(folder, "cut", {"--resume", "--set", "silo.top=7"});
  CHECK(other.code == 6);
  has(other.err, "silo.top: 6 there, 7 here");
  const fs::path file = folder / "cut/checkpoint/f1-r3.bin";
  const std::string good = read_text(file);
  for (const std::size_t size : {std::size_t{0}, good.size() / 2}) {
    std::ofstream(file, std::ios::binary) << good.substr(0, size);
    const Outcome damaged = run(folder, "cut", {"--resume"});
    CHECK(damaged.code == 6);
    has(damaged.err, "is damaged");
  }
  CHECK(run(folder, "cut", {"--force"}).code == 0);
  CHECK_FALSE(fs::exists(folder / "cut/checkpoint"));
}

TEST_CASE("an interrupted silo writes finished runs and the way to resume") {
  const TemporaryFolder folder;
  const ReadScenario read = read_scenario(folder.write("s.ini", kTextSilo), {});
  cut_short(folder, "cut");
  SiloStudy study(read, folder / "cut");
  study.prepare(1, {});
  study.resume();
  Interrupt interrupt;
  interrupt.trigger();
  const StudyOutcome outcome = study.run(2, interrupt);
  CHECK(outcome.runs.interrupted);
  CHECK(study.write());
  const auto summary = json_of(folder / "cut/summary.json");
  CHECK(summary["complete"] == false);
  CHECK(summary["metrics"]["ndcg@10"]["n"] == 2);
  CHECK(fs::exists(folder / "cut/checkpoint/f1-r1.bin"));
  // A partial result does not count as a complete one.
  REQUIRE(run(folder, "whole").code == 0);
  REQUIRE(run(folder, "cut", {"--resume"}).code == 0);
  check_same(folder / "whole", folder / "cut");
}

TEST_CASE("a silo whose checkpoints can't be written runs to its end") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "whole").code == 0);
  folder.write("blocked/.fedltr", "");  // it is a run folder
  folder.write("blocked/checkpoint", "a file");
  REQUIRE(run(folder, "blocked").code == 0);
  check_same(folder / "whole", folder / "blocked");
}

}  // namespace fedltr::silo_resume_test
