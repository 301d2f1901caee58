#include "app/results/manifest.hpp"

#include <regex>
#include <set>

#include "app/base/json.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::manifest_test {
using namespace fedltr::test;

namespace {

std::set<std::string> keys_in(const Json& json) {
  std::set<std::string> names;
  for (const auto& [name, value] : json.items()) names.insert(name);
  return names;
}

Json identity_of(const std::vector<std::string>& settings) {
  return identity_json(default_scenario(settings), {});
}

}  // namespace

TEST_CASE("every key of the study that decides results is in its identity") {
  for (const char* setting : {"silo.parties=3", "federation.clients=3"}) {
    const Scenario scenario = default_scenario({setting});
    std::set<std::string> expected;
    for (const Key& key : keys())
      if (decides_results(key) && in_study(key, scenario))
        expected.insert(key.name);
    const Json resolved = identity_json(scenario, {})["scenario"];
    CHECK(keys_in(resolved) == expected);
    for (const auto& [name, text] : resolved.items()) CHECK(text.is_string());
  }
}

TEST_CASE("how and where a study is run is no part of what it is") {
  std::set<std::string> free;
  for (const Key& key : keys())
    if (!decides_results(key)) free.insert(key.name);
  CHECK(free == std::set<std::string>{"run.threads",        "run.speedup",
                                      "run.scaling",        "run.out",
                                      "run.rankings",       "checkpoint.every",
                                      "checkpoint.seconds", "checkpoint.keep",
                                      "figure.x",           "figure.lines",
                                      "figure.panels",      "figure.metric",
                                      "figure.baseline",    "figure.published",
                                      "figure.source",      "table.rows",
                                      "table.columns",      "table.metric",
                                      "table.baseline",     "table.published",
                                      "table.source"});
  CHECK(identity_of({"run.threads=3", "checkpoint.every=7", "run.out=there"}) ==
        identity_of({}));
  for (const char* other : {"run.seed=2", "run.repeats=2", "learner.rate=0.2",
                            "evaluation.every=5", "run.name=x"})
    CHECK_MESSAGE(identity_of({other}) != identity_of({}), other);
}

TEST_CASE("an identity has the data in the order in which it was read") {
  const Json data =
      identity_json(default_scenario({}), {{"b", "2"}, {"a", "1"}})["data"];
  CHECK(data == Json::parse(R"([{"name": "b", "sha256": "2"},
                                {"name": "a", "sha256": "1"}])"));
}

TEST_CASE("a manifest names version, compiler and libraries, no empty ones") {
  const Json manifest =
      parse_json(manifest_text(default_scenario({}), {}, {}, "words"));
  CHECK(keys_in(manifest["dependencies"]) ==
        std::set<std::string>{"boost", "caf", "eigen", "fmt", "libstemmer",
                              "nlohmann_json", "openssl", "spdlog", "sqlite",
                              "utf8proc", "zlib"});
  static const std::regex version("[0-9]+[a-z]?([._][0-9]+)+.*");
  for (const auto& [name, text] : manifest["dependencies"].items())
    CHECK_MESSAGE(std::regex_match(text.get<std::string>(), version), name);
  CHECK(std::regex_match(manifest["fedltr"].get<std::string>(), version));
  CHECK_FALSE(manifest["commit"].get<std::string>().empty());
  CHECK_FALSE(manifest["compiler"].get<std::string>().empty());
}

TEST_CASE("a manifest's description has each of its members") {
  std::set<std::string> described;
  for (const OutputField& field : manifest_description().fields)
    described.insert(field.name.substr(0, field.name.find_first_of(".[")));
  std::set<std::string> written =
      keys_in(parse_json(manifest_text(default_scenario({}), {}, {}, "words")));
  // If the scenario has them.
  written.insert(
      {"question", "reproduced", "start", "points", "figure", "table"});
  CHECK(described == written);
}

TEST_CASE("a file with a name of invalid UTF-8 keeps no run from ending") {
  const TemporaryFolder folder;
  std::string rows;
  for (int query = 0; query < 4; ++query)
    for (int document = 0; document < 3; ++document)
      rows += std::to_string(document) + " qid:" + std::to_string(query) +
              " 1:" + std::to_string(document) + "\n";
  folder.write("caf\xe9.txt", rows);
  const std::string text =
      "[data]\ntrain = caf\xe9.txt\n[evaluation]\non = train\n"
      "[federation]\nclients = 2\nrounds = 2\n[checkpoint]\nevery = 1\n";
  const Outcome outcome = run_text(folder, text, "r", {});
  CHECK_MESSAGE(outcome.code == 0, outcome.err);
  has(json_of(folder / "r/manifest.json")["data"][0]["name"], "/caf\uFFFD.txt");
  // It is recognised as the scenario of the run.
  const Outcome again =
      fedltr_command({"run", (folder / "s.ini").string(), "--quiet", "--resume",
                      "--out", (folder / "r").string()});
  CHECK_MESSAGE(again.code == 0, again.err);
}

TEST_CASE("the identity of a study has the keys that decide its results") {
  const Scenario scenario =
      default_scenario({"federation.clients=7", "run.threads=3"});
  const Json identity = identity_json(scenario, {{"file", "abc"}});
  CHECK(identity["scenario"]["federation.clients"] == "7");
  CHECK(!identity["scenario"].contains("run.threads"));
  CHECK(!identity["scenario"].contains("checkpoint.every"));
  CHECK(!identity["scenario"].contains("silo.parties"));
  CHECK(identity["data"][0]["sha256"] == "abc");
  const Json manifest =
      parse_json(manifest_text(scenario, {}, {{1, 1, 5}}, "words"));
  CHECK(manifest["scenario"] == identity["scenario"]);
  CHECK(manifest["randomness"] == "words");
}

}  // namespace fedltr::manifest_test
