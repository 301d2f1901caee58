#include "app/deploy/own_limits.hpp"

#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::own_limits_test {
using namespace fedltr::test;

OwnLimits limits_in(const std::string& text, double budget = 20) {
  const TemporaryFolder folder;
  Agreement agreement;
  agreement.scenario.silo.members = {"north", "east", "west"};
  agreement.scenario.privacy.budget = budget;
  return read_own_limits(folder.write("party.ini", text), agreement);
}

TEST_CASE("own limits are read") {
  const OwnLimits limits = limits_in(
      "# ours\n[answers]\nbudget = 2.5  # less\nin-all = 400\n\na-member=150\n"
      "a-run = 7\nrefuse = west, east\nquestions-a-query = 3");
  CHECK(limits.budget == 2.5);
  CHECK(limits.answers == 400);
  CHECK(limits.answers_a_member == 150);
  CHECK(limits.answers_a_run == 7);
  CHECK(limits.refused == std::set<std::string>{"east", "west"});
  CHECK(limits.questions_a_query == 3);
  CHECK(limits_in("\xEF\xBB\xBF[answers]\nbudget = 2").budget == 2);
  const OwnLimits none = limits_in("");
  CHECK_FALSE(none.budget);
  CHECK_FALSE(none.answers_a_run);
  CHECK(none.answers == OwnLimits::kNone);
  CHECK(none.refused.empty());
  CHECK(none.questions_a_query == OwnLimits::kNone);
}

TEST_CASE("a party's own rows are named in a section of their own") {
  const OwnLimits limits = limits_in(
      "[data]\nown-rows = engine.letor # ours\n[answers]\nin-all = 2");
  CHECK(limits.own_rows == "engine.letor");
  CHECK(limits.answers == 2);
  CHECK(limits_in("").own_rows.empty());
  for (const char* text : {"own-rows = x", "[data]\nbudget = 2",
                           "[data]\nown-rows =", "[data]\nown-rows",
                           "[data]\nown-rows = x\nown-rows = y"})
    CHECK_THROWS_WITH_AS(limits_in(text), doctest::Contains("party.ini:"),
                         UsageError);
}

TEST_CASE("without a budget answers have a limit that no asker can move") {
  CHECK(limit_without_budget(0) == 1000);
  CHECK(limit_without_budget(250) == 1000);
  CHECK(limit_without_budget(350) == 1400);
}

TEST_CASE("own limits may only be stricter than the agreement") {
  CHECK_THROWS_WITH_AS(limits_in("[answers]\nbudget = 30"),
                       doctest::Contains("party.ini:2: budget = 30: the "
                                         "agreement has privacy.budget = 20"),
                       UsageError);
  CHECK(limits_in("budget = 20").budget == 20);
  CHECK(limits_in("budget = 30", 0).budget == 30);  // the agreement sets none
}

TEST_CASE("a count of answers begins at 0") {
  CHECK_THROWS_WITH_AS(limits_in("in-all = -1"),
                       doctest::Contains("in-all = -1: expected an integer "
                                         "from 0"),
                       UsageError);
  CHECK(limits_in("in-all = 0").answers == 0);
}

TEST_CASE("an invalid limit is refused, with its line") {
  for (const char* text :
       {"budget", "budget = 0", "budget = much", "budget = -1", "[other]",
        "in-all = -1", "in-all = 1.5", "questions-a-query = x",
        "a-member =", "refuse = south", "refuse = west, ", "epsilon = 1",
        "in-all = 1\nin-all = 2"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(limits_in(text), doctest::Contains("party.ini:"),
                         UsageError);
  }
}

}  // namespace fedltr::own_limits_test
