// Keys of [members].
#include <doctest/doctest.h>

#include "tests/support/keys.hpp"

namespace fedltr::member_keys_test {
using test::refusal;

namespace {

MembersSettings members_of(std::vector<std::string> settings) {
  settings.emplace_back("members.names=north,east,south");
  return unchecked_scenario(settings).members;
}

}  // namespace

TEST_CASE("any key of the section makes a scenario one of members") {
  CHECK_FALSE(unchecked_scenario({}).members.on);
  CHECK(unchecked_scenario({"members.clip=2"}).members.on);
}

TEST_CASE("each key sets what it names") {
  const MembersSettings members =
      members_of({"members.features=f.txt", "members.folder=data",
                  "members.hold-out=0.3",   "members.epochs=7",
                  "members.every=2h",       "members.rate=0.5",
                  "members.steps=3",        "members.clip=0.25",
                  "members.divisor=99",     "members.at-most=50",
                  "members.unit=query",     "members.epsilon=2",
                  "members.delta=1e-5",     "members.period=30d",
                  "members.dropouts=0.1",   "members.colluders=0.2",
                  "members.grades=3",       "members.searches=40",
                  "members.evaluate=5",     "members.evaluate-share=0.2",
                  "members.window=11",      "members.deadline=12",
                  "members.source=clicks",  "members.compare=engine",
                  "members.groups=5",       "members.liars=2",
                  "members.lie=1000"});
  CHECK(members.names == std::vector<std::string>{"north", "east", "south"});
  CHECK(members.features.filename() == "f.txt");
  CHECK(members.folder.filename() == "data");
  CHECK(members.hold_out == 0.3);
  CHECK(members.epochs == 7);
  CHECK(members.every == 7200);
  CHECK(members.rate == 0.5);
  CHECK(members.steps == 3);
  CHECK(members.grades == 3);
  CHECK(members.searches == 40);
  CHECK(members.evaluate == 5);
  CHECK(members.evaluate_share == 0.2);
  CHECK(members.clip == 0.25);
  CHECK(members.divisor == 99);
  CHECK(members.at_most == 50);
  CHECK(members.unit == PrivacyUnit::kQuery);
  CHECK(members.epsilon == 2);
  CHECK(members.delta == 1e-5);
  CHECK(members.period == 30 * 86400);
  CHECK(members.dropouts == 0.1);
  CHECK(members.colluders == 0.2);
  CHECK(members.window == 11);
  CHECK(members.deadline == 12);
  CHECK(members.compare == Opponent::kEngine);
  CHECK(members.groups == 5);
  CHECK(members.liars == 2);
  CHECK(members.lie == 1000);
}

TEST_CASE("times need a unit") {
  CHECK(members_of({"members.every=0"}).every == 0);
  CHECK(members_of({"members.every=90s"}).every == 90);
  CHECK(members_of({"members.every=10m"}).every == 600);
  const Key& every = *find_key("members.every");
  for (const char* wrong : {"10", "h", "1.5h", "-1h", "367d", "1 hour"})
    CHECK(refusal(every, wrong).starts_with("expected 0 or a time"));
}

TEST_CASE("names are those of folders, once each") {
  const Key& names = *find_key("members.names");
  CHECK(refusal(names, "a, b_1, c-2.x") == "");
  CHECK(refusal(names, "a, ../b, c").find("'../b' is not a name") == 0);
  CHECK(refusal(names, "a, b, a") == "'a' occurs twice");
}

TEST_CASE("a stage's time may have a unit") {
  CHECK(members_of({"members.window=4h"}).window == 14400);
  CHECK(members_of({"members.deadline=10m"}).deadline == 600);
  for (const char* const wrong : {"0", "86401", "2d", "4w", "-1", "1.5", ""})
    CHECK_THROWS_AS(members_of({std::string("members.window=") + wrong}),
                    UsageError);
}

}  // namespace fedltr::member_keys_test
