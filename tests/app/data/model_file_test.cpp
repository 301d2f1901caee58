// Model files that runs write, files of older versions, and broken ones.
#include "app/data/model_file.hpp"

#include <zlib.h>

#include "algorithms/ranking/neural.hpp"
#include "app/base/errors.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::model_file_test {
using namespace fedltr::test;

namespace {

constexpr const char* kOld =
    R"({"model": "linear", "features": 3, "parameters": [0.5, -0.25, 2]})";

/// A model with every member set.
ModelFile whole_model() {
  ModelFile model;
  model.model = "linear";
  model.features = 3;
  model.parameters = Vector{{0.1, 1.0 / 3, -1e-300}};
  model.names = {"bm25", "title length", "f3"};
  model.first_index = 0;
  model.normalize = Normalize::kQueryMinmax;
  model.grades = 5;
  model.evaluation = {{"ndcg@10", "err"},
                      EmptyQuery::kOne,
                      Ties::kTrec,
                      {4, 2, {0, 0.25, 0.5, 0.75, 1}}};
  model.scenario = "mine";
  model.version = "0.1.0";
  model.signature = signature_of(model);
  return model;
}

ModelFile read_text_of(const std::string& text) {
  const TemporaryFolder folder;
  return read_model_file(folder.write("m.json", text));
}

std::string fault_of(const std::string& text) {
  try {
    read_text_of(text);
  } catch (const DataError& error) {
    return error.what();
  }
  return "no fault";
}

/// The whole model's text with one member changed.
std::string with(const std::string& name, const nlohmann::json& value) {
  auto json = nlohmann::json::parse(model_text(whole_model()));
  json[nlohmann::json::json_pointer(name)] = value;
  return json.dump();
}

/// Text of it with quantiles of its features.
std::string with_quantiles(const std::vector<std::vector<double>>& quantiles) {
  auto json = nlohmann::json::parse(model_text(whole_model()));
  json["normalize"] = "quantile";
  json["quantiles"] = quantiles;
  return json.dump();
}

}  // namespace

TEST_CASE("a model describes itself, and reads back as it was written") {
  const ModelFile model = whole_model();
  const ModelFile read = read_text_of(model_text(model));
  CHECK(read.model == model.model);
  CHECK(read.features == 3);
  CHECK(read.hidden == 0);
  CHECK(read.parameters == model.parameters);
  CHECK(read.names == model.names);
  CHECK(read.first_index == 0);
  CHECK(read.normalize == Normalize::kQueryMinmax);
  CHECK(read.grades == 5);
  REQUIRE(read.evaluation);
  CHECK(read.evaluation->metrics == model.evaluation->metrics);
  CHECK(read.evaluation->empty == EmptyQuery::kOne);
  CHECK(read.evaluation->ties == Ties::kTrec);
  CHECK(read.evaluation->options.err_highest == 4);
  CHECK(read.evaluation->options.relevant_from == 2);
  CHECK(read.evaluation->options.click == model.evaluation->options.click);
  CHECK(read.scenario == "mine");
  CHECK(read.version == "0.1.0");
  CHECK(read.signature == model.signature);
  CHECK(model_text(read) == model_text(model));
}

TEST_CASE("constants and missing values go with a model") {
  ModelFile model = whole_model();
  model.normalize = Normalize::kZscore;
  model.scale = std::make_shared<const FeatureScale>(
      FeatureScale{Vector{{1.7e9, 0.1, -3}}, Vector{{1e300, 0, 5e-324}}});
  model.missing = {{-1, HUGE_VAL}, 0.1};
  const ModelFile read = read_text_of(model_text(model));
  CHECK(read.normalize == Normalize::kZscore);
  REQUIRE(read.scale);
  CHECK(read.scale->means == model.scale->means);
  CHECK(read.scale->deviations == model.scale->deviations);
  CHECK(read.missing == model.missing);
  CHECK(model_text(read) == model_text(model));
}

