#include "app/models/search/silo_model_file.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "algorithms/data/letor.hpp"
#include "algorithms/silo_search/pointwise_ranker.hpp"
#include "algorithms/text/ranking_features.hpp"
#include "app/base/errors.hpp"
#include "app/models/search/feature_spec.hpp"
#include "tests/support/cli.hpp"

namespace fedltr::silo_model_file_test {
using namespace fedltr::test;
using nlohmann::json;

namespace {

/// Model of a party, with two methods of five parameters.
json of_party() {
  return {
      {"model", "listwise"},
      {"member", "north"},
      {"features", 4},
      {"grades", 3},
      {"candidates", 50},
      {"names", ranking_feature_names()},
      {"tokens", {{"stemmer", "none"}, {"stop_words", "english"}}},
      {"methods", {{"local", {1, 0, 0, 0, 0}}, {"cs-f-ltr", {0, 1, 0, 0, 0}}}}};
}

/// Models of a simulation of three parties, one of which was excluded.
json of_simulation() {
  json model = of_party();
  model.erase("member");
  model.erase("methods");
  model["parties"] = {{"global", {{1, 0, 0, 0, 0}, nullptr, {1, 0, 0, 0, 0}}},
                      {"local", {{1, 0, 0, 0, 0}, nullptr, {2, 0, 0, 0, 0}}}};
  return model;
}

AnyModel read(const json& model, const ModelChoice& choice = {}) {
  const TemporaryFolder folder;
  return read_any_model(folder.write("model.json", model.dump()), choice);
}

std::string complaint(const json& model, const ModelChoice& choice = {}) {
  try {
    read(model, choice);
  } catch (const std::runtime_error& error) {
    const std::string what = error.what();
    const auto file = what.find("model.json: ");
    return file == std::string::npos ? what : what.substr(file + 12);
  }
  return "";
}

json with(json model, const char* name, const json& value) {
  model[name] = value;
  return model;
}

}  // namespace

TEST_CASE("a model's features have the constants of its training") {
  const FeatureConstants usual = read(of_party()).silo->constants;
  CHECK(usual.k1 == FeatureConstants().k1);
  const json statistics = {
      {"k1", 2}, {"b", 0.5}, {"lambda", 0.25}, {"mu", 20}, {"delta", 0.125}};
  const AnyModel model = read(with(of_simulation(), "statistics", statistics),
                              {"global", {}, true});
  CHECK(model.silo->constants.k1 == 2);
  CHECK(model.silo->constants.b == 0.5);
  CHECK(model.silo->constants.lambda == 0.25);
  CHECK(model.silo->constants.mu == 20);
  CHECK(model.silo->constants.delta == 0.125);
  CHECK(complaint(with(of_party(), "statistics", {{"mu", 0}})) ==
        "statistics.mu: is below 1e-06");
}

TEST_CASE("a party's model is read, that of the whole protocol by default") {
  const AnyModel model = read(of_party());
  REQUIRE(model.silo);
  CHECK(model.silo->member == "north");
  CHECK(model.silo->method == "cs-f-ltr");
  CHECK(model.silo->candidates == 50);
  CHECK(model.silo->tokens.stemmer == kNoChange);
  CHECK(model.file.parameters(1) == 1);
  CHECK(model.file.names[3] == "topical-bm25f");
  CHECK(read(of_party(), {.method = "local"}).file.parameters(0) == 1);
  // Its ranker is a linear score of the model's four columns.
  Matrix row(1, 4);
  row << 7, 8, 9, 10;
  Vector score(1);
  ranker_of(model.file)->score(parameters_of(model.file), row, score);
  CHECK(score(0) == 8);
}

TEST_CASE("a model knows which words it was trained on") {
  const auto of_version = [](const json& version) {
    json model = of_party();
    model["tokens"]["version"] = version;
    return model;
  };
  CHECK(read(of_party()).silo->words_version == 1);
  CHECK(read(of_version(kWordsVersion)).silo->words_version == kWordsVersion);
  CHECK(complaint(of_version(kWordsVersion + 1)) ==
        "tokens.version: expected an integer 1 to 2, got 3");
}

TEST_CASE("a simulation's model is one party's, or one common to all") {
  const AnyModel joint = read(of_simulation(), {.method = "global"});
  CHECK(joint.silo->member.empty());
  CHECK(joint.file.parameters(0) == 1);
  CHECK(read(of_simulation(), {.method = "local", .party = 3})
            .file.parameters(0) == 2);
  CHECK(complaint(of_simulation(), {.method = "local"}) ==
        "each of the 3 parties has a model of its own; give --party, from 1");
  CHECK(complaint(of_simulation(), {.method = "local", .party = 2}) ==
        "--party 2: the file has no model of it; there are 3 parties");
  CHECK(complaint(of_simulation()) ==
        "the model has several methods; give --method, one of global, local");
  CHECK(read(of_simulation(), {.any = true}).silo->candidates == 50);
}

TEST_CASE("a choice that the file does not have is refused") {
  CHECK(complaint(of_party(), {.method = "global"}) ==
        "--method global: expected cs-f-ltr, local");
  CHECK(complaint(of_party(), {.party = 1}) ==
        "--party needs the model of a simulation");
  const json linear = {
      {"model", "linear"}, {"features", 1}, {"parameters", {1}}};
  CHECK(complaint(linear, {.method = "local"}) ==
        "--method and --party go with the model of silos");
  CHECK_FALSE(read(linear).silo);
}

TEST_CASE("a model that was tampered with is refused by member") {
  CHECK(complaint(with(of_party(), "model", "linear")) ==
        "model: 'linear': expected one of softmax, regression, listwise");
  CHECK(complaint(with(of_party(), "features", 16)) ==
        "features: expected an integer 4 to 4, got 16");
  CHECK(complaint(with(of_party(), "grades", 33)) ==
        "grades: expected an integer 2 to 32, got 33");
  CHECK(complaint(with(of_party(), "names", {"a", "b", "c", "d"})) ==
        "names: are not those of listwise in this version");
  CHECK(complaint(with(of_party(), "names", json::array({"a"}))) ==
        "names: are not those of listwise in this version");
  CHECK(complaint(with(of_party(), "candidates", -1)) ==
        "candidates: expected an integer 0 to 2147483648, got -1");
  CHECK(complaint(with(of_party(), "member", 7)) ==
        "member: expected a text, got 7");
  CHECK(complaint(with(of_party(), "methods", {{"local", {1, 2}}})) ==
        "methods.local: expected 5 numbers, got an array of 2");
  CHECK(complaint(with(of_party(), "methods", json::object())) ==
        "the file has no model of any method");
  CHECK(complaint(with(of_simulation(), "parties", {{"local", {{1}}}})) ==
        "parties.local: expected 5 numbers, got an array of 1");
  CHECK(complaint(with(of_simulation(), "parties",
                       {{"local", json::array({nullptr})}})) ==
        "no party has a model of this method");
  CHECK(complaint(with(of_party(), "tokens",
                       {{"stemmer", "klingon"}, {"stop_words", "none"}}))
            .starts_with("tokens.stemmer: 'klingon': expected one of none"));
}

TEST_CASE("features are made with a party's statistics, or with own counts") {
  const TemporaryFolder folder;
  const std::string file = folder.write("p/model.json", of_party().dump());
  const AnyModel model = read_any_model(folder / "p");
  CHECK_THROWS_WITH_AS(spec_of_model(model, file),
                       doctest::Contains("statistics.tsv: is not there"),
                       DataError);
  folder.write("p/statistics.tsv", "");
  const FeatureSpec spec = spec_of_model(model, folder / "p");
  CHECK(spec.statistics == folder / "p/statistics.tsv");
  CHECK(spec.kind.name == kListwiseModel);
  CHECK(spec.candidates == 50);
  const std::string run =
      folder.write("r/model-f1-r1.json", of_simulation().dump());
  const AnyModel simulated = read_any_model(folder / "r", {.method = "global"});
  CHECK_FALSE(spec_of_model(simulated, run).statistics);
  folder.write("r/model-f1-r2.json", of_simulation().dump());
  CHECK_THROWS_WITH_AS(read_any_model(folder / "r"),
                       doctest::Contains("holds 2 models; name one"),
                       DataError);
  CHECK_THROWS_WITH_AS(spec_of_model({}, "m.json"),
                       doctest::Contains("expected the model of a party"),
                       UsageError);
}

}  // namespace fedltr::silo_model_file_test
