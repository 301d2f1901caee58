// Runs of clients that learn from lists of the past, from scenario to files.
#include <doctest/doctest.h>

#include "algorithms/online/learner.hpp"
#include "app/data/session_file.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::logged_study_test {
namespace {

using test::fedltr_command;
using test::has;
using test::json_of;
using test::read_text;
using test::run_text;
using test::TemporaryFolder;

const std::string kScenario =
    "[synthetic]\nlike = custom\nqueries = 40\nfeatures = 5\n"
    "[federation]\nclients = 4\ninteractions = 20\nrounds = 5\n"
    "[clicks]\nmodel = pbm\n[logging]\nsessions = 300\n";

std::string rounds_of(const TemporaryFolder& folder, const std::string& out) {
  return read_text(folder / out / "rounds.csv");
}

}  // namespace

TEST_CASE("each learner from logs runs, also with users as clients") {
  const TemporaryFolder folder;
  for (const auto& each : learners()) {
    if (!each.traits.from_log) continue;
    for (const std::string kind : {"iid", "by-user"}) {
      const std::string out = each.name + kind;
      CAPTURE(out);
      const auto run = [&](const char* threads) {
        return run_text(
            folder, kScenario, out + threads,
            {"learner.method=" + each.name, "heterogeneity.kind=" + kind},
            threads);
      };
      const auto outcome = run("1");
      CHECK_MESSAGE(outcome.code == 0, outcome.err);
      CHECK(run("3").code == 0);
      CHECK(rounds_of(folder, out + "1") == rounds_of(folder, out + "3"));
      const auto model = json_of(folder / (out + "1") / "model-f1-r1.json");
      CHECK(model["parameters"].size() == 5);
      CHECK(
          std::filesystem::exists(folder / (out + "1") / "propensities.csv") ==
          (each.traits.by_examination || each.traits.room));
    }
  }
}

TEST_CASE("propensities that diverge under an attack have no interval") {
  const TemporaryFolder folder;
  const auto outcome =
      run_text(folder, kScenario, "a",
               {"learner.method=dla", "run.repeats=2", "federation.rounds=20",
                "federation.clients=10", "attack.kind=gaussian",
                "attack.clients=0.3", "attack.gaussian.length=100000"});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(has(read_text(folder / "a" / "propensities.csv"), ",0,inf\n"));
}

TEST_CASE("a run leaves its propensities, which another takes as a file") {
  const TemporaryFolder folder;
  REQUIRE(run_text(folder, kScenario, "a",
                   {"learner.method=ips", "logging.swaps=0.5",
                    "logging.propensities=swaps"})
              .code == 0);
  const Examination curve = read_curve(folder / "a" / "propensities.csv");
  CHECK(curve.propensity.size() == 10);
  CHECK(curve.propensity[0] == 1);
  const std::string file = (folder / "a/propensities.csv").string();
  const auto outcome =
      run_text(folder, kScenario, "b",
               {"learner.method=ips", "logging.swaps=0.5",
                "logging.propensities=file", "logging.curve=" + file});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(rounds_of(folder, "a") == rounds_of(folder, "b"));
}

TEST_CASE("a run estimates propensities from masked, noisy sums of clicks") {
  const TemporaryFolder folder;
  const auto run = [&](const std::string& out,
                       const std::vector<std::string>& more) {
    std::vector<std::string> settings = {
        "learner.method=ips",   "heterogeneity.kind=by-user",
        "logging.swaps=0.5",    "logging.propensities=swaps",
        "logging.queries=0",    "logging.sessions=6000",
        "federation.clients=40"};
    settings.insert(settings.end(), more.begin(), more.end());
    const auto outcome = run_text(folder, kScenario, out, settings, "2");
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    return outcome.out;
  };
  const std::string secure = "privacy.secure-aggregation=yes";
  const auto curve = [&](const std::string& out) {
    return read_curve(folder / out / "propensities.csv").propensity;
  };
  run("plain", {});
  run("masked", {secure});
  CHECK(
      has(run("noisy", {secure, "logging.epsilon=20"}), "propensities' ε 20"));
  for (std::size_t rank = 0; rank < 10; ++rank)
    CHECK(curve("masked")[rank] ==
          doctest::Approx(curve("plain")[rank]).epsilon(1e-7));
  CHECK(curve("noisy") != curve("masked"));
  const auto privacy = json_of(folder / "noisy" / "summary.json")["privacy"];
  CHECK(privacy["propensities"]["epsilon"].get<double>() ==
        doctest::Approx(20).epsilon(1e-4));
  CHECK(rounds_of(folder, "noisy") != rounds_of(folder, "masked"));
}

