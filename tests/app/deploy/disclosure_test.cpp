#include "app/deploy/disclosure.hpp"

#include <set>
#include <sstream>

#include "app/base/errors.hpp"
#include "app/deploy/early_account.hpp"
#include "tests/support/agreement.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::disclosure_test {
using namespace fedltr::test;

namespace {

/// A top-K answer of 16 bytes.
const TopAnswer kTwoNumbers{{}, {}, {1, 2}};

}  // namespace

TEST_CASE("a digest covers what is agreed on, and no machine") {
  const std::string digest = agreement_of(kThree).digest;
  CHECK(digest.size() == 64);
  CHECK(agreement_of(std::string(kThree) + "[data]\nfolder = x\n").digest ==
        digest);
  CHECK(agreement_of(
            "[run]\nout = elsewhere\nname = n\n[silo]\nmembers = a, b, c\n")
            .digest == digest);
  CHECK(agreement_of(kThree, {.rehearsal = true}).digest != digest);
  CHECK(agreement_of("[silo]\nmembers = a, c, b\n").digest != digest);
  CHECK(agreement_of(std::string(kThree) + "epsilon = 7\n").digest != digest);
}

TEST_CASE("a noise that an epsilon of 0 switches off is no mistake") {
  for (const char* noise : {"off", "sound", "paper"})
    CHECK_FALSE(agreement_of(std::string(kThree) +
                             "epsilon = 0\nnoise = " + noise + "\n")
                    .scenario.silo.noisy());
  CHECK_THROWS_AS(
      agreement_of(std::string(kThree) + "epsilon = 2\nnoise = off\n"),
      UsageError);
}

TEST_CASE("an invalid consortium's run is refused") {
  for (const char* text :
       {"[silo]\nparties = 4\n",
        "[run]\nrepeats = 2\n[silo]\nmembers = a, b, c\n",
        "[silo]\nmembers = a, b, c\n[grid]\nsilo.epsilon = 1, 2\n"})
    CHECK_THROWS_AS(agreement_of(text), UsageError);
}

TEST_CASE("metrics that no member's judgements can have are refused") {
  const auto complaint = [](const std::string& metrics) -> std::string {
    return error_of<UsageError>([&] {
      agreement_of(std::string(kThree) + "grades = 4\n[evaluation]\n" +
                   metrics);
    });
  };
  CHECK(complaint("metrics = err, map\nerr-grade = 3\nrelevant-from = 3\n") ==
        "");
  CHECK(complaint("metrics = err\nerr-grade = 2\n")
            .ends_with(": evaluation.err-grade is below the data's highest "
                       "grade, 3"));
  CHECK(complaint("metrics = ndcg, map\nrelevant-from = 4\n")
            .ends_with(": evaluation.relevant-from = 4: is above the highest "
                       "grade of silo.grades = 4, so map has no mean"));
}

TEST_CASE("a plan of an agreement has no data, and secrets of the system's") {
  const auto plan = plan_of(agreement_of(kThree));
  CHECK(plan.parties() == 3);
  CHECK(plan.collection == nullptr);
  CHECK(plan.grades == 3);
  REQUIRE(plan.system);
  CHECK(plan.secrets()(Purpose::kHashKey, 0, 1)() !=
        plan.secrets()(Purpose::kHashKey, 0, 1)());
  const auto rehearsal = plan_of(agreement_of(kThree, {.rehearsal = true}));
  CHECK(rehearsal.secrets()(Purpose::kHashKey, 0, 1)() ==
        rehearsal.secrets()(Purpose::kHashKey, 0, 1)());
}

