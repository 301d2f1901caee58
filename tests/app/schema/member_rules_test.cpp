// Conflicts of a scenario with [members].
#include <doctest/doctest.h>

#include "tests/support/refusals.hpp"

namespace fedltr::member_rules_test {
using namespace fedltr::test;

namespace {

const std::string kThree = "members.names=a,b,c";
const std::string kTen = "members.names=a,b,c,d,e,f,g,h,i,j";

/// Returns the whole error of a scenario of members; empty if it is accepted.
std::string why(const SettingList& settings, const std::string& names = kTen) {
  SettingList all = {names, "members.features=f.txt"};
  all.insert(all.end(), settings.begin(), settings.end());
  return refusal_of(all);
}

bool says(const std::string& text, const std::string& part) {
  const bool found = text.find(part) != std::string::npos;
  CHECK_MESSAGE(found, text);
  return found;
}

/// Names "m1,m2,...".
std::string names_of(int count) {
  std::string names = "members.names=m1";
  for (int i = 2; i <= count; ++i) names += ",m" + std::to_string(i);
  return names;
}

}  // namespace

TEST_CASE("a federation has three members or more, and not too many") {
  CHECK(why({}, kThree) == "");
  CHECK(why({}, "members.names=a,b")
            .starts_with("members.names = a,b: "
                         "expected three or more"));
  CHECK(why({}, names_of(10000)) == "");
  CHECK(why({}, names_of(10001)).ends_with(": are more than 10000"));
}

TEST_CASE("members with folders need names of features") {
  CHECK(refusal_of({kThree}) == "");
  CHECK(refusal_of({kThree, "members.folder=data"})
            .ends_with("a file with the features' names, one per line, in "
                       "order"));
  CHECK(why({"members.folder=data"}) == "");
}

TEST_CASE("a run of members has no speed-up") {
  CHECK(why({"run.speedup=1,2"}) == "run.speedup = 1,2: is not for [members]");
}

TEST_CASE("units are accounted by what the members' data have") {
  CHECK(why({"members.unit=user"}).ends_with("expected member or query"));
  CHECK(why({"members.unit=query", "members.source=clicks"})
            .ends_with("expected member or user"));
  CHECK(why({"members.unit=user", "members.source=clicks",
             "members.divisor=100"}) == "");
  // Only members are counted by the sum itself.
  for (const char* unit : {"query", "user"}) {
    const std::string source = unit == std::string("user")
                                   ? "members.source=clicks"
                                   : "members.source=judgements";
    const std::string fault =
        why({"members.unit=" + std::string(unit), source});
    says(fault, "members.divisor = 0 (not set): members.unit = " +
                    std::string(unit) + " needs the number of these expected");
  }
  CHECK(why({"members.unit=query", "members.divisor=1"}) == "");
}

TEST_CASE("noise needs a period that has room for an epoch") {
  CHECK(why({"members.epsilon=1", "members.period=0"}) ==
        "members.period = 0: expected a time above 0");
  CHECK(why({"members.epsilon=1", "members.period=2h", "members.every=2h"}) ==
        "");
  CHECK(why({"members.epsilon=1", "members.period=2h", "members.every=121m"})
            .ends_with(": is above members.period"));
  // Without noise there is no period.
  CHECK(why({"members.every=60d"}) == "");
}

TEST_CASE("groups are three or more, each large enough to protect its own") {
  const SettingList safe = {"members.colluders=0", "members.dropouts=0"};
  const auto with = [&](const std::string& setting, SettingList more = {}) {
    more.insert(more.begin(), safe.begin(), safe.end());
    more.push_back(setting);
    return more;
  };
  CHECK(why(with("members.groups=2")).ends_with("expected 1, or 3 or more"));
  CHECK(why(with("members.groups=3")) == "");
  CHECK(says(why(with("members.groups=4")),
             "makes groups of 2, and a sum needs three members"));
  CHECK(says(why({"members.groups=3", "members.colluders=0.3",
                  "members.dropouts=0.3"}),
             "makes groups of 3, and "));
  CHECK(why(with("members.groups=3", {"members.level=lying"}))
            .ends_with("expected 1, or members.level = honest"));
  CHECK(says(why(with("members.groups=3",
                      {"members.source=clicks", "members.evaluate=5",
                       "members.hold-out=0.1", "members.compare=engine"})),
             "expected 1, or members.compare = none"));
}

TEST_CASE("liars are fewer than all members") {
  CHECK(why({"members.liars=9"}) == "");
  CHECK(why({"members.liars=10"}) ==
        "members.liars = 10: are all members: expected fewer");
}

TEST_CASE("failures that leave no threshold are refused, with what may fail") {
  CHECK(why({"members.dropouts=0.25", "members.colluders=0.25"}) == "");
  const std::string fault = why({"members.level=lying", "members.dropouts=0.45",
                                 "members.colluders=0.45"});
  says(fault, "with members.colluders = 0.45 and 10 members: ");
  says(fault, ": expected, at members.level = lying, ");
  says(fault, "lower members.colluders, or more members");
  // A share that the message allows is accepted.
  const std::string allows = why(
      {"members.level=lying", "members.dropouts=0.45", "members.colluders=0"});
  const auto at = allows.find("a share of at most ");
  REQUIRE_MESSAGE(at != std::string::npos, allows);
  const int most = std::stoi(allows.substr(at + 19));
  CHECK(why({"members.level=lying", "members.colluders=0",
             "members.dropouts=0." + std::to_string(most)}) == "");
  CHECK(why({"members.level=lying", "members.colluders=0",
             "members.dropouts=0." + std::to_string(most + 1)}) != "");
}

TEST_CASE("at the level of lies members and epochs have limits") {
  const std::string lying = "members.level=lying";
  const SettingList safe = {lying, "members.colluders=0", "members.dropouts=0"};
  CHECK(why(safe, names_of(2000)) == "");
  CHECK(says(why(safe, names_of(2001)), "are more than 2000"));
  CHECK(why({lying, "members.epochs=100000"}) == "");
  CHECK(says(why({lying, "members.epochs=100001"}), "is above 100000"));
  CHECK(why({"members.epochs=100001"}) == "");
}

TEST_CASE("members' data are rows, judged, on scales of their own") {
  CHECK(why({"synthetic.like=text"}).ends_with("members have rows, not texts"));
  for (const char* normalize : {"zscore", "quantile"})
    CHECK(why({"data.normalize=" + std::string(normalize)})
              .ends_with("need the rows of all members together"));
  CHECK(why({"data.normalize=query-minmax"}) == "");
  CHECK(why({"synthetic.features=100"})
            .ends_with("can be set with synthetic.like = custom only"));
  CHECK(why({"synthetic.like=custom", "synthetic.features=100"}) == "");
  CHECK(says(why({"evaluation.metrics=ndcg@10,expected-maxrr@10"}),
             "expected-maxrr@10 needs a user who clicks"));
}

TEST_CASE("simulated users click by grade, in whole batches") {
  const std::string simulated = "members.source=simulated";
  CHECK(says(why({simulated, "members.grades=1"}), "2 or more"));
  CHECK(why({simulated, "members.grades=2"}) == "");
  CHECK(why({simulated, "members.grades=2", "learner.method=es",
             "members.rate=0.1"}) == "");
  CHECK(says(why({simulated, "members.grades=2", "learner.method=es",
                  "members.searches=3"}),
             "must be even for antithetic es"));
  CHECK(says(why({"members.source=clicks", "learner.method=es"}),
             "that an earlier model drew"));
  CHECK(says(why({simulated, "members.grades=2", "learner.method=ips"}),
             "by searches of their own: expected "));
}

TEST_CASE("real users' lists decide which learners can use them") {
  const std::string clicks = "members.source=clicks";
  CHECK(why({clicks}) == "");
  CHECK(says(why({clicks, "members.exploration=none"}),
             "can't learn from lists that no chance drew"));
  CHECK(says(why({clicks, "learner.method=ips"}),
             "on lists that an earlier model drew: expected "));
  CHECK(why({clicks, "members.exploration=swap", "clicks.list=2"}) == "");
  CHECK(says(why({clicks, "members.exploration=swap", "clicks.list=1"}),
             "learns from pairs of neighbours: expected 2 or more"));
}

TEST_CASE("comparisons by clicks need evaluations and a share of the lists") {
  const std::string clicks = "members.source=clicks";
  const std::string compare = "members.compare=engine";
  CHECK(why({clicks, compare, "members.evaluate=5", "members.hold-out=0.1"}) ==
        "");
  CHECK(says(why({clicks, compare, "members.hold-out=0.1"}),
             "expected members.evaluate"));
  CHECK(says(why({clicks, compare, "members.evaluate=5", "members.hold-out=0"}),
             "interleaves this share of the lists: expected a share above 0"));
  CHECK(says(why({clicks, compare, "members.evaluate=5", "members.hold-out=0.1",
                  "members.level=lying"}),
             "a history that only grows"));
  CHECK(says(why({clicks, compare, "members.evaluate=5", "members.hold-out=0.1",
                  "clicks.list=1"}),
             "lists of two rankings"));
}

TEST_CASE("masked evaluations are of held-out queries, from 0 to 1") {
  CHECK(why({"members.evaluate=5", "members.hold-out=0.1"}) == "");
  CHECK(says(why({"members.evaluate=5", "members.hold-out=0"}),
             "needs held-out queries: expected a share above 0"));
  CHECK(says(why({"members.evaluate=5", "members.hold-out=0.1",
                  "evaluation.metrics=dcg@10"}),
             "dcg@10 can be above 1"));
  // Only the first metric is evaluated.
  CHECK(why({"members.evaluate=5", "members.hold-out=0.1",
             "evaluation.metrics=map,dcg@10"}) == "");
  CHECK(says(why({"members.evaluate=5", "members.source=clicks",
                  "members.hold-out=0.1", "members.unit=user",
                  "members.divisor=9", "members.epsilon=1"}),
             "with members.unit = user and noise, expected 0"));
  const SettingList by_query = {
      "members.evaluate=5", "members.hold-out=0.1",
      "members.unit=query", "members.divisor=9",
      "members.epsilon=1",  "evaluation.metrics=err@10"};
  CHECK(says(why(by_query), "depends on the highest grade"));
  SettingList graded = by_query;
  graded.emplace_back("members.grades=5");
  CHECK(why(graded) == "");
}

}  // namespace fedltr::member_rules_test
