#include "app/cli/find_scenario.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::find_scenario_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// A source tree with a built program, and a place for its installation.
struct Places {
  TemporaryFolder folder;
  fs::path source = fs::canonical(folder.text()) / "src";
  fs::path prefix = fs::canonical(folder.text()) / "usr";

  Places() {
    folder.write("src/scenarios/quickstart.ini", "");
    folder.write("src/scenarios/online/fpdgd.ini", "");
    folder.write("src/docs/notes.txt", "");
    folder.write("src/build/tests/fedltr", "");
    folder.write("usr/bin/fedltr", "");
    folder.write("usr/share/fedltr/scenarios/quickstart.ini", "");
    folder.write("elsewhere/notes.txt", "");
  }
};

/// Changes the working directory while it lives.
class Inside {
 public:
  explicit Inside(const fs::path& folder) : before_(fs::current_path()) {
    fs::current_path(folder);
  }
  ~Inside() { fs::current_path(before_); }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;

 private:
  fs::path before_;
};

}  // namespace

TEST_CASE("scenarios are looked for above the user, then near the program") {
  const Places places;
  const fs::path source = places.source / "scenarios";
  const fs::path installed = places.prefix / "share/fedltr/scenarios";
  const fs::path elsewhere = places.folder / "elsewhere";
  using Folders = std::vector<fs::path>;
  // In the source tree or below it, each folder once.
  for (const char* below : {"", "docs", "build/tests"})
    CHECK(scenario_folders(places.source / below,
                           places.source / "build/fedltr") == Folders{source});
  // The program finds its source tree, also from a test's folder.
  for (const char* program : {"build/fedltr", "build/tests/fedltr"})
    CHECK(scenario_folders(elsewhere, places.source / program) ==
          Folders{source});
  CHECK(scenario_folders(elsewhere, places.prefix / "bin/fedltr") ==
        Folders{installed});
  CHECK(scenario_folders(places.source, places.prefix / "bin/fedltr") ==
        Folders{source, installed});
  CHECK(scenario_folders(elsewhere, "").empty());
}

TEST_CASE("a name stands for its file, with or without .ini") {
  const Places places;
  const std::vector<fs::path> folders = {
      places.source / "scenarios", places.prefix / "share/fedltr/scenarios"};
  for (const char* name : {"quickstart", "quickstart.ini"})
    CHECK(locate_scenario(name, folders) == folders[0] / "quickstart.ini");
  CHECK(locate_scenario("online/fpdgd", folders) ==
        folders[0] / "online/fpdgd.ini");
  for (const char* unknown : {"fpdgd", "online", "nothing", "/quickstart"})
    CHECK_FALSE(locate_scenario(unknown, folders));
}

TEST_CASE("a real path goes first, a folder is no scenario") {
  const Places places;
  const std::vector<fs::path> folders = {places.source / "scenarios"};
  const std::string own = places.folder.write("own.ini", "");
  CHECK(locate_scenario(own, folders) == own);
  const Inside inside(places.folder / "elsewhere");
  fs::create_directory("quickstart");
  CHECK(locate_scenario("quickstart", folders) ==
        folders[0] / "quickstart.ini");
  std::ofstream("quickstart.ini") << "";
  CHECK(locate_scenario("quickstart", folders) == "quickstart.ini");
  CHECK(locate_scenario("quickstart.ini", folders) == "quickstart.ini");
}

TEST_CASE("an unknown name brings up those most like it, by either part") {
  const Places places;
  const std::vector<fs::path> folders = {places.source / "scenarios"};
  CHECK(nearest_scenarios("quikstart", folders)[0] == "quickstart");
  CHECK(nearest_scenarios("fpdg", folders)[0] == "online/fpdgd");
  CHECK(nearest_scenarios("/x/online/fpdgd.ini", folders)[0] == "online/fpdgd");
  CHECK(nearest_scenarios("fpdgd", folders).size() == 2);
  CHECK(nearest_scenarios("fpdgd", {}).empty());
}

TEST_CASE("every command that takes a scenario finds it by its name") {
  const TemporaryFolder folder;
  folder.write("scenarios/small.ini",
               "[synthetic]\nlike = custom\nqueries = 20\ndocuments = 9\n"
               "[federation]\nclients = 3\nrounds = 1\n");
  folder.write("scenarios/silo/tiny.ini", "[silo]\nparties = 2\n");
  const Inside inside(folder.text());
  const auto code = [](const std::vector<std::string>& arguments) {
    const Outcome outcome = fedltr_command(arguments);
    CHECK_MESSAGE(outcome.err.find("can't read") == std::string::npos,
                  outcome.err);
    return outcome.code;
  };
  CHECK(code({"check", "small"}) == 0);
  CHECK(code({"check", "silo/tiny"}) == 0);
  CHECK(code({"run", "small", "--quiet"}) == 0);
  // Its results also have its name.
  CHECK(fs::exists("runs/small/summary.json"));
  CHECK(code({"data", "info", "small"}) == 0);
  CHECK(code({"data", "info", "--split", "small"}) == 0);
  CHECK(code({"audit", "small", "--trials", "100"}) == 0);
  CHECK(code({"serve", "silo/tiny", "--listen", "127.0.0.1:0", "--insecure"}) ==
        2);  // the command already has a scenario
  for (const char* verb : {"run", "check", "audit"}) {
    const Outcome outcome = fedltr_command({verb, "smal"});
    CHECK(outcome.code == 2);
    has(outcome.err,
        "smal: can't read this scenario file; scenarios with a "
        "similar name: small");
  }
}

}  // namespace fedltr::find_scenario_test
