#include "app/cli/check_command.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::check_command_test {
using namespace fedltr::test;

namespace {

constexpr const char* kScenario =
    "[federation]\nclients = 7\n[synthetic]\ntwin = yahoo\n";

nlohmann::json checked(const std::vector<std::string>& more = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {
      "check", folder.write("s.ini", kScenario), "--format", "json"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const Outcome outcome = fedltr_command(arguments);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  CHECK(outcome.err.empty());
  return nlohmann::json::parse(outcome.out);
}

}  // namespace

TEST_CASE("a checked scenario as JSON has every key as it will be used") {
  const auto json = checked();
  CHECK(json["scenario"]["federation.clients"] == "7");
  CHECK(json["scenario"]["run.seed"] == "1");
  CHECK(json["scenario"]["run.name"] == "s");
  CHECK_FALSE(json["scenario"].contains("silo.parties"));
  CHECK(json["points"] == nlohmann::json::parse(R"([{"settings": {}}])"));
  CHECK(json["lying_server"].empty());
  CHECK(json["renamed"].size() == 1);
  has(json["renamed"][0], "synthetic.like");
}

TEST_CASE("a checked grid as JSON has its points") {
  const auto json = checked({"--set", "grid.federation.clients=10,20"});
  CHECK(json["points"] == nlohmann::json::parse(R"([
    {"settings": {"federation.clients": "10"}},
    {"settings": {"federation.clients": "20"}}])"));
  CHECK(json["scenario"]["federation.clients"] == "10");
}

TEST_CASE("a checked grid has a line for each point, with what it changes") {
  const TemporaryFolder folder;
  const std::string text =
      fedltr_command({"check", folder.write("s.ini", kScenario), "--set",
                      "grid.ranker.model=linear,neural", "--set",
                      "grid.run.seed=7,9"})
          .out;
  // The initial value that also suits a network.
  has(text,
      "# a grid of 4 points\n"
      "#   ranker.model = linear; run.seed = 7;\n"
      "#   ranker.model = linear; run.seed = 9;\n"
      "#   ranker.model = neural; run.seed = 7; ranker.init = normal;\n"
      "#   ranker.model = neural; run.seed = 9; ranker.init = normal;\n"
      "# the first one:\n");
}

TEST_CASE("a checked scenario shows what its rule assumes, with warnings") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", "");
  const auto check = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments = {"check", file,
                                          "--set", "federation.clients=10",
                                          "--set", "aggregation.rule=krum",
                                          "--set", "attack.kind=lie",
                                          "--set", "attack.clients=4"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return fedltr_command(arguments);
  };
  const Outcome within = check({});
  CHECK(within.code == 0);
  CHECK(within.out.starts_with("# aggregation.malicious = auto takes 3;\n"));
  const Outcome outside = check({"--set", "aggregation.condition=warn"});
  CHECK(outside.code == 0);
  CHECK(outside.out.starts_with("# aggregation.malicious = auto takes 4;\n"));
  const Outcome refused = check({"--set", "aggregation.malicious=4"});
  CHECK(refused.code == 2);
  has(refused.err, "to run it with a warning: aggregation.condition = warn");
  const auto json = nlohmann::json::parse(
      check({"--set", "grid.aggregation.condition=warn,refuse", "--format",
             "json"})
          .out);
  CHECK(json["points"][0]["malicious"] == 4);
  CHECK(json["points"][1]["malicious"] == 3);
  REQUIRE(json["warnings"].size() == 2);
  has(json["warnings"][0], "krum needs n >= 2m + 3, but n = 10 and m = 4");
  has(json["warnings"][1], "takes m = 3, fewer than the 4 attackers");
}

TEST_CASE("the text and the JSON of a checked scenario hold the same keys") {
  const TemporaryFolder folder;
  const std::string text =
      fedltr_command({"check", folder.write("s.ini", kScenario)}).out;
  const auto keys = checked()["scenario"];
  const auto lines =
      std::count_if(text.begin(), text.end(), [](char c) { return c == '='; });
  CHECK(static_cast<std::size_t>(lines) == keys.size());
}

}  // namespace fedltr::check_command_test
