// Runs that start from a model.
#include "app/plan/start_model.hpp"

#include "algorithms/ranking/neural.hpp"
#include "app/base/errors.hpp"
#include "app/base/files.hpp"
#include "app/data/model_file.hpp"
#include "app/plan/build.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::start_model_test {
using namespace fedltr::test;

namespace {

Scenario small(std::vector<std::string> settings) {
  settings.insert(
      settings.begin(),
      {"synthetic.like=custom", "synthetic.queries=30", "synthetic.documents=8",
       "synthetic.features=3", "federation.clients=4", "federation.rounds=2"});
  return unchecked_scenario(settings);
}

ModelFile linear(double first) {
  ModelFile model;
  model.model = "linear";
  model.features = 3;
  model.parameters = Vector::LinSpaced(3, first, first + 2);
  model.first_index = 1;
  model.normalize = Normalize::kNone;
  return model;
}

std::string write_model(const TemporaryFolder& folder, const std::string& name,
                        const ModelFile& model) {
  return folder.write(name, model_text(model));
}

std::string refusal(const ModelFile& model,
                    std::vector<std::string> settings = {}) {
  const TemporaryFolder folder;
  settings.push_back("ranker.from=" + write_model(folder, "m.json", model));
  const Scenario scenario = small(settings);
  return error_of<UsageError>(
      [&] { read_start_models(scenario, load_data(scenario)); });
}

}  // namespace

TEST_CASE("each run starts from the model of ranker.from") {
  const TemporaryFolder folder;
  const std::string file = write_model(folder, "m.json", linear(5));
  const Scenario scenario =
      small({"run.repeats=2", "data.fold=all", "ranker.from=" + file});
  const LoadedData data = load_data(scenario);
  const auto runs = build_runs(scenario, data, 0);
  REQUIRE(runs.size() == 10);
  for (const Run& run : runs)
    CHECK(run.plan.initial == Vector::LinSpaced(3, 5, 7));
  const StartModels start = read_start_models(scenario, data);
  REQUIRE(start.files.size() == 1);
  CHECK(start.files[0].sha256 == sha256_of_file(file));
  const auto joined = with_start(std::make_shared<LoadedData>(data), start);
  CHECK(joined->files.size() == data.files.size() + 1);
  CHECK(joined->files.back().is_start);
}

TEST_CASE("in a run folder each fold and repeat has its own model") {
  const TemporaryFolder folder;
  for (const char* name :
       {"model-f1-r1.json", "model-f1-r2.json", "model-f2-r1.json"})
    write_model(folder, name, linear(1));
  const auto name_for = [&](int fold, std::uint32_t repeat) {
    return start_file(folder / "", fold, repeat).filename().string();
  };
  CHECK(name_for(1, 2) == "model-f1-r2.json");
  CHECK(name_for(2, 1) == "model-f2-r1.json");
  CHECK(name_for(2, 3) == "model-f2-r1.json");  // the fold's only one
  CHECK_THROWS_AS(name_for(1, 3), DataError);
  CHECK_THROWS_AS(name_for(3, 1), DataError);
  const std::string file = (folder / "model-f2-r1.json").string();
  CHECK(start_file(file, 5, 1) == file);
}

TEST_CASE("a model that does not fit is refused, with what helps") {
  has(refusal(linear(1), {"ranker.model=neural"}), "set ranker.model = linear");
  ModelFile neural = linear(1);
  neural.model = "neural";
  neural.hidden = 2;
  neural.parameters = Vector::Ones(10);
  has(refusal(neural, {"ranker.model=neural", "ranker.hidden=4"}),
      "set ranker.hidden = 2");
  CHECK(refusal(neural, {"ranker.model=neural", "ranker.hidden=2"}).empty());
  ModelFile wide = linear(1);
  wide.features = 4;
  wide.parameters = Vector::Ones(4);
  has(refusal(wide), "has 4 features, the data has 3");
  ModelFile zero_based = linear(1);
  zero_based.first_index = 0;
  has(refusal(zero_based), "counts features from 0, the data counts from 1");
  ModelFile scaled = linear(1);
  scaled.normalize = Normalize::kQueryMinmax;
  has(refusal(scaled), "set data.normalize = query-minmax");
  CHECK(refusal(scaled, {"data.normalize=query-minmax"}).empty());
}

TEST_CASE("names of features are compared where both sides have some") {
  const TemporaryFolder folder;
  const std::string names = folder.write("names.txt", "bm25\nlength\ndate\n");
  ModelFile model = linear(1);
  model.names = {"bm25", "date", "length"};
  has(refusal(model, {"data.feature-names=" + names}),
      "feature 2 is 'date', and 'length' in data.feature-names");
  CHECK(refusal(model).empty());
  model.names = {"f1", "f2", "f3"};
  CHECK(refusal(model, {"data.feature-names=" + names}).empty());
}

