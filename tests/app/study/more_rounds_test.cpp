// Finished runs that continue with more rounds.
#include "app/schema/more_rounds.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::more_rounds_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

constexpr const char* kText =
    "[run]\nrepeats = 2\n"
    "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 9\nfeatures = 4\n"
    "[federation]\nclients = 10\ninteractions = 2\nrounds = 4\n";

using Texts = std::vector<std::string>;

Outcome run_rounds(const TemporaryFolder& folder, const std::string& out,
                   const std::string& rounds, const Texts& settings,
                   const Texts& options = {}) {
  Texts arguments = {"run",
                     folder.write("s.ini", kText),
                     "--quiet",
                     "--out",
                     (folder / out).string(),
                     "--set",
                     "federation.rounds=" + rounds};
  for (const std::string& setting : settings) {
    arguments.push_back("--set");
    arguments.push_back(setting);
  }
  arguments.insert(arguments.end(), options.begin(), options.end());
  return fedltr_command(arguments);
}

/// Bytes of all results of a study, but those of time.
std::map<std::string, std::string> results_below(const fs::path& folder) {
  std::map<std::string, std::string> all;
  for (const auto& each : fs::recursive_directory_iterator(folder)) {
    const std::string name = each.path().filename();
    if (each.is_regular_file() && name != "timing.json" && name != ".fedltr" &&
        name != "unlearning.json")
      all[each.path().lexically_relative(folder)] = read_text(each.path());
  }
  return all;
}

/// Checks that 4 rounds continued to 9 leave what 9 rounds leave.
void check_continued(const Texts& settings) {
  CAPTURE(settings);
  const TemporaryFolder folder;
  REQUIRE(run_rounds(folder, "whole", "9", settings).code == 0);
  REQUIRE(run_rounds(folder, "grown", "4", settings).code == 0);
  REQUIRE(fs::exists(folder / "grown"));
  const Outcome more = run_rounds(folder, "grown", "9", settings, {"--resume"});
  REQUIRE_MESSAGE(more.code == 0, more.err);
  const auto whole = results_below(folder / "whole");
  const auto grown = results_below(folder / "grown");
  REQUIRE(whole.size() == grown.size());
  for (const auto& [name, bytes] : whole) {
    CAPTURE(name);
    CHECK(grown.at(name) == bytes);
  }
}

}  // namespace

TEST_CASE("a finished run continues with more rounds to the same bits") {
  check_continued({"federation.server=adam", "aggregation.momentum=0.5",
                   "aggregation.rule=median"});
}

TEST_CASE("a row that was there as the last one only is left out") {
  check_continued({"evaluation.every=3", "evaluation.validate=map",
                   "evaluation.keep=best"});
}

TEST_CASE("state of clients, faults and masks continues") {
  check_continued({"ranker.model=neural", "ranker.hidden=3",
                   "federation.local=fedper", "federation.participation=0.5",
                   "faults.dropout=0.2", "faults.late=0.2"});
  check_continued({"privacy.secure-aggregation=yes"});
}

TEST_CASE("attacks and unlearning in given rounds continue") {
  check_continued(
      {"attack.kind=lie", "attack.clients=2", "aggregation.rule=krum"});
  check_continued({"unlearning.method=federaser", "unlearning.clients=3",
                   "unlearning.after=4", "unlearning.interval=2",
                   "unlearning.steps=2"});
}

TEST_CASE("all points of a grid continue") {
  check_continued({"grid.clicks.model=perfect,informational"});
}

TEST_CASE("early stopping ends the longer run where it ended the shorter one") {
  check_continued({"evaluation.validate=ndcg@10", "evaluation.patience=2"});
}

TEST_CASE("a refusal names the key that needs the number of rounds") {
  const TemporaryFolder folder;
  const auto refusal = [&](const Texts& settings, const Texts& first = {}) {
    const std::string out = std::to_string(settings.size() + 7 * first.size());
    Texts all = settings;
    all.insert(all.end(), first.begin(), first.end());
    fs::remove_all(folder / out);
    const int code = run_rounds(folder, out, "4", all).code;
    CHECK((code == 0 || code == 5));
    const auto before = results_below(folder / out);
    const Outcome more = run_rounds(folder, out, "9", settings, {"--resume"});
    CHECK(more.code == 6);
    CHECK(results_below(folder / out) == before);  // nothing is lost
    return more.err;
  };
  has(refusal({"unlearning.method=retrain", "unlearning.clients=3"}),
      "unlearning.after = 0");
  has(refusal({"attack.kind=replacement", "attack.clients=1",
               "attack.baseline=no"}),
      "attack.start = 0");
  has(refusal({}, {"checkpoint.keep=no"}), "checkpoint.keep = yes");
  has(refusal({"privacy.mechanism=gaussian", "privacy.mode=sound",
               "privacy.epsilon=1", "privacy.budget=1.1"}),
      "privacy.budget is spent");
  has(refusal({"privacy.mechanism=gaussian", "privacy.mode=sound",
               "privacy.budget=1e9"},
              {"federation.clients=11"}),
      "federation.clients: 11 there, 10 here");
}

TEST_CASE("fewer rounds than there are results are refused") {
  const TemporaryFolder folder;
  REQUIRE(run_rounds(folder, "out", "4", {}).code == 0);
  const Outcome fewer = run_rounds(folder, "out", "3", {}, {"--resume"});
  CHECK(fewer.code == 6);
  has(fewer.err, "federation.rounds: 4 there, 3 here");
}

TEST_CASE("a damaged state is refused, and nothing is lost") {
  const TemporaryFolder folder;
  REQUIRE(run_rounds(folder, "out", "4", {}).code == 0);
  std::string bytes = read_text(folder / "out/state-f1-r2.bin");
  bytes[bytes.size() / 2] ^= 1;
  folder.write("out/state-f1-r2.bin", bytes);
  const Outcome more = run_rounds(folder, "out", "9", {}, {"--resume"});
  CHECK(more.code == 6);
  has(more.err, "state-f1-r2.bin: can't be used (its SHA-256 is wrong)");
  CHECK(fs::exists(folder / "out/summary.json"));
  CHECK_FALSE(fs::exists(folder / "out/checkpoint"));
}

}  // namespace fedltr::more_rounds_test
