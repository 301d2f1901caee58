#include "app/schema/parameter_keys.hpp"

#include <memory>
#include <set>

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/schema/key_names.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/cli.hpp"
#include "tests/support/error_of.hpp"

namespace fedltr::parameter_keys_test {
using test::TemporaryFolder;

namespace {

std::string value_of(const std::vector<std::string>& settings,
                     const std::string& key) {
  return default_scenario(settings).text.at(key);
}

std::string complaint(const std::vector<std::string>& settings) {
  const TemporaryFolder folder;
  return test::error_of<UsageError>([&] {
    read_scenario(folder.write("s.ini", "[run]\nseed = 1\n"), settings);
  });
}

}  // namespace

TEST_CASE("every parameter of every table has its key, default and bounds") {
  for (const MethodTable& table : method_tables())
    for (const MethodInfo& method : table.methods)
      for (const Parameter& parameter : method.parameters) {
        const std::string name = table.section() + parameter.name;
        CAPTURE(name);
        const Key* key = find_key(name);
        REQUIRE(key != nullptr);
        CHECK(key->is_parameter);
        CHECK(key->allowed == parameter.allowed());
        CHECK(std::ranges::count(key->defaults, text_of(parameter.value)) > 0);
        CHECK(key->needs.find(method.name) != std::string::npos);
        CHECK(!parameter.help.empty());
        CHECK(parse_parameter(parameter, text_of(parameter.value)) ==
              parameter.value);
      }
}

TEST_CASE("no two keys have the same name, old or new") {
  std::set<std::string> names;
  std::set<std::string> shared;
  for (const Key& key : keys()) {
    CAPTURE(key.name);
    CHECK(names.insert(key.name).second);
    for (const std::string& old : key.old_names)
      if (keys_meant(old).size() == 1)
        CHECK(names.insert(old).second);
      else
        shared.insert(old);
  }
  // Only parameters of a kind of method may once have had a name in common.
  CHECK(shared == std::set<std::string>{"attack.strength"});
  for (const std::string& old : shared) {
    CHECK(names.count(old) == 0);
    for (const Key* key : keys_meant(old)) CHECK(key->is_parameter);
  }
}

TEST_CASE("methods may share a parameter, each with a default of its own") {
  const std::string key = "attack.amplitude";
  CHECK(value_of({"attack.kind=seesaw"}, key) == "10");
  CHECK(value_of({"attack.kind=blinding"}, key) == "1e+06");
  CHECK(value_of({"attack.kind=seesaw", "attack.amplitude=3"}, key) == "3");
  CHECK(find_key(key)->shown_default().find("seesaw 10") != std::string::npos);
}

TEST_CASE("an old name that methods shared is that of the method chosen") {
  for (const MethodInfo& method : method_table("attacks").methods)
    for (const Parameter& parameter : method.parameters) {
      if (parameter.old_name.empty()) continue;
      CAPTURE(method.name);
      const std::string key = "attack." + parameter.name;
      CHECK(key.starts_with("attack." + method.name + "."));
      const auto given = [&](const std::string& setting) {
        return default_scenario({"attack.kind=" + method.name, setting});
      };
      const Scenario old = given("attack." + parameter.old_name + "=3");
      CHECK(old.text.at(key) == "3");
      CHECK(old.attack.parameters.real(parameter) == 3);
      CHECK(print_scenario(old) == print_scenario(given(key + "=3")));
      CHECK(complaint({"attack.kind=" + method.name, key + "=2e6"}) ==
            "--set: " + key + " = 2e6: expected a number -1e6 to 1e6");
      CHECK(complaint({"attack.kind=" + method.name, "attack.strength=much"}) ==
            "--set: attack.strength = much: now " + key +
                ": expected a number -1e6 to 1e6");
    }
  CHECK(keys_meant("attack.strength").size() == 12);
  CHECK(complaint({"attack.kind=min-max", "attack.strength=3"})
            .starts_with("--set: attack.strength = 3: has no effect here; "
                         "needs attack.kind = lie, ipm, sign-flip, "));
  CHECK(complaint({"attack.kind=lie", "attack.ipm.factor=3"}) ==
        "--set: attack.ipm.factor = 3: has no effect here; needs attack.kind "
        "= ipm");
}

TEST_CASE("an old and a present name of a parameter: the later setting wins") {
  const auto z = [](const std::vector<std::string>& settings) {
    std::vector<std::string> all = {"attack.kind=lie"};
    all.insert(all.end(), settings.begin(), settings.end());
    return value_of(all, "attack.lie.z");
  };
  CHECK(z({"attack.lie.z=1", "attack.strength=2"}) == "2");
  CHECK(z({"attack.strength=2", "attack.lie.z=1"}) == "1");
  CHECK(z({"attack.strength=2", "attack.lie.z=1", "attack.strength=3"}) == "3");
  CHECK(z({"attack.strength=2", "attack.ipm.factor=1"}) == "2");
}

TEST_CASE("a scenario holds the values of its own methods only") {
  CHECK(default_scenario({"clicks.model=pbm", "clicks.eta=2"})
            .clicks.parameters.real(real_parameter("eta", 1, {}, "")) == 2);
  CHECK(unchecked_scenario({"clicks.eta=2"}).clicks.parameters.empty());
}

TEST_CASE("a value out of a parameter's range gets the allowed range") {
  CHECK(complaint({"learner.rate=0"}) ==
        "--set: learner.rate = 0: expected a number above 0");
  CHECK(complaint({"learner.method=es", "learner.es.reward=ndgc"}) ==
        "--set: learner.es.reward = ndgc: expected one of maxrr, dcg, ndcg; "
        "nearest "
        "is 'ndcg'");
  CHECK(complaint({"learner.method=pmgd", "learner.pmgd.candidates=1.5"}) ==
        "--set: learner.pmgd.candidates = 1.5: expected an integer 1 to "
        "1000");
  CHECK(complaint({"learner.method=es", "learner.es.antithetic=maybe"})
            .find("expected one of yes, no") != std::string::npos);
  CHECK(complaint(
            {"heterogeneity.kind=quantity", "heterogeneity.interactions="}) ==
        "--set: heterogeneity.interactions = : expected integers 1 to "
        "1000000, separated by commas");
}

TEST_CASE(
    "a parameter of another method is refused, naming those that have "
    "it") {
  CHECK(complaint({"aggregation.rule=krum", "aggregation.bound=2"}) ==
        "--set: aggregation.bound = 2: has no effect here; needs "
        "aggregation.rule = norm-bound or centered-clip");
  CHECK(complaint({"unlearning.method=retrain", "unlearning.clients=1",
                   "unlearning.steps=2"})
            .find("unlearning.method = federaser, fine-tune or pga") !=
        std::string::npos);
}

TEST_CASE("in a grid a parameter needs one point that has it") {
  for (const char* setting : {"attack.strength=3", "attack.lie.z=3"}) {
    CHECK(complaint({"grid.attack.kind=none,lie,scaled", setting}) == "");
    CHECK(complaint({"grid.attack.kind=none,click-poison", setting})
              .find("has no effect") != std::string::npos);
  }
}

TEST_CASE("check prints the parameters of the methods chosen") {
  const std::string plain = print_scenario(default_scenario({}));
  CHECK(plain.find("pdgd.batch = 1\n") != std::string::npos);
  CHECK(plain.find("es.sigma") == std::string::npos);
  const std::string es =
      print_scenario(default_scenario({"learner.method=es"}));
  CHECK(es.find("es.sigma = 0.01\n") != std::string::npos);
  CHECK(es.find("pdgd.batch") == std::string::npos);
}

TEST_CASE("a parameter that a silo method names is a key of its section") {
  MethodTable table = method_table("silo-methods");
  const Parameter steps = whole_parameter("made-up", 3, 1, 9, "steps");
  for (MethodInfo& method : table.methods)
    if (method.name == "global") method.parameters.push_back(steps);
  const auto made = parameter_keys(table);
  REQUIRE(made.size() == 1);
  const Key& key = made[0];
  CHECK(key.name == "silo.made-up");
  CHECK(key.needs == "silo.method = all or global");
  CHECK_THROWS_AS(key.set(*std::make_unique<Scenario>(), {"10", {}}),
                  std::invalid_argument);
  for (const auto& [method, has] : {std::pair{"all", true},
                                    {"global", true},
                                    {"local", false},
                                    {"bm25", false}}) {
    CAPTURE(method);
    Scenario scenario =
        unchecked_scenario({std::string("silo.method=") + method});
    CHECK(key.applies(scenario) == has);
    key.set(scenario, {"7", {}});
    CHECK(scenario.silo.options.parameters.empty() != has);
    CHECK(scenario.silo.options.parameters.whole(steps) == (has ? 7 : 3));
  }
}

TEST_CASE("an old name of a key still works, and the new one is shown") {
  const TemporaryFolder folder;
  const auto read =
      read_scenario(folder.write("s.ini",
                                 "[aggregation]\nrule = median\nbefore = nnm\n"
                                 "[synthetic]\ntwin = yahoo\n"),
                    {"faults.least=2"});
  const Scenario& scenario = read.points[0].scenario;
  CHECK(scenario.aggregation.pre_aggregation == "nnm");
  CHECK(scenario.text.at("synthetic.like") == "yahoo");
  CHECK(scenario.faults.least == 2);
  REQUIRE(read.renamed.size() == 3);
  CHECK(read.renamed[0].ends_with(
      "s.ini:3: aggregation.before is called aggregation.pre-aggregation now"));
  CHECK(read.renamed[2] ==
        "--set: faults.least is called faults.min-updates now");
}

TEST_CASE("an old name works in a grid, and is the same key as the new one") {
  const TemporaryFolder folder;
  const auto grid =
      read_scenario(folder.write("s.ini",
                                 "[aggregation]\nrule = median\n"
                                 "[grid]\naggregation.before = none, nnm\n"),
                    {});
  REQUIRE(grid.points.size() == 2);
  CHECK(grid.grid_keys[0] == "aggregation.pre-aggregation");
  CHECK(grid.points[1].scenario.aggregation.pre_aggregation == "nnm");
  CHECK_THROWS_WITH_AS(read_scenario(folder.write("t.ini",
                                                  "[faults]\nleast = 2\n"
                                                  "min-updates = 3\n"),
                                     {}),
                       doctest::Contains("occurs twice"), UsageError);
}

}  // namespace fedltr::parameter_keys_test
