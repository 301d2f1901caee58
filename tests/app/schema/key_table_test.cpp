#include "app/schema/key_table.hpp"

#include <doctest/doctest.h>

#include "algorithms/attacks/attack.hpp"
#include "tests/support/keys.hpp"

namespace fedltr::key_table_test {
using test::refusal;

namespace {

using Clients = std::vector<std::uint32_t>;

std::uint32_t& rounds_of(Scenario& scenario) {
  return scenario.federation.rounds;
}
double& rate_of(Scenario& scenario) {
  return scenario.federation.mu;
}
std::string& run_name(Scenario& scenario) {
  return scenario.run.name;
}
Initial& init_of(Scenario& scenario) {
  return scenario.ranker.init;
}

Key rounds_key() {
  return whole<std::uint32_t>("a.b", rounds_of, "4", 2, 9, "help");
}

Key share_key() {
  return real("a.b", rate_of, "1", share, "a number above 0, at most 1",
              "help");
}

Key init_key() {
  return choice<Initial>(
      "a.b", init_of, "zero",
      {{"zero", Initial::kZero}, {"normal", Initial::kNormal}}, "help");
}

/// A scenario in which a key was set.
Scenario set(const Key& key, const std::string& text) {
  Scenario scenario;
  key.set(scenario, {text, "/base"});
  return scenario;
}

}  // namespace

TEST_CASE("a whole number is taken between its bounds, both included") {
  const Key key = rounds_key();
  CHECK(key.allowed == "a whole number 2 to 9");
  CHECK(key.fallback == "4");
  CHECK(key.help == "help");
  CHECK(set(key, "2").federation.rounds == 2);
  CHECK(set(key, "9").federation.rounds == 9);
  for (const char* text :
       {"1", "10", "-2", "2.5", "2x", "", "0x3", "99999999999999999999999"})
    CHECK(refusal(key, text) == "expected a whole number 2 to 9");
  CHECK(refusal(key, "1e1") == "expected a whole number 2 to 9, in digits: 10");
}

TEST_CASE("a whole number may be as large as its type holds") {
  const Key key = whole<std::uint64_t>(
      "a.b", [](Scenario & s) -> auto& { return s.run.seed; }, "0", 0, kAny,
      "");
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

TEST_CASE("conditions of numbers differ at zero and one") {
  CHECK_FALSE(positive(0));
  CHECK(positive(1e-300));
  CHECK(not_negative(0));
  CHECK_FALSE(not_negative(-1e-300));
  CHECK_FALSE(share(0));
  CHECK(share(1));
  CHECK_FALSE(share(1.0000001));
}

TEST_CASE("a choice is one of its names, and a wrong one tells the nearest") {
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
  const Key key = method(
      "a.b", [](Scenario & s) -> auto& { return s.attack.kind; }, "none",
      attacks(), "help");
  for (const auto& each : attacks()) {
    CHECK(set(key, each.name).attack.kind == each.name);
    CHECK(key.allowed.find(each.name) != std::string::npos);
  }
  CHECK(refusal(key, "lies").ends_with("nearest is 'lie'"));
}

TEST_CASE("a text may be anything but empty") {
  const Key key = text("a.b", run_name, "x", "help");
  CHECK(set(key, "a name, with = and ;").run.name == "a name, with = and ;");
  CHECK(refusal(key, "") == "must not be empty");
}

TEST_CASE("a path is from the folder of its file, unless it is absolute") {
  const Key key = path(
      "a.b", [](Scenario & s) -> auto& { return s.run.out; }, "help");
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
  const Key key = clients_list(
      "a.b", [](Scenario & s) -> auto& { return s.federation.absent; }, "");
  CHECK(key.is_list);
  Scenario scenario = set(key, "1-2");
  CHECK(scenario.federation.absent == Clients{1, 2});
  key.set(scenario, {"5", {}});
  CHECK(scenario.federation.absent == Clients{5});
  key.set(scenario, {"", {}});
  CHECK(scenario.federation.absent.empty());
}

TEST_CASE("a renamed key keeps its old names") {
  const Key key = renamed_from("a.old", renamed_from("a.older", rounds_key()));
  CHECK(key.name == "a.b");
  CHECK(key.old_names == std::vector<std::string>{"a.older", "a.old"});
}

TEST_CASE("a condition is given to the keys it names, which have to be there") {
  std::vector<Key> table = {rounds_key(), share_key()};
  table[1].name = "a.c";
  const ActiveWhen when(table);
  when({"a.c"}, "rounds",
       [](const Scenario& s) { return s.federation.rounds > 0; });
  CHECK_FALSE(table[0].applies);
  CHECK(table[1].needs == "rounds");
  CHECK_FALSE(table[1].applies(Scenario{}));
  CHECK(table[1].applies(set(table[0], "3")));
  CHECK_THROWS_WITH_AS(when({"a.d"}, "", [](const Scenario&) { return true; }),
                       "no key a.d", std::invalid_argument);
}

}  // namespace fedltr::key_table_test
