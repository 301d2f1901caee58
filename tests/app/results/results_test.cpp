// Whole run folders of results made by hand, over existing files.
#include <algorithm>
#include <set>

#include "app/results/staged_results.hpp"
#include "app/results/study_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_disk.hpp"
#include "tests/support/small_results.hpp"
#include "tests/support/small_study.hpp"

namespace fedltr::results_test {
using namespace fedltr::test;
namespace fs = std::filesystem;

namespace {

/// Paths of the files below a folder.
std::set<std::string> files_in(const TemporaryFolder& folder) {
  std::set<std::string> names;
  for (const auto& each : fs::recursive_directory_iterator(folder.text()))
    if (each.is_regular_file())
      names.insert(fs::relative(each.path(), folder.text()).string());
  return names;
}

void write(const TemporaryFolder& folder, const SmallResults& small) {
  replace_results(folder.text(), federation_files(), small.results());
}

const std::set<std::string> kAlways = {
    "summary.json",  "rounds.csv",  "curves.svg",    "model-f1-r1.json",
    "per_query.tsv", "clients.csv", "manifest.json", "timing.json"};

}  // namespace

TEST_CASE("a federation's folder has its files, older results go") {
  const TemporaryFolder folder;
  for (const char* old : {"faults.csv", "model-f1-r9.json", "unlearning.json",
                          "rejected.csv", "summary.json"})
    folder.write(old, "old");
  write(folder, SmallResults());
  CHECK(files_in(folder) == kAlways);
  CHECK(json_of(folder / "summary.json")["name"] == "tiny");
}

TEST_CASE("foreign files and the run folders of points stay") {
  const TemporaryFolder folder;
  std::set<std::string> expected = kAlways;
  for (const char* foreign :
       {"notes.txt", "model-f1-r1.json.bak", "mine/summary.json",
        "run.seed=1/summary.json", "honest/summary.json"}) {
    folder.write(foreign, "mine");
    expected.insert(foreign);
  }
  write(folder, SmallResults());
  CHECK(files_in(folder) == expected);
  CHECK(read_text(folder / "mine/summary.json") == "mine");
}

TEST_CASE("results of faults and a robust rule have a file of their own") {
  const TemporaryFolder folder;
  SmallResults small;
  small.runs[0].plan.rule = [] { return nullptr; };
  small.runs[0].result.rounds[1].faults.unused = 1;
  write(folder, small);
  std::set<std::string> expected = kAlways;
  expected.insert({"faults.csv", "rejected.csv"});
  CHECK(files_in(folder) == expected);
  write(folder, SmallResults());
  CHECK(files_in(folder) == kAlways);
}

TEST_CASE("the same results are the same bytes") {
  const TemporaryFolder first;
  const TemporaryFolder second;
  write(first, SmallResults());
  write(second, SmallResults());
  for (const std::string& name : kAlways)
    CHECK_MESSAGE(read_text(first / name) == read_text(second / name), name);
}

TEST_CASE("a silo's folder has a folder for each method that was run") {
  const TemporaryFolder folder;
  folder.write("methods/cs-f-ltr/summary.json", "old");
  folder.write("methods/notes.txt", "mine");
  const SiloPoint point = small_silo_point();
  replace_results(folder.text(), silo_files(), {point, Timing()});
  std::set<std::string> expected = {
      "summary.json",  "parties.csv",   "features.csv", "model-f1-r1.json",
      "per_query.tsv", "manifest.json", "timing.json",  "methods/notes.txt"};
  for (const std::string method : {"local", "global"})
    for (const char* name : {"summary.json", "per_query.tsv", "manifest.json"})
      expected.insert("methods/" + method + "/" + name);
  CHECK(files_in(folder) == expected);
}

TEST_CASE("the top of a grid has its table beside the points' folders") {
  const TemporaryFolder folder;
  folder.write("matrix.csv", "old");
  folder.write("run.seed=1/summary.json", "a point's");
  PointResults point;
  point.folder = "run.seed=1";
  point.settings = {{"run.seed", "1"}};
  point.metrics = {{"ndcg@10", spread_of(std::vector<double>{0.25})}};
  point.signature = "abc";
  const std::vector<PointResults> points = {point};
  replace_results(folder.text(), grid_files(), {"tiny", points});
  CHECK(files_in(folder) ==
        std::set<std::string>{"grid.csv", "run.seed=1/summary.json"});
  CHECK(read_text(folder / "grid.csv") ==
        "folder,run.seed,ndcg@10,ndcg@10_std,n,claimed,accounted,signature\n"
        "\"run.seed=1\",1,0.25,nan,1,0,0,abc\n");
}

TEST_CASE("cells with commas, quotes and line breaks are one cell") {
  PointResults point;
  point.folder = "point-1";
  point.settings = {{"data.train", "a \"b\",c"}, {"run.name", "two\nlines"}};
  point.metrics = {{"map", {0.5, 0.25, 2}}};
  CHECK(grid_csv({point}) ==
        "folder,data.train,run.name,map,map_std,n,claimed,accounted,signature\n"
        "\"point-1\",\"a \"\"b\"\",c\",\"two\nlines\",0.5,0.25,2,0,0,\n");
}

TEST_CASE("a silo's speed-up is in parties and repeats") {
  const TemporaryFolder folder;
  const std::vector<SpeedupRow> rows = {{1, 3, 2, 2, 0.5, "abc"}};
  replace_results(folder.text(), speedup_files(),
                  {rows, {"parties", "repeats"}});
  CHECK(read_text(folder / "speedup.csv") ==
        "threads,parties,wall_seconds,cpu_seconds,repeats_per_second,speedup,"
        "efficiency,signature\n1,3,2,2,0.5,1,1,abc\n");
}

namespace {

/// A federation's files beyond those that it always has.
std::set<std::string> more_of(const SmallResults& small) {
  const TemporaryFolder folder;
  write(folder, small);
  std::set<std::string> more = files_in(folder);
  for (const std::string& name : kAlways)
    CHECK_MESSAGE(more.erase(name) == 1, name);
  return more;
}

}  // namespace

TEST_CASE("each part of a study adds its own files and no others") {
  using Names = std::set<std::string>;
  SmallResults small;
  CHECK(more_of(small) == Names());
  SmallResults repeated;
  repeated.runs.push_back(small_run(0.5, 2));
  repeated.runs[1].fold = 3;
  CHECK(more_of(repeated) == Names{"model-f3-r2.json"});
  SmallResults robust;
  robust.runs[0].plan.rule = [] { return nullptr; };
  CHECK(more_of(robust) == Names{"rejected.csv"});
  SmallResults faulty;
  FaultOptions options;
  options.dropout = 0.5;
  faulty.runs[0].plan.faults = FaultSchedule(options, 1);
  CHECK(more_of(faulty) == Names{"faults.csv"});
  SmallResults unlearned;
  unlearned.unlearned.emplace_back();
  CHECK(more_of(unlearned) == Names{"unlearning.json"});
  SmallResults attacked;  // its baseline has its own folder
  attacked.scenario = default_scenario(
      {"federation.clients=4", "attack.kind=ipm", "attack.clients=1"});
  attacked.honest = {small_run(0.75)};
  CHECK(more_of(attacked) == Names());
}

TEST_CASE("results that can't be written leave the older ones complete") {
  const TemporaryFolder folder;
  write(folder, SmallResults());
  const auto before = files_in(folder);
  const std::string summary = read_text(folder / "summary.json");
  SmallResults other;
  other.runs[0].result.model = Vector::Ones(6);
  {
    const SmallDisk disk(200);
    CHECK_THROWS_WITH_AS(write(folder, other),
                         doctest::Contains("File too large"),
                         std::runtime_error);
  }
  CHECK(files_in(folder) == before);
  CHECK(read_text(folder / "summary.json") == summary);
  write(folder, other);
  CHECK(read_text(folder / "summary.json") != summary);
}

TEST_CASE("a model that has no numbers is written with null in their place") {
  SmallResults small;
  small.runs[0].result.model(2) = kNaN;
  const auto model =
      nlohmann::json::parse(text_of(model_json_file(), small.results()));
  CHECK(model["parameters"][2].is_null());
  CHECK(model["parameters"][0] == 0.1);
}

TEST_CASE("a network's model has its layers' sizes") {
  SmallResults small;
  Run& finished = small.runs[0];
  finished.plan = neural_plan(std::move(finished.plan), 3);
  finished.result.model = Vector::LinSpaced(6 * 3 + 3 + 3, 1, 2);
  const auto model =
      nlohmann::json::parse(text_of(model_json_file(), small.results()));
  CHECK(model["features"] == 6);
  CHECK(model["hidden"] == 3);
  CHECK(model["parameters"].size() == 24);
  CHECK_FALSE(model.contains("output_layers"));
}

TEST_CASE("a model's own layer is the mean of the clients that are there") {
  const TemporaryFolder folder;
  const Outcome outcome =
      run_text(folder, kSmallStudy, "r",
               {"ranker.model=neural", "ranker.hidden=2",
                "federation.local=fedper", "federation.absent=0, 2"});
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const auto model = json_of(folder / "r/model-f1-r1.json");
  const auto& layers = model.at("output_layers");
  const auto& parameters = model.at("parameters");
  const std::size_t size = layers.at(0).size();
  for (std::size_t i = 0; i < size; ++i) {
    double sum = 0;
    for (std::size_t client = 0; client < layers.size(); ++client)
      if (client != 0 && client != 2) sum += layers[client][i].get<double>();
    const double mean = sum / static_cast<double>(layers.size() - 2);
    CHECK(parameters.at(parameters.size() - size + i).get<double>() ==
          doctest::Approx(mean).epsilon(1e-12));
  }
}

TEST_CASE("grids over silos leave out points that were not run") {
  const TemporaryFolder folder;
  SiloPoint waiting = small_silo_point();
  waiting.described.settings = {{"silo.top", "9"}};
  waiting.runs.clear();
  folder.write("grid.csv", "old");
  const auto rows = rows_of({small_silo_point(), waiting});
  replace_results(folder.text(), grid_files(), {"tiny", rows});
  const std::string grid = read_text(folder / "grid.csv");
  CHECK(std::ranges::count(grid, '\n') == 3);  // names, two methods
  CHECK(grid.find("silo.top=9") == std::string::npos);
}

}  // namespace fedltr::results_test