TEST_CASE("a recorded log gives what the simulated one gives") {
  const TemporaryFolder folder;
  const std::string data = (folder / "data").string();
  REQUIRE(fedltr_command({"data", "synth", "--out", data, "--like", "custom",
                          "--queries", "40", "--features", "5"})
              .code == 0);
  const std::string scenario =
      "[data]\nfolds = data\n[federation]\nclients = 4\ninteractions = 20\n"
      "rounds = 5\n[clicks]\nmodel = pbm\n[learner]\nmethod = naive\n";
  const std::string log = (folder / "log.csv").string();
  const std::string file = folder.write("s.ini", scenario);
  const auto written = fedltr_command(
      {"data", "log", file, "--out", log, "--set", "logging.sessions=300"});
  CHECK_MESSAGE(written.code == 0, written.err);
  has(written.out, "searches  300");
  REQUIRE(
      run_text(folder, scenario, "simulated", {"logging.sessions=300"}).code ==
      0);
  const auto outcome =
      run_text(folder, scenario, "recorded", {"data.log=" + log});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(rounds_of(folder, "simulated") == rounds_of(folder, "recorded"));

  const auto value = fedltr_command(
      {"eval", (folder / "recorded").string(), data + "/S1.txt",
       data + "/S2.txt", data + "/S3.txt", "--log", log, "--curve",
       folder.write("c.csv", "rank,propensity\n1,1\n2,0.5\n3,0.33\n")});
  CHECK_MESSAGE(value.code == 0, value.err);
  has(value.out, "gain@10");
  has(value.out, "one below 0 does not show that it is worse");
  CHECK(value.out.find("Clipped clicks") == std::string::npos);
  const auto clipped =
      fedltr_command({"eval", (folder / "recorded").string(), data + "/S1.txt",
                      data + "/S2.txt", data + "/S3.txt", "--log", log,
                      "--curve", (folder / "c.csv").string(), "--clip", "0.4"});
  CHECK_MESSAGE(clipped.code == 0, clipped.err);
  has(clipped.out, "Clipped clicks count less than they should");
  const auto refused = fedltr_command(
      {"eval", (folder / "recorded").string(), data + "/S1.txt",
       data + "/S2.txt", data + "/S3.txt", "--log", log, "--curve",
       (folder / "c.csv").string(), "--least-overlap", "1"});
  CHECK(refused.code == 3);
  has(refused.err, "does not show the model's value");
  const auto without = fedltr_command(
      {"eval", (folder / "recorded").string(), data + "/S1.txt", "--log", log});
  CHECK(without.code == 2);
  has(without.err, "has no column propensity; give --curve FILE");
}

TEST_CASE("rows of a log need no labels, unless evaluations use them") {
  const TemporaryFolder folder;
  folder.write("rows.txt", "qid:a 1:0 2:1\nqid:a 1:1 2:0\n");
  folder.write("rows.csv", "qid,f1,f2\na,0,1\na,1,0\n");
  folder.write("test.txt", "0 qid:b 1:1\n1 qid:b 2:1\n");
  folder.write("log.csv", "qid,docno,position,click\na,a.1,1,0\na,a.2,2,1\n");
  const std::string scenario =
      "[data]\ntest = test.txt\nlog = log.csv\n[federation]\nclients = 2\n"
      "interactions = 2\nrounds = 2\n[learner]\nmethod = naive\n";
  for (const std::string rows : {"rows.txt", "rows.csv"}) {
    const auto run = run_text(folder, scenario, rows + ".out",
                              {"data.train=" + (folder / rows).string()});
    CHECK_MESSAGE(run.code == 0, run.err);
  }
  CHECK(rounds_of(folder, "rows.txt.out") == rounds_of(folder, "rows.csv.out"));
  const auto refused =
      run_text(folder,
               "[data]\nlog = log.csv\n[evaluation]\non = train\n"
               "[learner]\nmethod = naive\n",
               "judged", {"data.train=" + (folder / "rows.txt").string()});
  CHECK(refused.code == 3);
  has(refused.err, "rows.txt:1: a row without a label");
}

TEST_CASE("a log has at least a user for each client of by-user") {
  const TemporaryFolder folder;
  const auto outcome = run_text(folder, kScenario, "a",
                                {"learner.method=naive", "logging.sessions=3",
                                 "heterogeneity.kind=by-user"});
  CHECK(outcome.code == 2);
  has(outcome.err,
      "federation.clients = 4: is more than the 3 users of the log");
}

TEST_CASE("users whose clicks ranks do not decide have no curve") {
  const TemporaryFolder folder;
  const auto outcome =
      run_text(folder, kScenario, "a",
               {"learner.method=ips", "clicks.model=navigational"});
  CHECK(outcome.code == 2);
  has(outcome.err, "set clicks.model = pbm, trust or dcm");
}

}  // namespace fedltr::logged_study_test