TEST_CASE("quantiles go with a model, and have to be whole") {
  ModelFile model = whole_model();
  model.normalize = Normalize::kQuantile;
  model.scale = std::make_shared<const FeatureScale>(FeatureScale{
      .quantiles = Matrix{{0.1, 0.1, 7}, {-1e300, 5e-324, 1e300}, {0, 1, 2}}});
  const ModelFile read = read_text_of(model_text(model));
  CHECK(read.normalize == Normalize::kQuantile);
  REQUIRE(read.scale);
  CHECK(read.scale->quantiles == model.scale->quantiles);
  CHECK(model_text(read) == model_text(model));
}

TEST_CASE("a network reads back in its ranker's layout, with clients' layers") {
  ModelFile model = whole_model();
  model.model = "neural";
  model.hidden = 2;
  // W (2 by 3), b, v as in the file; h = W x + b.
  model.parameters = Vector{{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}};
  model.output_layers = {Vector{{-1, 1}}, Vector{{19, 19}}};
  model.signature = signature_of(model);
  const ModelFile read = read_text_of(model_text(model));
  CHECK(read.hidden == 2);
  CHECK(parameters_of(read) == Vector{{1, 4, 2, 5, 3, 6, 7, 8, 9, 10}});
  CHECK(parameters_of(read, 0).tail(2) == Vector{{-1, 1}});
  CHECK_THROWS_WITH_AS(parameters_of(read, 2),
                       "--client 2: the model has layers of 2 clients of their "
                       "own",
                       UsageError);
  CHECK(ranker_of(read)->size() == 10);
}

TEST_CASE("older models, with fewer members, are still read") {
  const ModelFile old = read_text_of(kOld);
  CHECK(old.parameters == Vector{{0.5, -0.25, 2}});
  CHECK(old.names.empty());
  CHECK_FALSE(old.first_index);
  CHECK_FALSE(old.normalize);
  CHECK_FALSE(old.evaluation);
  CHECK(old.grades == 0);
  // The same members are written again, no more.
  CHECK(model_text(read_text_of(model_text(old))) == model_text(old));
}

TEST_CASE("models that version 0.1.0 wrote are read in full, for good") {
  const ModelFile linear =
      read_model_file("tests/golden/model_0.1.0_linear.json");
  CHECK(linear.version == "0.1.0");
  CHECK(linear.names == std::vector<std::string>{"f1", "f2", "f3", "f4"});
  CHECK(linear.first_index == 1);
  CHECK(linear.normalize == Normalize::kNone);
  CHECK(linear.evaluation->metrics == std::vector<std::string>{"ndcg@10"});
  const Matrix rows{{1, 0, 0, 0}, {0, 0, 0, 2}};
  Vector scores(2);
  ranker_of(linear)->score(parameters_of(linear), rows, scores);
  CHECK(scores == Vector{{0.05654275801344416, 2 * -0.013849374438490478}});
  // Reading checks the signature against the parameters.
  const ModelFile neural =
      read_model_file("tests/golden/model_0.1.0_neural.json");
  CHECK(neural.hidden == 2);
  CHECK(neural.output_layers.size() == 2);
  CHECK(parameters_of(neural, 1).tail(2) ==
        Vector{{-0.5380828141875862, 0.6131137184002878}});
  // Written again, the files have the same bytes.
  for (const char* name : {"linear", "neural"}) {
    const std::string file =
        std::string("tests/golden/model_0.1.0_") + name + ".json";
    CHECK(model_text(read_model_file(file)) == read_text(file));
  }
}

TEST_CASE("a packed model is read, a byte-order mark is none of it") {
  const TemporaryFolder folder;
  const std::string file = (folder / "m.json.gz").string();
  const auto packed = gzopen(file.c_str(), "wb");
  gzputs(packed, kOld);
  gzclose(packed);
  CHECK(read_model_file(file).features == 3);
  CHECK(read_text_of("\xEF\xBB\xBF" + std::string(kOld)).features == 3);
}

