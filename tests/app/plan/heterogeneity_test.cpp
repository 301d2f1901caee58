// Clients that differ, through the command line.
#include <cmath>

#include <doctest/doctest.h>

#include "app/plan/build.hpp"
#include "app/plan/split_plan.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::heterogeneity_test {
using namespace fedltr::test;

namespace {

constexpr const char* kFiveGrades =
    "[synthetic]\nlike = custom\nqueries = 40\ndocuments = 25\nfeatures = 5\n"
    "grades = 5\n"
    "[ranker]\ninit = normal\nhidden = 4\n"
    "[federation]\nclients = 5\ninteractions = 2\nrounds = 60\n"
    "[evaluation]\nevery = 20\n";

Outcome run(const TemporaryFolder& folder, const std::string& out,
            const std::vector<std::string>& settings,
            const std::string& threads = "2") {
  return run_text(folder, kFiveGrades, out, settings, threads);
}

std::string complaint(const std::vector<std::string>& settings) {
  return complaint_about(kFiveGrades, settings);
}

/// A LETOR file of three queries with named documents.
constexpr const char* kNamed =
    "0 qid:1 1:0.1 2:1 #docid = a\n0 qid:1 1:0.9 2:0 #docid = b\n"
    "0 qid:1 1:0.5 2:0 #docid = c\n"
    "0 qid:2 1:0.2 2:1 #docid = d\n0 qid:2 1:0.8 2:0 #docid = e\n"
    "0 qid:3 1:0.3 2:1 #docid = f\n0 qid:3 1:0.7 2:0 #docid = g\n";

}  // namespace

TEST_CASE(
    "one label a client: online performance is 4/5 of the most, exactly") {
  const TemporaryFolder folder;
  int number = 0;
  for (const char* clicks : {"perfect", "navigational", "informational"})
    for (const char* ranker : {"linear", "neural"})
      for (const char* interactions : {"1", "5"}) {
        const std::string out = "r" + std::to_string(number++);
        const Outcome outcome =
            run(folder, out,
                {"heterogeneity.kind=label-distribution",
                 std::string("clicks.model=") + clicks,
                 std::string("ranker.model=") + ranker,
                 std::string("federation.interactions=") + interactions});
        REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
        const double online =
            json_of(folder / out /
                    "summary.json")["metrics"]["online_discounted"]["mean"];
        CHECK(online == doctest::Approx(0.8 * 2000 * (1 - std::pow(0.9995, 60)))
                            .epsilon(1e-12));
      }
}

TEST_CASE("every kind runs, and gives the same bits on any number of threads") {
  const TemporaryFolder folder;
  int number = 0;
  for (const char* kind :
       {"document-preference", "label-distribution", "click-preference",
        "quantity", "dirichlet", "label-distribution+quantity",
        "document-preference+click-preference+quantity"})
    for (const char* remedy :
         {"federation.local=plain", "federation.local=fedprox",
          "federation.local=fedper", "federation.share=0.5"}) {
      CAPTURE(kind);
      CAPTURE(remedy);
      const std::vector<std::string> settings = {
          std::string("heterogeneity.kind=") + kind, remedy,
          "ranker.model=neural", "federation.rounds=8"};
      const std::string out = "r" + std::to_string(number++);
      const Outcome one = run(folder, out, settings, "1");
      REQUIRE_MESSAGE(one.code == 0, one.err);
      REQUIRE(run(folder, out + "-4", settings, "4").code == 0);
      for (const char* file : {"rounds.csv", "clients.csv", "per_query.tsv"})
        CHECK(read_text(folder / out / file) ==
              read_text(folder / (out + "-4") / file));
      const auto summary = json_of(folder / out / "summary.json");
      CHECK(summary["signature"] ==
            json_of(folder / (out + "-4/summary.json"))["signature"]);
      // Clients with irrelevant documents only have no nDCG.
      CHECK(summary["clients"]["n"] >= 4);
      CHECK(summary["clients"]["worst"] <= summary["clients"]["mean"]);
      CHECK(one.out.find("clients   metric ndcg@10, mean ") !=
            std::string::npos);
    }
}

TEST_CASE("a run warns of clients whose documents have one label") {
  const auto warning = [](std::vector<std::string> settings) {
    settings.emplace_back("heterogeneity.kind=label-distribution");
    return split_warning(unchecked_scenario(settings));
  };
  has(warning({}), "labels-per-client = 1: the documents of a client have");
  CHECK(warning({"heterogeneity.labels-per-client=2"}) == "");
  CHECK(warning({"federation.share=0.5"}) == "");
  CHECK(split_warning(unchecked_scenario({})) == "");
}