TEST_CASE("a model of other constants is moved to those of the training set") {
  const TemporaryFolder folder;
  ModelFile model = linear(1);
  model.normalize = Normalize::kZscore;
  model.scale = std::make_shared<const FeatureScale>(
      FeatureScale{Vector::Zero(3), Vector::Constant(3, 2)});
  const Scenario scenario =
      small({"data.normalize=zscore",
             "ranker.from=" + write_model(folder, "m.json", model)});
  const LoadedData data = load_data(scenario);
  const Vector moved = read_start_models(scenario, data).parameters.at(0);
  const Vector& deviations = data.folds[0].scale->deviations;
  for (Index i = 0; i < 3; ++i)
    CHECK(moved(i) == doctest::Approx(model.parameters(i) / 2 * deviations(i)));
}

TEST_CASE("a model of quantiles starts from those of its training set only") {
  const TemporaryFolder folder;
  ModelFile model = linear(1);
  model.normalize = Normalize::kQuantile;
  const Scenario plain = small({"data.normalize=quantile"});
  const LoadedData data = load_data(plain);
  model.scale = data.folds[0].scale;
  REQUIRE(model.scale->quantiles.rows() == 3);
  CHECK(refusal(model, {"data.normalize=quantile"}).empty());
  has(refusal(model), "learnt from features with data.normalize = quantile");
  const Matrix own = model.scale->quantiles;
  Matrix longer(3, own.cols() + 1);
  longer << own, Vector::Constant(3, 1e9);
  model.scale =
      std::make_shared<const FeatureScale>(FeatureScale{.quantiles = longer});
  has(refusal(model, {"data.normalize=quantile"}),
      "quantiles of another training set");
  Matrix others = own;
  others(0, 0) -= 1;
  model.scale =
      std::make_shared<const FeatureScale>(FeatureScale{.quantiles = others});
  has(refusal(model, {"data.normalize=quantile"}),
      "learnt from features by the quantiles of another training set than "
      "fold 1's; train it with data.normalize = zscore");
}

TEST_CASE("round 0 of a run is the final model of the run it starts from") {
  const TemporaryFolder folder;
  constexpr const char* kText =
      "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 9\nfeatures = 4\n"
      "[data]\nfold = all\n"
      "[federation]\nclients = 6\ninteractions = 2\nrounds = 3\n";
  for (const char* ranker : {"linear", "neural"}) {
    const std::string model = std::string("ranker.model=") + ranker;
    REQUIRE(run_text(folder, kText, "first", {model}).code == 0);
    const std::string from = "ranker.from=" + (folder / "first").string();
    const Outcome outcome = run_text(folder, kText, "next", {model, from});
    REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
    std::istringstream rows(read_text(folder / "next/rounds.csv"));
    std::string line;
    std::getline(rows, line);
    const auto summary = json_of(folder / "first/summary.json");
    for (const auto& run : summary["runs"]) {
      const std::string head =
          std::to_string(run["fold"].get<int>()) + ",1,0,0,";
      while (std::getline(rows, line) && !line.starts_with(head)) {
      }
      CHECK(std::stod(line.substr(head.size())) ==
            run["final"]["ndcg@10"].get<double>());
    }
    const auto start = json_of(folder / "next/manifest.json")["start"];
    REQUIRE(start.size() == 5);
    CHECK(start[0]["sha256"] ==
          sha256_of_file(folder / "first/model-f1-r1.json"));
    std::filesystem::remove_all(folder / "first");
    std::filesystem::remove_all(folder / "next");
  }
}

TEST_CASE("ranker.init has no effect beside ranker.from") {
  const TemporaryFolder folder;
  const std::string from =
      "ranker.from=" + write_model(folder, "m.json", linear(1));
  has(complaint_about("[federation]\nrounds = 2\n",
                      {from, "ranker.init=normal"}),
      "has no effect here");
}

TEST_CASE("a start is warned about where it weakens a promise") {
  CHECK(start_warnings(small({"privacy.mechanism=gaussian"})).empty());
  const auto warnings = start_warnings(
      small({"ranker.from=m.json", "privacy.mechanism=gaussian",
             "unlearning.method=retrain", "unlearning.clients=0"}));
  REQUIRE(warnings.size() == 2);
  has(warnings[0], "unlearning");
  has(warnings[1], "epsilon is of this run only");
}

}  // namespace fedltr::start_model_test