TEST_CASE("a run's model has the names, the signature and the conventions") {
  const TemporaryFolder folder;
  std::string rows;
  for (int query = 0; query < 8; ++query)
    for (int i = 0; i < 4; ++i)
      rows += std::to_string(i % 3) + " qid:" + std::to_string(query) +
              " 1:" + std::to_string(i) + " 2:0." + std::to_string(query) +
              " 3:" + std::to_string(query * i % 5) + "\n";
  const std::string data = folder.write("d.txt", rows);
  const std::vector<std::string> settings = {
      "data.train=" + data,
      "evaluation.on=train",
      "data.normalize=query-minmax",
      "evaluation.metrics=map, ndcg@3",
      "evaluation.empty=0",
      "evaluation.relevant-from=2",
      "data.feature-names=" + folder.write("names.txt", "a\r\nb c\r\nd\r\n")};
  const std::string text = "[federation]\nclients = 3\nrounds = 2\n";
  const Outcome outcome = run_text(folder, text, "r", settings);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  const ModelFile model = read_model_file(folder / "r");
  CHECK(model.names == std::vector<std::string>{"a", "b c", "d"});
  CHECK(model.first_index == 1);
  CHECK(model.normalize == Normalize::kQueryMinmax);
  CHECK(model.grades == 3);
  CHECK(model.evaluation->metrics == std::vector<std::string>{"map", "ndcg@3"});
  CHECK(model.evaluation->empty == EmptyQuery::kZero);
  CHECK(model.evaluation->options.relevant_from == 2);
  CHECK(model.evaluation->options.err_highest == 2);
  CHECK(model.signature ==
        json_of(folder / "r/summary.json")["signature"].get<std::string>());
  const auto files = json_of(folder / "r/manifest.json")["data"];
  CHECK(files.back()["name"].get<std::string>().ends_with("names.txt"));

  // Without names, features are named by the files' indices.
  const std::string zero = folder.write(
      "z.txt", "1 qid:1 0:1 1:0.5\n0 qid:1 0:0\n1 qid:2 0:2\n0 qid:2 1:1\n");
  REQUIRE(
      run_text(folder, text, "z",
               {"data.train=" + zero, "evaluation.on=train",
                "ranker.model=neural", "ranker.hidden=2", "ranker.init=normal"})
          .code == 0);
  const ModelFile counted = read_model_file(folder / "z/model-f1-r1.json");
  CHECK(counted.first_index == 0);
  CHECK(counted.names == std::vector<std::string>{"f0", "f1"});
  CHECK(counted.signature ==
        json_of(folder / "z/summary.json")["signature"].get<std::string>());
}

TEST_CASE("a run folder stands for its only model") {
  const TemporaryFolder folder;
  folder.write("r/model-f1-r1.json", kOld);
  CHECK(read_model_file(folder / "r").features == 3);
  folder.write("r/model-f2-r1.json", kOld);
  const std::string expected = (folder / "r").string() +
                               ": holds 2 models; name one, e.g. " +
                               (folder / "r/model-f1-r1.json").string();
  CHECK_THROWS_WITH_AS(read_model_file(folder / "r"), expected.c_str(),
                       DataError);
  std::filesystem::create_directory(folder / "none");
  CHECK_THROWS_AS(read_model_file(folder / "none"), DataError);
}