TEST_CASE("FedPer's model file has every client's output layer") {
  const TemporaryFolder folder;
  REQUIRE(run(folder, "r",
              {"ranker.model=neural", "federation.local=fedper",
               "heterogeneity.kind=dirichlet"})
              .code == 0);
  const auto model = json_of(folder / "r/model-f1-r1.json");
  CHECK(model["parameters"].size() == 4 * 5 + 4 + 4);
  REQUIRE(model["output_layers"].size() == 5);
  double mean = 0;
  for (const auto& layer : model["output_layers"])
    mean += layer[0].get<double>() / 5;
  CHECK(model["parameters"][24].get<double>() == doctest::Approx(mean));
}

TEST_CASE("judgements by intent come from qrels files") {
  const TemporaryFolder folder;
  folder.write("train.txt", kNamed);
  folder.write("q1.txt", "1 0 a 1\n2 0 d 1\n3 0 f 1\n");
  folder.write("q2.txt", "1 0 b 1\n2 0 e 1\n3 0 g 1\n");
  const std::string scenario = folder.write(
      "s.ini",
      "[data]\ntrain = train.txt\nintents = q1.txt, q2.txt\n"
      "[evaluation]\non = train\n[federation]\nclients = 2\nrounds = 3\n"
      "[heterogeneity]\nkind = document-preference\n");
  const Outcome info = fedltr_command({"data", "info", scenario, "--split"});
  REQUIRE_MESSAGE(info.code == 0, info.err);
  // Each client judges 3 of 7 documents relevant; they differ on 6 of them.
  CHECK(info.out.find("0:4 1:3") != std::string::npos);
  CHECK(info.out.find("85.7%") != std::string::npos);
  const Outcome outcome = fedltr_command(
      {"run", scenario, "--quiet", "--out", (folder / "r").string()});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  folder.write("q2.txt", "1 0 b 1\n2 0 e\n");
  const Outcome bad = fedltr_command({"check", scenario});
  CHECK(bad.code == 0);  // check looks for files but does not read them
  const Outcome read = fedltr_command({"run", scenario, "--force", "--quiet"});
  CHECK(read.code == 3);
  CHECK(read.err.find("q2.txt:2: ") != std::string::npos);
  folder.write("q1.txt", "9 0 a 1\n");
  folder.write("q2.txt", "9 0 b 1\n");
  CHECK(fedltr_command({"run", scenario, "--force", "--quiet"}).code == 3);
}

TEST_CASE("clients are the users of a log") {
  const TemporaryFolder folder;
  std::string labelled = kNamed;
  for (const char* first : {"0 qid:1 1:0.1", "0 qid:2 1:0.2"})
    labelled[labelled.find(first)] = '1';
  folder.write("train.txt", labelled);
  folder.write("users.csv",
               "qid,user,timestamp\n1,ann,2\n2,ann,1\n1,bob,5\n7,bob,6\n");
  const std::string scenario = folder.write(
      "s.ini",
      "[data]\ntrain = train.txt\nusers = users.csv\n[evaluation]\non = train\n"
      "[federation]\nclients = 2\nrounds = 3\n"
      "[heterogeneity]\nkind = by-user\n");
  const Outcome info = fedltr_command({"data", "info", scenario, "--split",
                                       "--out", (folder / "s.csv").string()});
  REQUIRE_MESSAGE(info.code == 0, info.err);
  CHECK(info.out.find("1 searches of the log have queries") !=
        std::string::npos);
  CHECK(read_text(folder / "s.csv").find("\n\"\",1,0,2,5,") !=
        std::string::npos);
  const Outcome outcome = fedltr_command(
      {"run", scenario, "--quiet", "--out", (folder / "r").string()});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  const Outcome many = fedltr_command({"run", scenario, "--quiet", "--set",
                                       "federation.clients=3", "--force",
                                       "--out", (folder / "r").string()});
  CHECK(many.code == 2);
  CHECK(many.err.find("2 users") != std::string::npos);
}

