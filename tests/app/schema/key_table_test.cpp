#include "app/schema/key_table.hpp"

#include <doctest/doctest.h>

#include "algorithms/attacks/attack.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::key_table_test {
using test::refusal;

namespace {

using Clients = std::vector<std::uint32_t>;

Key rounds_key() {
  return whole("a.b", &FederationSettings::rounds, "4", 2, 9, "help");
}

Key share_key() {
  return real("a.b", &FederationSettings::mu, "1", kShare, "help");
}

Key init_key() {
  return choice("a.b", &RankerSettings::init, "zero",
                {{"zero", Initial::kZero}, {"normal", Initial::kNormal}},
                "help");
}

/// A scenario in which a key was set.
Scenario set(const Key& key, const std::string& text) {
  Scenario scenario;
  key.set(scenario, {text, "/base"});
  return scenario;
}

}  // namespace

TEST_CASE("an integer is taken between its bounds, both included") {
  const Key key = rounds_key();
  CHECK(key.allowed == "an integer 2 to 9");
  CHECK(key.fallback == "4");
  CHECK(key.help == "help");
  CHECK(set(key, "2").federation.rounds == 2);
  CHECK(set(key, "9").federation.rounds == 9);
  for (const char* text :
       {"1", "10", "-2", "2.5", "2x", "", "0x3", "99999999999999999999999"})
    CHECK(refusal(key, text) == "expected an integer 2 to 9");
  CHECK(refusal(key, "1e1") == "expected an integer 2 to 9, in digits: 10");
}

TEST_CASE("an integer may be as large as its type holds") {
  const Key key = whole("a.b", &RunSettings::seed, "0", 0, kAny, "");
  CHECK(set(key, "18446744073709551615").run.seed == kAny);
  CHECK(refusal(key, "18446744073709551616") != "");
}

TEST_CASE("a real number is taken where its condition holds") {
  const Key key = share_key();
  CHECK(set(key, "1").federation.mu == 1);
  CHECK(set(key, "1e-3").federation.mu == 0.001);
  for (const char* text :
       {"0", "1.01", "-0.5", "nan", "inf", "half", "", "0,5"})
    CHECK(refusal(key, text) == "expected a number above 0, at most 1");
}

TEST_CASE("a real number may have a condition in words") {
  const Key key = real(
      "a.b", &FederationSettings::mu, "1",
      [](double x) { return x == 0 || x > 2; }, "0 or more than 2", "");
  CHECK(key.allowed == "0 or more than 2");
  CHECK(set(key, "0").federation.mu == 0);
  CHECK(refusal(key, "2") == "expected 0 or more than 2");
}

TEST_CASE("a flag names its default first") {
  const Key no = flag("a.b", &RunSettings::rankings, false, "");
  CHECK(no.allowed == "no | yes");
  CHECK(no.fallback == "no");
  CHECK(set(no, "yes").run.rankings);
  const Key yes = flag("a.b", &RunSettings::rankings, true, "");
  CHECK(yes.allowed == "yes | no");
  CHECK(yes.fallback == "yes");
  CHECK_FALSE(set(yes, "no").run.rankings);
}

TEST_CASE("a choice is one of its names, and errors name the nearest") {
  const Key key = init_key();
  CHECK(key.allowed == "zero | normal");
  CHECK(set(key, "normal").ranker.init == Initial::kNormal);
  CHECK(set(key, "zero").ranker.init == Initial::kZero);
  CHECK(refusal(key, "norml") ==
        "expected one of zero, normal; nearest is 'normal'");
  CHECK(refusal(key, "Zero") != "");
  CHECK(refusal(key, "") != "");
}

TEST_CASE("a method is one of its table's names") {
  const Key key =
      method("a.b", &AttackSettings::kind, "none", attacks(), "help");
  for (const auto& each : attacks()) {
    CHECK(set(key, each.name).attack.kind == each.name);
    CHECK(key.allowed.find(each.name) != std::string::npos);
  }
  CHECK(refusal(key, "lies").ends_with("nearest is 'lie'"));
}

TEST_CASE("a text may be anything but empty") {
  const Key key = text("a.b", &RunSettings::name, "x", "help");
  CHECK(set(key, "a name, with = and ;").run.name == "a name, with = and ;");
  CHECK(refusal(key, "") == "must not be empty");
}

TEST_CASE("a path is from the folder of its file, unless it is absolute") {
  const Key key = path("a.b", &RunSettings::out, "help");
  CHECK(key.is_path);
  CHECK(set(key, "x/../y").run.out == "/base/y");
  CHECK(set(key, "/z").run.out == "/z");
  CHECK(set(key, "").run.out.empty());
}

TEST_CASE("clients are numbers and ranges, ascending, each once") {
  CHECK(parse_clients("3") == Clients{3});
  CHECK(parse_clients("7, 0-2 ,1") == Clients{0, 1, 2, 7});
  CHECK(parse_clients("4 - 5") == Clients{4, 5});
  CHECK(parse_clients("9999999") == Clients{9999999});
  for (const char* text : {"5-3", "-1", "1-", "a", "1,,2", "1;2", "10000000",
                           "0-10000000", "1-2-3"}) {
    CAPTURE(text);
    CHECK_THROWS_WITH_AS(
        parse_clients(text),
        doctest::Contains("is not a client's number or a range like 0-3"),
        std::invalid_argument);
  }
}

TEST_CASE("a list of clients may be emptied, and is no value of a grid") {
  const Key key = clients_list("a.b", &FederationSettings::absent, "");
  CHECK(key.is_list);
  Scenario scenario = set(key, "1-2");
  CHECK(scenario.federation.absent == Clients{1, 2});
  key.set(scenario, {"5", {}});
  CHECK(scenario.federation.absent == Clients{5});
  key.set(scenario, {"", {}});
  CHECK(scenario.federation.absent.empty());
}

TEST_CASE("a renamed key keeps its old names") {
  const Key key = rounds_key().renamed_from("a.older").renamed_from("a.old");
  CHECK(key.name == "a.b");
  CHECK(key.old_names == std::vector<std::string>{"a.older", "a.old"});
}

TEST_CASE("a key has an effect where all of its conditions hold") {
  const Condition late = {"late",
                          [](const Scenario& s) { return s.faults.late > 0; }};
  const Condition weighed = {
      "weighed", [](const Scenario& s) { return s.faults.use_late; }};
  const Condition asked = {"asked", [](const Scenario&) { return true; }};
  CHECK(all_of({late, weighed}).needs == "late and weighed");
  const Key key = rounds_key().when(all_of({late, asked, weighed}));
  CHECK(key.needs == "late, asked and weighed");
  Scenario scenario;
  scenario.faults.late = 0.1;
  CHECK_FALSE(key.applies(scenario));
  scenario.faults.use_late = true;
  CHECK(key.applies(scenario));
}

TEST_CASE("a key of one study has no effect on the other") {
  const Condition late = {"late",
                          [](const Scenario& s) { return s.faults.late > 0; }};
  const auto keys =
      only_in(Study::kFederation, {rounds_key(), rounds_key().when(late)});
  Scenario scenario;
  CHECK(keys[0].applies(scenario));
  CHECK(keys[0].needs == "a federation instead of a [silo]");
  CHECK_FALSE(keys[1].applies(scenario));
  CHECK(keys[1].needs == "late");
  scenario.faults.late = 0.1;
  CHECK(keys[1].applies(scenario));
  scenario.silo.on = true;
  for (const Key& key : keys) CHECK_FALSE(key.applies(scenario));
}

}  // namespace fedltr::key_table_test