TEST_CASE("a broken model is reported in one line with the member") {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "is no JSON: "},
      {"not json", "is no JSON: "},
      {"[1, 2]", "the file is an array of 2, expected an object"},
      {"{}", "model: is missing"},
      {R"({"model": 3})", "model: expected a text, got 3"},
      {R"({"model": "tree"})", "model: 'tree' is no ranker"},
      {R"({"model": "softmax", "parties": {}})",
       "are for rank, eval and search"},
      {R"({"model": "linear"})", "features: is missing"},
      {R"({"model": "linear", "features": 0})",
       "features: expected an integer 1 to 65536, got 0"},
      {R"({"model": "linear", "features": -3})", "got -3"},
      {R"({"model": "linear", "features": 2.5})", "got 2.5"},
      {R"({"model": "linear", "features": 99999999999999999999})", "got 1e+20"},
      {R"({"model": "linear", "features": 2, "parameters": [1]})",
       "parameters: expected 2 numbers, got an array of 1"},
      {R"({"model": "linear", "features": 2, "parameters": [1, null]})",
       "parameters: number 2 is null"},
      {R"({"model": "linear", "features": 2, "parameters": [1, "x"]})",
       "parameters: number 2 is \"x\""},
      {R"({"model": "linear", "features": 1, "parameters": [1e999]})",
       "is no JSON: "},
      {R"({"model": "linear", "features": 1, "parameters": [NaN]})",
       "is no JSON: "},
      {R"({"model": "neural", "features": 1, "hidden": 1025})",
       "hidden: expected an integer 1 to 1024, got 1025"},
      {R"({"model": "neural", "features": 65536, "hidden": 1024,
           "parameters": []})",
       "parameters: expected 67110912 numbers, got an array of 0"},
      {R"({"model": "linear", "features": 1, "parameters": [1],
           "output_layers": [[1]]})",
       "output_layers: this model has no layers"},
      {with("/names", {"a", "b"}), "names: expected one for each of the 3"},
      {with("/names", {"a", "b", "a"}), "names: number 3 the name 'a' occurs"},
      {with("/names", {"a", "", "c"}), "names: number 2 is an empty name"},
      {with("/names", {"a", "b\n", "c"}), "holds a control character"},
      {with("/names", {1, 2, 3}), "names: expected texts, got 1"},
      {with("/first_index", 2), "first_index: expected an integer 0 to 1"},
      {with("/normalize", "z-score"), "expected one of none, query-minmax"},
      {with("/normalize", "zscore"), "means"},
      {with("/normalize", "quantile"), "quantiles"},
      {with_quantiles({{0, 1}, {0, 1}}),
       "quantiles: expected those of 3 features, got 2"},
      {with_quantiles({{0, 1}, {0, 1}, {1, 0}}),
       "feature 3 (counted from 1): expected 2 numbers that do not fall"},
      {with_quantiles({{0, 1}, {0}, {0, 1}}),
       "feature 2 (counted from 1): expected 2 numbers that do not fall"},
      {with_quantiles({{0, 1}, {}, {0, 1}}),
       "quantiles: expected 1 to 257 numbers, got an array of 0"},
      {with("/missing", {"nan"}), "missing: expected numbers, separated by"},
      {with("/missing_as", {1, 2}), "missing_as: expected"},
      {with("/grades", 33), "grades: expected an integer 2 to 32, got 33"},
      {with("/evaluation/empty", "2"), "evaluation.empty: '2': expected one"},
      {with("/evaluation/metrics/0", "ndgc"), "evaluation.metrics: unknown"},
      {with("/evaluation/click/0", 1.5), "evaluation.click: expected prob"},
      {with("/evaluation", 3), "evaluation is 3, expected an object"},
      {with("/parameters/0", 0.2), "signature: is not of these parameters"},
  };
  for (const auto& [text, what] : cases) {
    CAPTURE(text);
    const std::string fault = fault_of(text);
    CHECK_MESSAGE(fault.find(what) != std::string::npos, fault);
    CHECK(fault.find("m.json") != std::string::npos);
    CHECK(fault.find('\n') == std::string::npos);
  }
}

TEST_CASE("a hostile model takes no more memory than a good one") {
  CHECK(fault_of(std::string(1 << 20, '[')).find("nested deeper") !=
        std::string::npos);
  CHECK(fault_of(R"({"a":)" + std::string(100, '{')).find(": is no JSON") !=
        std::string::npos);
  std::string many = "[0";
  for (std::size_t i = 0; i < (std::size_t{1} << 22); ++i) many += ",0";
  CHECK(fault_of(many + "]").find("holds more than 4,194,304 values") !=
        std::string::npos);
  CHECK_THROWS_AS(read_model_file("/dev/null"), DataError);
  CHECK_THROWS_AS(read_model_file("no-such-model.json"), DataError);
}

}  // namespace fedltr::model_file_test