TEST_CASE("a search session is another agreement, and discloses no training") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", kThree);
  const Agreement search = read_agreement(file, {.search = true});
  CHECK(search.digest != read_agreement(file).digest);
  CHECK(search.task() == SiloTask::kSearch);
  CHECK(plan_of(search).methods.empty());
  std::set<MessageType> told;
  for (const Disclosure& each : disclosures(search)) told.insert(each.type);
  using T = MessageType;
  CHECK(told == std::set<T>{T::kPartyKey, T::kWrappedKey, T::kFrequencies,
                            T::kTopQuestion, T::kTopAnswer, T::kCountQuestion,
                            T::kCountAnswers, T::kRefusal, T::kLedgerHead});
  std::ostringstream out;
  print_disclosures(out, search, "a");
  CHECK(out.str().find("until it is stopped") != std::string::npos);
  CHECK(out.str().find("query that its user puts") != std::string::npos);
}

TEST_CASE("an account has each kind of message, its receivers and figures") {
  const Agreement agreement =
      agreement_of("[silo]\nmembers = a, b, c\nepsilon = 0.5\nnoise = sound\n");
  DisclosureMeter meter;
  SiloMessage message = message_of(QuestionsDone{1});
  meter.count(message);
  message = message_of(SiloRefusal{{'n', 'o'}});
  message.to = kRelay;
  meter.count(message);
  message = message_of(kTwoNumbers);
  message.to = 2;
  meter.count(message);
  meter.count(message);
  PartyRecord record;
  record.safety_code = "12 34";
  record.withheld = 3;
  record.worst.releases = 6;
  record.worst.claimed = 3;
  const DisclosureAccount account{agreement, "a", meter, record, 5};
  const auto json = nlohmann::json::parse(disclosure_json(account));
  CHECK(json["agreement"] == agreement.digest);
  CHECK(json["answers"]["withheld"] == 3);
  CHECK(json["answers"]["in_earlier_runs"] == 5);
  CHECK(json["answers"]["worst_document"]["claimed"] == 3);
  for (const auto& row : json["told"])
    if (row["message"] == "top-K answer") {
      CHECK(row["sent_to"].size() == 1);
      CHECK(row["sent_to"]["c"]["messages"] == 2);
      CHECK(row["sent_to"]["c"]["bytes"] == 2 * (16 + kHeaderBytes));
    }
  const std::string page = disclosure_page(account);
  CHECK(has(page, "in 6 answers: epsilon 3 by the papers' figure"));
  CHECK(has(page, "`12 34`"));
  CHECK(has(page, "`known-members.csv`, hashes of keys by which"));
  CHECK(page.find("rehearsal") == std::string::npos);
}

TEST_CASE("an account names date, run, program, members and what came") {
  const Agreement agreement = agreement_of(kThree);
  DisclosureMeter meter;
  SiloMessage answer = message_of(kTwoNumbers);
  answer.from = 1;
  meter.count_received(answer);
  meter.count_received(message_of(EndSilo()));
  const PartyRecord record;
  const DisclosureAccount account{agreement, "a",    meter,  record,
                                  0,         "done", "0a1b", "a day"};
  const auto json = nlohmann::json::parse(disclosure_json(account));
  CHECK(json["date"] == "a day");
  CHECK(json["run"] == "0a1b");
  CHECK(json["version"] == program_version());
  CHECK(json["members"] == nlohmann::json{"a", "b", "c"});
  CHECK(json["received"]["top-K answer"]["b"]["bytes"] == 16 + kHeaderBytes);
  const std::string page = disclosure_page(account);
  for (const std::string& text :
       {std::string("| date | a day |"), std::string("| run | 0a1b |"),
        "| program | fedltr " + program_version() + " |",
        std::string("| members | a, b, c |"),
        std::string("| top-K answer | b | 1 | 37 |"),
        std::string("| end | relay | 1 | 21 |"),
        std::string("Withdrawal or erasure")})
    CHECK_MESSAGE(has(page, text), text);
}

