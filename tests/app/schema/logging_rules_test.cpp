// Conflicts of [logging] and data.log.
#include <doctest/doctest.h>

#include "app/schema/rules.hpp"
#include "tests/support/refusals.hpp"

namespace fedltr::logging_rules_test {
using namespace fedltr::test;

namespace {

const std::string kSessions = "logging.sessions=100";
const SettingList kRecorded = {"data.log=log.tsv", "data.train=t.txt",
                               "data.test=e.txt"};

SettingList with(SettingList settings, const SettingList& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

bool says(const SettingList& settings, const std::string& part) {
  const std::string text = refusal_of(settings);
  const bool found = text.find(part) != std::string::npos;
  CHECK_MESSAGE(found, text);
  return found;
}

}  // namespace

TEST_CASE("a log is simulated or recorded, and a recorded one has rows") {
  CHECK(refusal_of({kSessions, "learner.method=ips"}) == "");
  CHECK(says(with(kRecorded, {kSessions, "learner.method=em"}),
             "simulates a log, but data.log gives one"));
  CHECK(says({"data.log=log.tsv", "learner.method=em"},
             "needs data.train or data.folds"));
}

TEST_CASE("learners that show lists of their own can't use the past") {
  CHECK(says({kSessions, "learner.method=pdgd"},
             "pdgd shows users lists of its own"));
  // The message names the learners that can.
  CHECK(says({kSessions, "learner.method=pdgd"}, "ips"));
}

TEST_CASE("clicks and users of a log are past") {
  const SettingList log = {kSessions, "learner.method=ips"};
  CHECK(says(with(log, {"attack.kind=click-poison", "attack.clients=1"}),
             "the clicks of a log are past"));
  CHECK(refusal_of(with(log, {"attack.kind=lie", "attack.clients=1"})) == "");
  CHECK(says(with(log, {"federation.share=0.1"}), "federation.share"));
  CHECK(says(with(log, {"heterogeneity.kind=by-label"}), "heterogeneity"));
}

TEST_CASE("a source of propensities needs that which it is of") {
  CHECK(says({"learner.method=ips", kSessions, "logging.propensities=file"},
             "needs logging.curve, a CSV file rank,propensity"));
  CHECK(says({"learner.method=ips", kSessions, "logging.propensities=log"},
             "needs data.log with a column propensity"));
  CHECK(says(with(kRecorded, {"learner.method=ips"}),
             "knows simulated users only"));
}

TEST_CASE("sums of clicks are protected where each client has its own") {
  const SettingList swaps = {"learner.method=ips", kSessions,
                             "logging.propensities=swaps"};
  const std::string secure = "privacy.secure-aggregation=yes";
  const std::string by_user = "heterogeneity.kind=by-user";
  CHECK(says(with(swaps, {secure}),
             "swaps adds up the sums of several clients under masks or noise, "
             "but all share one log: set heterogeneity.kind = by-user"));
  CHECK(says(with(swaps, {"logging.epsilon=1"}), "all share one log"));
  CHECK(refusal_of(with(swaps, {secure, by_user, "logging.epsilon=1"})) == "");
  CHECK(says(with(swaps, {secure, by_user, "faults.crash=0.1"}),
             "adds up the sums of all clients under masks, before the first "
             "round: set faults.dropout"));
  CHECK(refusal_of(with(swaps, {by_user, "faults.crash=0.1"})) == "");
}

TEST_CASE("no estimate keeps the clicks of an unlearned client") {
  const SettingList unlearns = {
      "learner.method=ips", kSessions, "heterogeneity.kind=by-user",
      "unlearning.method=retrain", "unlearning.clients=1"};
  CHECK(says(with(unlearns, {"logging.propensities=swaps"}),
             "swaps estimates from the clicks of all clients, which no "
             "unlearning.method takes back: set users, log or file"));
  CHECK(refusal_of(with(unlearns, {"logging.propensities=users"})) == "");
}

TEST_CASE("running means by rank never overshoot a batch") {
  const auto at = [](const std::string& rate) {
    return refusal_of({kSessions, "learner.method=em", "learner.log.batch=4",
                       "learner.log.curve-rate=" + rate});
  };
  CHECK(at("0.25") == "");
  CHECK(at("0.26").ends_with(
      "must be at most 1 / learner.log.batch, 0.25: the means by rank that em "
      "learns would overshoot"));
}

TEST_CASE("a batch has the key of its learner") {
  for (const char* learner : {"ips", "em", "pdgd"}) {
    const Scenario scenario =
        unchecked_scenario({"learner.method=" + std::string(learner)});
    const std::string key = batch_key(Choices(scenario));
    CHECK(key.starts_with("learner."));
    CHECK(key.ends_with("batch"));
  }
}

}  // namespace fedltr::logging_rules_test
