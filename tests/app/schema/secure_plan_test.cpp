// Secure aggregation through the command line.
#include "app/schema/secure_plan.hpp"

#include <cmath>

#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::secure_aggregation_test {
using namespace fedltr::test;

namespace {

constexpr const char* kSecure =
    "[synthetic]\nlike = custom\nqueries = 40\ndocuments = 15\nfeatures = 6\n"
    "[federation]\nclients = 30\ninteractions = 4\nrounds = 6\n"
    "[privacy]\nsecure-aggregation = yes\n";

std::string complaint(const std::vector<std::string>& settings) {
  return complaint_about(kSecure, settings);
}

/// Summary of the run, which must succeed.
nlohmann::json summary(const std::vector<std::string>& settings,
                       const char* threads = "2") {
  const TemporaryFolder folder;
  const Outcome outcome = run_text(folder, kSecure, "r", settings, threads);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  return json_of(folder / "r/summary.json");
}

}  // namespace

TEST_CASE("report and summary show bounds and costs of secure aggregation") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_text(folder, kSecure, "r", {"faults.dropout=0.1"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  has(outcome.out,
      "secure    neighbours 20, threshold 14, dropouts tolerated 0.2, "
      "colluders "
      "tolerated 0.1, masks recovered ");
  has(outcome.out, "the server sees only each round's sum");
  const auto json = json_of(folder / "r/summary.json");
  const auto secure = json["secure_aggregation"];
  CHECK(secure["neighbours"] == 20);
  CHECK(secure["threshold"] == 14);
  // 7 of 30 drop out in one of the rounds.
  CHECK(secure["rounds_lost"] == 1);
  CHECK(json["faults"]["unused_rounds"] == 1);
  CHECK(secure["recovered"] == json["faults"]["dropouts"].get<int>() - 7);
  CHECK(secure["bytes_up_per_client_round"] > 20 * 168);
  const Outcome again =
      run_text(folder, kSecure, "a", {"faults.dropout=0.1"}, "4");
  REQUIRE(again.code == 0);
  for (const char* file :
       {"rounds.csv", "clients.csv", "faults.csv", "summary.json"})
    CHECK(read_text(folder / ("r/" + std::string(file))) ==
          read_text(folder / ("a/" + std::string(file))));
  const Outcome open =
      run_text(folder, kSecure, "o", {"privacy.secure-aggregation=no"});
  REQUIRE(open.code == 0);
  CHECK(open.out.find("secure ") == std::string::npos);
  CHECK(json_of(folder / "o/summary.json")["secure_aggregation"] == nullptr);
}

TEST_CASE("report, check and summary state what a lying server may open") {
  const TemporaryFolder folder;
  const std::string single =
      "a server that lies about who has dropped out may open the update of a "
      "single client; privacy.secure-server = lies-about-dropouts prevents "
      "this, but not lies about clients' keys or their number";
  const std::string most =
      "a server that lies about who has dropped out opens no sum of fewer than "
      "19 honest clients; one that lies about clients' keys or their number "
      "may open the update of a single client";
  const std::string lies = "privacy.secure-server=lies-about-dropouts";
  const Outcome honest = run_text(folder, kSecure, "h", {});
  has(honest.out, single);
  CHECK(json_of(folder / "h/summary.json")["privacy"]["lying_server"] ==
        single);
  const Outcome lying = run_text(folder, kSecure, "l", {lies});
  REQUIRE_MESSAGE(lying.code == 0, lying.err);
  has(lying.out, most);
  has(lying.out, "secure    neighbours 29, threshold 23");
  const auto json = json_of(folder / "l/summary.json");
  CHECK(json["privacy"]["lying_server"] == most);
  // Masks change no sum, so more of them don't either.
  CHECK(json["signature"] == json_of(folder / "h/summary.json")["signature"]);
  const std::string file = folder.write("s.ini", kSecure);
  has(fedltr_command({"check", file}).out, "# privacy: " + single + "\n");
  const auto grid = nlohmann::json::parse(
      fedltr_command({"check", file, "--format", "json", "--set",
                      "grid.privacy.secure-server=honest,lies-about-dropouts"})
          .out);
  CHECK(grid["lying_server"] == nlohmann::json({single, most}));
}

TEST_CASE("the bound on a lying server is of the smallest round") {
  const auto says = [](const std::vector<std::string>& settings) {
    const TemporaryFolder folder;
    return lying_server(read_scenario(folder.write("s.ini", kSecure), settings)
                            .points[0]
                            .scenario);
  };
  const std::string lies = "privacy.secure-server=lies-about-dropouts";
  has(says({lies, "timeline.at=3 leave 0-19"}), "fewer than 6 honest clients");
  has(says({lies, "federation.participation=0.5"}),
      "fewer than 10 honest clients");
  // All are neighbours anyway, but accept other thresholds.
  has(says({"federation.clients=4"}), "may open the update of a single client");
  has(says({"federation.clients=4", lies}), "fewer than 3 honest clients");
  CHECK(says({"privacy.secure-aggregation=no"}).empty());
  has(lying_server(default_scenario({"members.names=a,b,c,d"})),
      "may open the part of a single member; members.level = lying");
  has(lying_server(
          default_scenario({"members.names=a,b,c,d,e", "members.level=lying"})),
      "opens one sum of an epoch, with all 5 members present of at least 3 "
      "honest ones");
}

TEST_CASE("it goes with weights, participation, servers, locals and rankers") {
  for (const std::vector<std::string>& settings :
       std::vector<std::vector<std::string>>{
           {"federation.weighting=uniform"},
           {"federation.participation=0.5"},
           {"privacy.secure-server=lies-about-dropouts", "faults.dropout=0.05"},
           {"federation.server=momentum"},
           {"federation.server=adam"},
           {"federation.local=fedprox"},
           {"ranker.model=neural", "ranker.init=normal", "ranker.hidden=4"},
           {"ranker.model=neural", "ranker.init=normal", "ranker.hidden=4",
            "federation.local=fedper"},
           {"learner.method=es"},
           {"learner.method=dbgd"},
           {"learner.method=es", "privacy.mechanism=randomized-response",
            "privacy.p=0.5"},
           {"heterogeneity.kind=quantity", "heterogeneity.interactions=1,2,9"},
           {"attack.kind=lie", "attack.clients=5"},
           {"attack.kind=click-poison", "attack.clients=5"},
           {"unlearning.method=fine-tune", "unlearning.clients=0-2"},
           {"timeline.at=2 join 3; 4 leave 5"},
           {"privacy.mechanism=gaussian", "privacy.mode=sound",
            "privacy.shares=20", "faults.dropout=0.05"},
           {"privacy.mechanism=gamma-laplace", "privacy.mode=sound",
            "privacy.randomness=system"}}) {
    CAPTURE(settings[0]);
    const auto json = summary(settings);
    CHECK(json["complete"] == true);
    CHECK(json["secure_aggregation"]["rounds_lost"] == 0);
    CHECK(json["refused"] == 0);
  }
}

TEST_CASE("FPDGD's sums have Laplace noise, and are accounted so") {
  const std::vector<std::string> gamma = {"privacy.mechanism=gamma-laplace",
                                          "privacy.epsilon=4.5"};
  const auto privacy = summary(gamma)["privacy"];
  CHECK(privacy["claimed"] == 4.5);
  // sqrt(6) times the claim per round, six rounds.
  CHECK(privacy["composition"]["basic"].get<double>() ==
        doctest::Approx(6 * std::sqrt(6.0) * 4.5));
  CHECK(privacy["accounted"].get<double>() <= 6 * std::sqrt(6.0) * 4.5);
  CHECK(privacy["caveat"].get<std::string>().find("sums of all clients") !=
        std::string::npos);
  auto open = gamma;
  open.push_back("privacy.secure-aggregation=no");
  CHECK(summary(open)["privacy"]["accounted"].is_null());
  auto limited = gamma;
  limited.push_back("privacy.budget=40");
  const TemporaryFolder folder;
  CHECK(run_text(folder, kSecure, "b", limited).code == 5);
}

TEST_CASE("settings that need a client's own update are refused with reasons") {
  for (const char* rule : {"krum", "median", "trimmed-mean", "norm-bound"})
    has(complaint({std::string("aggregation.rule=") + rule}),
        "compares updates with each other");
  for (const char* rule : {"fldetector", "vigilant"})
    has(complaint({std::string("aggregation.rule=") + rule}),
        "follows each client's updates");
  has(complaint(
          {"attack.kind=lie", "attack.clients=3", "attack.knowledge=full"}),
      "which does not exist under privacy.secure-aggregation");
  for (const char* method : {"federaser", "fedremove"})
    has(complaint({std::string("unlearning.method=") + method,
                   "unlearning.clients=0"}),
        "the sum with an unlearned client minus the sum without it is its "
        "update");
  has(complaint({"unlearning.method=pga", "unlearning.clients=0"}),
      "unlearning.method = pga");
  has(complaint({"faults.late=0.1", "faults.stale=weigh"}),
      "where its masks don't cancel");
}

TEST_CASE("impossible bounds and sums are refused with the numbers") {
  has(complaint({"federation.clients=2"}), "needs 3 clients per round");
  has(complaint({"federation.participation=0.05"}),
      "with 2 the sum reveals a client's update");
  // 11 and 9 clients would do.
  has(complaint({"federation.clients=11", "privacy.secure-dropouts=0.5",
                 "privacy.secure-colluders=0.4",
                 "timeline.at=3 leave 0; 5 leave 1"}),
      "federation.clients = 11");
  has(complaint({"federation.clients=100001"}),
      "allows at most 100000 per round");
  has(complaint({"timeline.at=3 leave 0-27"}), "needs 3 clients per round");
  has(complaint({"faults.dropout=0.3"}),
      "is less than the 0.3 of the clients that fail");
  has(complaint(
          {"privacy.secure-dropouts=0.6", "privacy.secure-colluders=0.5"}),
      "leaves no threshold");
  has(complaint({"privacy.secure-range=1e13"}),
      "does not fit 64-bit sums: weights of 120 in all");
  has(complaint({"privacy.mechanism=gamma-laplace", "privacy.secure-range=5"}),
      "is too small: with clip and noise a client's part may reach");
  has(complaint({"learner.method=es", "learner.es.sigma=0.001"}),
      "may reach 10000");
  has(complaint({"privacy.secure-aggregation=no", "privacy.secure-range=5"}),
      "privacy.secure-aggregation = yes");
}

TEST_CASE("sums that are likely to be lost are warned of with the chance") {
  const auto warning = [](const std::vector<std::string>& settings) {
    const TemporaryFolder folder;
    return loss_warning(read_scenario(folder.write("s.ini", kSecure), settings)
                            .points[0]
                            .scenario);
  };
  CHECK(warning({}).empty());
  CHECK(warning({"faults.dropout=0.05"}).empty());
  // 1 - sum of the binomial probabilities of 0 to 6 of 30.
  CHECK(warning({"faults.dropout=0.05", "faults.crash=0.05"}) ==
        "a round of 30 clients stands 6 dropouts: if each client fails with "
        "0.1, more fail, and the sum is lost, in 2.6 % of such rounds");
  // With three clients none may fail: 1 - 0.9^3.
  has(warning({"faults.dropout=0.1", "federation.clients=3"}),
      "stands 0 dropouts: if each client fails with 0.1, more fail, and the "
      "sum is lost, in 27 % of such rounds");
  has(warning({"faults.dropout=0.1", "faults.least=27"}), "stands 3 dropouts");
  has(warning({"faults.dropout=0.1", "timeline.at=3 leave 0-19"}),
      "a round of 10 clients stands 2 dropouts");
  CHECK(
      warning({"faults.dropout=0.1", "privacy.secure-aggregation=no"}).empty());
}

TEST_CASE("clients without searches are not blamed on a key that isn't set") {
  const std::string uneven = "heterogeneity.kind=dirichlet";
  has(complaint({"privacy.mechanism=gamma-laplace", uneven,
                 "heterogeneity.alpha=0.01"}),
      "privacy.mechanism = gamma-laplace needs the share of every client");
  has(complaint({"privacy.mechanism=gaussian", "privacy.mode=sound",
                 "privacy.shares=30", uneven, "heterogeneity.alpha=0.01"}),
      "privacy.shares = 30 is more than the ");
}

TEST_CASE("noise that FPDGD lacks under secure aggregation is refused") {
  const std::string gamma = "privacy.mechanism=gamma-laplace";
  has(complaint({gamma, "federation.absent=3"}), "omits shares");
  has(complaint({gamma, "faults.dropout=0.1"}),
      "needs the share of every client");
  has(complaint({gamma, "unlearning.method=fine-tune", "unlearning.clients=1"}),
      "has clients leave");
  has(complaint({gamma, "attack.kind=lie", "attack.clients=2"}),
      "without the share of noise");
  has(complaint({"privacy.mechanism=gaussian", "privacy.mode=sound",
                 "privacy.shares=29", "attack.kind=lie", "attack.clients=2"}),
      "who omit their shares");
  has(complaint({gamma, "privacy.randomness=system"}),
      "whose noise is simulated");
  has(complaint({gamma, "heterogeneity.kind=quantity"}),
      "must be uniform for gamma-laplace");
}

TEST_CASE("checkpoints and threads change nothing") {
  const TemporaryFolder folder;
  const std::vector<std::string> settings = {"faults.dropout=0.1",
                                             "checkpoint.every=2"};
  REQUIRE(run_text(folder, kSecure, "w", settings).code == 0);
  const auto whole = json_of(folder / "w/summary.json");
  CHECK(summary(settings, "1")["signature"] == whole["signature"]);
}

TEST_CASE("sums withstand what the keys set, in steps of sound noise") {
  const SecurePlan plain = secure_plan(unchecked_scenario(
      {"privacy.secure-dropouts=0.25", "privacy.secure-colluders=0.125",
       "privacy.secure-range=64"}));
  CHECK(plain.tolerance.dropouts == 0.25);
  CHECK(plain.tolerance.colluders == 0.125);
  CHECK_FALSE(plain.tolerance.lies);
  CHECK(plain.limit == 64);
  CHECK(plain.quantum == 0);
  const Scenario sound =
      unchecked_scenario({"privacy.mechanism=gaussian", "privacy.mode=sound"});
  CHECK(secure_plan(sound).quantum == sound_noise(sound).step);
  CHECK(secure_plan(sound).quantum > 0);
}

TEST_CASE("more shares mean less noise in each, a smaller epsilon more") {
  const auto noise = [](const std::string& setting) {
    return sound_noise(unchecked_scenario(
        {"privacy.mechanism=gaussian", "privacy.mode=sound", setting}));
  };
  CHECK(noise("privacy.shares=9").shares == 9);
  CHECK(noise("privacy.epsilon=1").width() >
        noise("privacy.epsilon=4").width());
  CHECK(noise("privacy.delta=1e-9").width() >
        noise("privacy.delta=1e-3").width());
}

TEST_CASE("clients fail by any of their faults") {
  CHECK(failing_share(unchecked_scenario({})) == 0);
  CHECK(failing_share(unchecked_scenario(
            {"faults.dropout=0.125", "faults.late=0.25",
             "faults.corrupt=0.0625", "faults.crash=0.03125"})) == 0.46875);
}

}  // namespace fedltr::secure_aggregation_test