TEST_CASE("a session's account is of its answers, and of no training") {
  const TemporaryFolder folder;
  const Agreement agreement =
      read_agreement(folder.write("s.ini", kThree), {.search = true});
  ReleaseConfig config;
  config.claimed = .5;
  const auto releases = std::make_shared<ReleaseLedger>(config, 2, 3);
  CHECK(releases->charge(1, 0, 2));
  CHECK(releases->charge(0, 2));
  releases->close(2);
  CHECK_FALSE(releases->charge(0, 2));
  const PartyRecord record = EarlyAccount{releases, "12 34"}.record(2);
  CHECK(record.releases == 3);
  CHECK(record.withheld == 1);
  CHECK(record.worst.document == 1);
  DisclosureMeter meter;
  std::ostringstream out;
  write_disclosure(folder / "", {agreement, "b", meter, record, 4}, out);
  CHECK(has(out.str(), "disclosure.md"));
  const auto json = json_of(folder / "disclosure.json");
  CHECK(json["search_session"] == true);
  CHECK(json["safety_code"] == "12 34");
  CHECK(json["answers"]["releases"] == 3);
  CHECK(json["answers"]["in_earlier_runs"] == 4);
  const std::string page = read_text(folder / "disclosure.md");
  CHECK(has(page, "# What b told in a search session"));
  CHECK(has(page,
            "The most exposed document in this session was in 2 answers: "
            "epsilon 1 "));
  CHECK(page.find("gradient") == std::string::npos);
}

TEST_CASE("a party without results has an account under the run's name") {
  const TemporaryFolder folder;
  const Agreement agreement = agreement_of(
      std::string(kThree) + "share-metrics = noisy\nmetrics-epsilon = 2\n");
  const PartyRecord record = EarlyAccount().record(2);
  DisclosureMeter meter;
  SiloMessage means = message_of(SealedMetrics());
  means.to = kRelay;
  meter.count(means);
  std::ostringstream out;
  const DisclosureAccount account{agreement, "b", meter, record, 0, "failed"};
  write_disclosure(folder / "", account, out, "disclosure-7");
  CHECK(has(out.str(), "disclosure-7.md"));
  const auto json = json_of(folder / "disclosure-7.json");
  CHECK(json["outcome"] == "failed");
  CHECK(json["answers"]["releases"] == 0);
  CHECK(json["metrics"]["epsilon"] == 2);
  CHECK(json["metrics"]["queries"] == nullptr);
  const std::string page = read_text(folder / "disclosure-7.md");
  CHECK(has(page, "The run has no results here (failed), but"));
  CHECK(page.find("safety code") == std::string::npos);
  remove_disclosure(folder / "", "disclosure-7");
  CHECK_FALSE(std::filesystem::exists(folder / "disclosure-7.json"));
  CHECK_FALSE(std::filesystem::exists(folder / "disclosure-7.md"));
}

TEST_CASE("metrics are disclosed where the agreement shares them") {
  const auto shown = [](const std::string& text) {
    std::ostringstream out;
    print_disclosures(out, agreement_of(kThree + text), "a");
    return out.str();
  };
  CHECK(has(shown(""), "or how well it ranks."));
  CHECK(shown("").find("held-out") == std::string::npos);
  const std::string plain = shown("share-metrics = plain\n");
  CHECK(has(plain, "mean of each metric\n      read by: all other members"));
  CHECK(has(plain, "no noise: nothing bounds what it gives away"));
  CHECK(plain.find("or how well it ranks") == std::string::npos);
  const std::string noisy =
      shown("share-metrics = noisy\nmetrics-epsilon = 2\n");
  CHECK(has(noisy, "noise of epsilon 2 for the judgements of one"));
}

TEST_CASE("a prompt to agree shows who gets what, and the rehearsal") {
  std::ostringstream out;
  print_disclosures(out, agreement_of(kThree, {.rehearsal = true}), "b");
  CHECK(has(out.str(), "member      b, of a, b, c"));
  CHECK(has(out.str(), "REHEARSAL"));
  CHECK(has(out.str(), "It will not send: any text, a hash of a word"));
  const std::string proof = "both signed by its certificate's key, with";
  CHECK(out.str().find(proof) == std::string::npos);
  print_disclosures(out, agreement_of(kThree), "b");
  CHECK(has(out.str(), proof));
}

}  // namespace fedltr::disclosure_test