TEST_CASE("made-up users are the same from memory and from files") {
  const TemporaryFolder folder;
  const std::string users = (folder / "users").string();
  const Outcome made = fedltr_command({"data", "synth", "--like", "aol4foltr",
                                       "--queries", "300", "--out", users});
  REQUIRE_MESSAGE(made.code == 0, made.err);
  CHECK(made.out.find("users.csv: log of the users") != std::string::npos);
  CHECK(fedltr_command({"data", "synth", "--like", "aol4foltr", "--queries",
                        "300", "--out", users})
            .err.find("exists already") != std::string::npos);
  const std::string scenario = folder.write(
      "s.ini",
      "[federation]\nclients = 4\ninteractions = 2\nrounds = 60\n"
      "participation = 0.25\nserver-rate = 0.5\n[heterogeneity]\n"
      "kind = by-user\nturns = by-time\n[clicks]\nmodel = perfect\n"
      "[evaluation]\nmetrics = mrr@20\nevery = 60\n");
  const Outcome info = fedltr_command({"data", "info", scenario, "--split",
                                       "--set", "synthetic.queries=300",
                                       "--set", "synthetic.like=aol4foltr"});
  CHECK_MESSAGE(info.out.find(" rounds in the order of the log, which then") !=
                    std::string::npos,
                info.err);
  const auto rounds_of = [&](std::vector<std::string> settings,
                             const std::string& name) {
    std::vector<std::string> arguments = {"run", scenario, "--quiet", "--out",
                                          (folder / name).string()};
    for (const std::string& setting : settings)
      arguments.insert(arguments.end(), {"--set", setting});
    const Outcome outcome = fedltr_command(arguments);
    CHECK_MESSAGE(outcome.code == 0, outcome.err);
    return read_text(folder / name / "rounds.csv");
  };
  const std::string synthetic = rounds_of(
      {"synthetic.like=aol4foltr", "synthetic.queries=300"}, "synthetic");
  // One client a round, of the 4; fold 1 has the first 180 searches.
  CHECK(synthetic.find("\n1,1,60,120,") != std::string::npos);
  CHECK(rounds_of({"data.folds=" + users, "data.users=" + users + "/users.csv"},
                  "files") == synthetic);
  CHECK(rounds_of({"synthetic.like=aol4foltr", "synthetic.queries=300",
                   "run.threads=2"},
                  "threads") == synthetic);
  CHECK(rounds_of({"synthetic.like=aol4foltr", "synthetic.queries=300",
                   "heterogeneity.turns=drawn"},
                  "drawn") != synthetic);
}

TEST_CASE("a run keeps the log of its clients when its data is freed") {
  const Scenario scenario = unchecked_scenario(
      {"synthetic.like=aol4foltr", "synthetic.queries=100",
       "heterogeneity.kind=by-user", "federation.clients=2"});
  LoadedData data = load_data(scenario);
  const std::weak_ptr<const UserLog> log = data.log;
  const auto runs = build_runs(scenario, data, 0);
  data = {};
  REQUIRE(!log.expired());
  FederationPlan plan = runs.front().plan;
  plan.materialize(plan);
  CHECK(plan.population.size() == 2);
}

TEST_CASE("errors of theory or data have one line") {
  const TemporaryFolder folder;
  const std::string kind = "heterogeneity.kind=";
  CHECK(complaint({kind + "label-distribution", "federation.clients=4"})
            .find("federation.clients = 4: is too few") != std::string::npos);
  CHECK(complaint({kind + "click-preference", "federation.clients=2"})
            .find("each of the 3 users") != std::string::npos);
  CHECK(complaint({kind + "quantity", "federation.clients=4"})
            .find("each of the 5 numbers") != std::string::npos);
  CHECK(complaint({kind + "document-preference", "federation.clients=3"})
            .find("each of the 4 intents") != std::string::npos);
  CHECK(complaint({"federation.share=0.5", "privacy.mechanism=gaussian",
                   "privacy.mode=sound"})
            .find("no privacy.mechanism covers") != std::string::npos);
  CHECK(complaint({kind + "labels"}).find("nearest to 'labels'") !=
        std::string::npos);
  CHECK(
      complaint({kind + "dirichlet+label-distribution"}).find("takes one of") !=
      std::string::npos);
  CHECK(complaint({kind + "iid+quantity"}).find("iid can't be combined") !=
        std::string::npos);
  CHECK(complaint({"federation.local=fedper"}).find("ranker.model = neural") !=
        std::string::npos);
  CHECK(complaint({"federation.mu=0.1"}).find("federation.local = fedprox") !=
        std::string::npos);
  CHECK(complaint({"heterogeneity.alpha=1"})
            .find("heterogeneity.kind = dirichlet") != std::string::npos);
  CHECK(complaint({kind + "by-user"}).find("data.users") != std::string::npos);
  CHECK(complaint({kind + "quantity", "heterogeneity.interactions=1,0"})
            .find("1 to 1000000") != std::string::npos);
  CHECK(complaint({"heterogeneity.iid=yes"})
            .find("a heterogeneity.kind other than iid") != std::string::npos);
  CHECK(
      complaint({"federation.share=0.5", "learner.method=es"}).find("not es") !=
      std::string::npos);
}

}  // namespace fedltr::heterogeneity_test
