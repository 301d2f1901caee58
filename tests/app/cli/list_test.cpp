#include "app/cli/list.hpp"

#include <algorithm>
#include <sstream>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "app/schema/method_tables.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::list_test {
using test::fedltr_command;
using test::read_text;

TEST_CASE(
    "docs/methods.md and docs/keys.md are current: make docs-lists renews "
    "them") {
  CHECK(read_text("docs/methods.md") ==
        fedltr_command({"list", "--format", "markdown"}).out);
  CHECK(read_text("docs/keys.md") ==
        fedltr_command({"list", "keys", "--format", "markdown"}).out);
}

TEST_CASE("the grid's own grammar is listed in each format") {
  const auto listed = [](const char* format) {
    return fedltr_command({"list", "keys", "grid", "--format", format}).out;
  };
  CHECK(listed("text").starts_with("[grid] holds any of these keys"));
  CHECK(listed("markdown").find("## [grid]") != std::string::npos);
  const auto forms = nlohmann::json::parse(listed("json"));
  REQUIRE(forms.size() == 2);
  CHECK(forms[1]["key"] == "grid.LIST");
}

TEST_CASE("a list holds every method and every parameter's key") {
  const std::string all = fedltr_command({"list"}).out;
  const std::string keys = fedltr_command({"list", "keys"}).out;
  for (const MethodTable& table : method_tables())
    for (const MethodInfo& method : table.methods) {
      CAPTURE(method.name);
      CHECK(all.find("\n  " + method.name + " ") != std::string::npos);
      for (const Parameter& parameter : method.parameters) {
        const std::string key = table.section() + parameter.name + " = ";
        CHECK(all.find(key) != std::string::npos);
        CHECK(keys.find("\n  " + key) != std::string::npos);
      }
    }
}

TEST_CASE("a kind may be given by its old name, a wrong one is corrected") {
  CHECK(fedltr_command({"list", "preparations"}).out ==
        fedltr_command({"list", "pre-aggregation"}).out);
  CHECK(fedltr_command({"list", "rule"}).err.find("nearest is 'rules'") !=
        std::string::npos);
  CHECK(fedltr_command({"list", "rules", "--format", "html"}).code == 2);
}

TEST_CASE("check prints the new name of a key, on stderr only") {
  const test::TemporaryFolder folder;
  const auto outcome = fedltr_command(
      {"check", folder.write("s.ini", "[synthetic]\ntwin = yahoo\n")});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find("like = yahoo\n") != std::string::npos);
  CHECK(outcome.out.find("twin") == std::string::npos);
}

TEST_CASE("a list as JSON holds what its Markdown does") {
  const auto json = [](const std::vector<std::string>& words) {
    std::vector<std::string> arguments = {"list", "--format", "json"};
    arguments.insert(arguments.end(), words.begin(), words.end());
    return nlohmann::json::parse(fedltr_command(arguments).out);
  };
  const auto all = json({});
  for (const MethodTable& table : method_tables()) {
    CHECK(all[table.kind]["named_by"] == table.key);
    CHECK(all[table.kind]["methods"].size() == table.methods.size());
  }
  CHECK(json({"rules"}) == nlohmann::json{{"rules", all["rules"]}});
  const auto rounds = json({"keys", "federation.rounds"});
  REQUIRE(rounds.size() == 1);
  CHECK(rounds[0]["key"] == "federation.rounds");
  CHECK(rounds[0]["allowed"] == "an integer 1 to 100000000");
  CHECK(json({"keys"}).size() == keys().size());
  const auto output = json({"output"});
  CHECK(output[0]["chapter"] == "A federation");
  CHECK(output[0]["files"][0]["name"] == "summary.json");
}

TEST_CASE("keys are listed by section, by name, and by name in any section") {
  const auto listed = [](const std::string& only) {
    return fedltr_command({"list", "keys", only}).out;
  };
  const std::string head =
      "keys (section.key = default: help; allowed values)\n";
  const std::string section = listed("checkpoint");
  CHECK(section.find("\n  checkpoint.every = 0") != std::string::npos);
  CHECK(section.find("\n  checkpoint.seconds = 60") != std::string::npos);
  CHECK(section.find("\n  checkpoint.keep = yes") != std::string::npos);
  CHECK(std::ranges::count(section, '\n') == 4);
  CHECK(listed("checkpoint.every").starts_with(head + "  checkpoint.every ="));
  CHECK(std::ranges::count(listed("checkpoint.every"), '\n') == 2);
  CHECK(std::ranges::count(listed("clients"), '\n') >= 3);
  CHECK(listed("privacy.epsilon").find("has an effect with") !=
        std::string::npos);
  CHECK(fedltr_command({"list", "keys", "checkpoint", "--format", "markdown"})
            .out.find("## [checkpoint]") != std::string::npos);
}

TEST_CASE("an unknown key is reported with the nearest") {
  const auto complaint = [](const std::vector<std::string>& arguments) {
    const auto outcome = fedltr_command(arguments);
    CHECK(outcome.code == 2);
    return outcome.err;
  };
  CHECK(complaint({"list", "keys", "federation.clint"})
            .find("nearest is federation.clients; sections are run, ") !=
        std::string::npos);
  CHECK(complaint({"list", "keys", "interaktions"})
            .find("nearest is federation.interactions or "
                  "heterogeneity.interactions;") != std::string::npos);
  CHECK(complaint({"list", "keys", "privcy"}).find("nearest is privacy;") !=
        std::string::npos);
  CHECK(complaint({"list", "rules", "krum"})
            .find("only fedltr list keys takes a section or key") !=
        std::string::npos);
}

TEST_CASE("text is wrapped in the columns of a terminal") {
  std::ostringstream out;
  print_list(out, {.kind = "keys", .only = "federation", .columns = 60});
  std::istringstream text(out.str());
  for (std::string line; std::getline(text, line);) {
    CAPTURE(line);
    CHECK(line.size() <= 60);
  }
  CHECK(out.str().find("\n      ") != std::string::npos);
}

TEST_CASE("help of a command is its --help, also of one in two words") {
  CHECK(fedltr_command({"help", "run"}).out ==
        fedltr_command({"run", "--help"}).out);
  CHECK(fedltr_command({"help", "data", "info"}).out ==
        fedltr_command({"data", "info", "--help"}).out);
  CHECK(fedltr_command({"help"}).out == fedltr_command({"--help"}).out);
  CHECK(fedltr_command({"help", "nothing"}).code == 2);
}

TEST_CASE("a command that others call otherwise is named") {
  const auto complaint = [](const std::string& verb) {
    return fedltr_command({verb}).err;
  };
  CHECK(complaint("plot") ==
        "fedltr: 'plot' is not a command; fedltr report does that (see fedltr "
        "report --help)\n");
  CHECK(complaint("predict").find("fedltr rank does that") !=
        std::string::npos);
  CHECK(complaint("resume").find("fedltr run --resume does that") !=
        std::string::npos);
  CHECK(complaint("runn").find("nearest is 'run'") != std::string::npos);
}

}  // namespace fedltr::list_test
