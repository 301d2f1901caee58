#include "app/schema/named_points.hpp"

#include <doctest/doctest.h>

#include "app/base/errors.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/refusals.hpp"

namespace fedltr::named_points_test {
using test::refusal_in;
using test::TemporaryFolder;

namespace {

const std::string kScale =
    "[federation]\nclients = 7\n"
    "[grid]\nclicks.model = perfect, pbm\n"
    "scale = small: federation.clients=50 federation.rounds=1000 "
    "learner.rate=0.2\n"
    "scale = large: federation.clients=90, as-is:\n";

ReadScenario read_text(const std::string& text,
                       const std::vector<std::string>& settings = {}) {
  const TemporaryFolder folder;
  return read_scenario(folder.write("s.ini", text), settings);
}

}  // namespace

TEST_CASE("a named point sets keys of several sections") {
  const ReadScenario read = read_text(kScale);
  CHECK(read.grid_keys ==
        std::vector<std::string>{"clicks.model", "grid.scale"});
  REQUIRE(read.points.size() == 6);
  const GridPoint& first = read.points[0];
  CHECK(first.settings[1] ==
        std::pair<std::string, std::string>("grid.scale", "small"));
  CHECK(first.scenario.federation.clients == 50);
  CHECK(first.scenario.federation.rounds == 1000);
  CHECK(first.scenario.text.at("learner.rate") == "0.2");
  REQUIRE(first.scenario.named_points.size() == 1);
  CHECK(first.scenario.named_points[0].name == "small");
  CHECK(first.scenario.named_points[0].sets ==
        std::vector<std::string>{"federation.clients", "federation.rounds",
                                 "learner.rate"});
  CHECK(read.points[4].scenario.federation.clients == 90);
  CHECK(read.points[4].scenario.text.at("learner.rate") == "0.1");
  CHECK(read.points[5].scenario.federation.clients == 7);
  CHECK(read.points[5].scenario.clicks.model == "pbm");
}

TEST_CASE("later files and --set override keys of named points") {
  const ReadScenario rounds = read_text(kScale, {"federation.rounds=3"});
  REQUIRE(rounds.points.size() == 6);
  for (const GridPoint& point : rounds.points)
    CHECK(point.scenario.federation.rounds == 3);
  CHECK(rounds.points[0].scenario.federation.clients == 50);
  const ReadScenario list =
      read_text(kScale, {"grid.federation.clients=20,30"});
  CHECK(list.points.size() == 12);
  CHECK(list.points[1].scenario.federation.clients == 30);
  CHECK(list.points[1].scenario.federation.rounds == 1000);
  const ReadScenario other =
      read_text(kScale, {"grid.users=a: clicks.model=informational"});
  REQUIRE(other.points.size() == 3);
  CHECK(other.points[0].scenario.clicks.model == "informational");

  const TemporaryFolder folder;
  folder.write("base.ini", kScale);
  const std::string file =
      folder.write("s.ini", "include = base.ini\n[federation]\nclients = 8\n");
  CHECK(read_scenario(file, {}).points[0].scenario.federation.clients == 8);
}

TEST_CASE("--set chooses named points") {
  const ReadScenario read = read_text(kScale, {"grid.scale=large, small"});
  REQUIRE(read.points.size() == 4);
  CHECK(read.points[0].scenario.federation.clients == 90);
  CHECK(read.points[1].scenario.federation.clients == 50);
  CHECK(refusal_in(kScale, {"grid.scale=tiny"})
            .ends_with("there is no point 'tiny'; there are: small, large, "
                       "as-is"));
}

TEST_CASE("wrong named points are refused in one line") {
  const auto of = [](const std::string& grid) {
    return refusal_in("[grid]\n" + grid + "\n");
  };
  CHECK(of("p = a: federation.clint=5")
            .starts_with("s.ini:2: point 'a' of grid.p: federation.clint = 5: "
                         "unknown key; nearest is 'federation.clients'"));
  CHECK(of("p = a: rounds=5")
            .find("point 'a' of grid.p: rounds = 5: a key is named with its "
                  "section: federation.rounds") != std::string::npos);
  CHECK(of("p = a: federation.clients=0")
            .starts_with("s.ini:2: point 'a' of grid.p: federation.clients = "
                         "0: expected"));
  CHECK(of("p = a: run.seed=1\nrun.seed = 1, 2") ==
        "s.ini:2: point 'a' of grid.p: run.seed = 1: is also in the grid by "
        "itself");
  CHECK(of("p = a: run.seed=1\nq = b: run.seed=2")
            .ends_with("its values and those of grid.p set run.seed; only one "
                       "of them may"));
  CHECK(of("p = a: run.seed=1 run.seed=2")
            .ends_with("point 'a' sets run.seed twice"));
  CHECK(
      of("p = a: run.seed=1, a: run.seed=2").ends_with("'a' names two points"));
  CHECK(of("p = a: run.seed=1\np = a: run.seed=2")
            .ends_with("'a' names two points"));
  CHECK(of("p = a/b: run.seed=1")
            .ends_with("'a/b': expected a name of letters, digits, '.', '-' "
                       "and '_'"));
  CHECK(
      of("p = a: seed")
          .ends_with(
              "point 'a': 'seed': expected section.key=value without blanks"));
  CHECK(of("p = a: run.seed=1, run.seed=2")
            .ends_with("'run.seed=2': expected named points, NAME: "
                       "section.key=value ..., separated by commas"));
  CHECK(of("scale = 1, 2").find("a list of named points is NAME: ") !=
        std::string::npos);
  CHECK(of("p = a: run.threads=2")
            .ends_with("is the same for all points, so it can't be in a grid"));
  CHECK(of("p = a: attack.sign-flip.factor=2, b: attack.kind=sign-flip")
            .find("has no effect here; needs attack.kind = ") !=
        std::string::npos);
}

TEST_CASE("check prints named points with their settings") {
  const TemporaryFolder folder;
  const std::string file = folder.write("s.ini", kScale);
  const std::string out = test::fedltr_command({"check", file}).out;
  CHECK(out.find("#   clicks.model = perfect; grid.scale = small; "
                 "federation.clients = 50; federation.rounds = 1000; "
                 "learner.rate = 0.2;\n") != std::string::npos);
  CHECK(out.find("grid.scale = as-is; federation.clients = 7;") !=
        std::string::npos);
}

}  // namespace fedltr::named_points_test
