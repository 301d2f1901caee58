// Solr's files, read and scored after LinearModel.java, NeuralNetworkModel.java
// and MinMaxNormalizer.java of its module ltr: all in single precision.
#include "app/models/export/solr_target.hpp"

#include "tests/support/exports.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::solr_target_test {
using namespace fedltr::test;

namespace {

using Json = nlohmann::json;

/// A number that Java's JSON reader returns as a Double: a Long would not work.
float float_of(const Json& json) {
  REQUIRE(json.is_number_float());
  return static_cast<float>(json.get<double>());
}

float solr_normalized(const Json& feature, float value) {
  if (!feature.contains("norm")) return value;
  REQUIRE(feature["norm"]["class"] ==
          "org.apache.solr.ltr.norm.MinMaxNormalizer");
  const auto& params = feature["norm"]["params"];
  const float least = std::stof(params["min"].get<std::string>());
  const float most = std::stof(params["max"].get<std::string>());
  REQUIRE(most - least != 0);
  return (value - least) / (most - least);
}

std::vector<float> solr_layer(const Json& layer, const std::vector<float>& x) {
  std::vector<float> next;
  REQUIRE(layer["matrix"].size() == layer["bias"].size());
  for (std::size_t i = 0; i < layer["matrix"].size(); ++i) {
    float u = float_of(layer["bias"][i]);
    REQUIRE(layer["matrix"][i].size() == x.size());
    for (std::size_t j = 0; j < x.size(); ++j)
      u += float_of(layer["matrix"][i][j]) * x[j];
    const std::string activation = layer["activation"];
    next.push_back(activation == "sigmoid" ? 1 / (1 + std::exp(-double{u}))
                   : activation == "relu"  ? (u < 0 ? 0 : u)
                                           : u);
  }
  return next;
}

float solr_score(const Json& model, std::vector<float> x) {
  const auto& features = model["features"];
  for (std::size_t j = 0; j < x.size(); ++j)
    x[j] = solr_normalized(features[j], x[j]);
  if (model["class"] == "org.apache.solr.ltr.model.LinearModel") {
    float score = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      score += x[j] * float_of(model["params"]["weights"]
                                    [features[j]["name"].get<std::string>()]);
    return score;
  }
  REQUIRE(model["class"] == "org.apache.solr.ltr.model.NeuralNetworkModel");
  for (const auto& layer : model["params"]["layers"]) x = solr_layer(layer, x);
  REQUIRE(x.size() == 1);
  return x[0];
}

ForeignScorer read_solr(const Exported& files, const ExportedModel& exported) {
  REQUIRE(files.files.size() == 2);
  const Json store = Json::parse(files.files[0].text);
  const Json model = Json::parse(files.files[1].text);
  CHECK(model["store"] == exported.store);
  REQUIRE(model["features"].size() == store.size());
  for (std::size_t j = 0; j < store.size(); ++j) {
    CHECK(store[j]["store"] == exported.store);
    CHECK(store[j]["name"] == model["features"][j]["name"]);
  }
  return [model](const Matrix& documents) {
    Vector scores(documents.rows());
    for (Index i = 0; i < documents.rows(); ++i) {
      const auto row = documents.row(i);
      scores(i) = solr_score(model, std::vector<float>(row.begin(), row.end()));
    }
    return scores;
  };
}

}  // namespace

TEST_CASE("Solr ranks every query as the model does") {
  check_order("solr", read_solr, raw_queries(7));
  check_order("solr", read_solr, raw_queries(5, -60));
}

TEST_CASE("Solr ranks a part of MQ2008 as the model does" *
          doctest::test_suite(test::kShared)) {
  check_order("solr", read_solr, mq2008_part(), 1e-6);
}

TEST_CASE("Solr's files, by hand") {
  ModelFile file = random_model("linear", 2, Normalize::kQueryMinmax);
  file.parameters = Vector{{1, -2.5}};
  ExportedModel model = exported(file, std::nullopt);
  set_bounds(model, {{0, 50}, {-1, 1}});
  model.store = "shop";
  const Exported made = export_to(solr_target(), model);
  CHECK(made.files[0].name == "my_run-features.json");
  CHECK(Json::parse(made.files[0].text) == Json::parse(R"([
    {"store": "shop", "name": "title_0",
     "class": "org.apache.solr.ltr.feature.FieldValueFeature",
     "params": {"field": "title_0"}},
    {"store": "shop", "name": "title_1",
     "class": "org.apache.solr.ltr.feature.FieldValueFeature",
     "params": {"field": "title_1"}}])"));
  CHECK(made.files[1].name == "my_run-model.json");
  CHECK(Json::parse(made.files[1].text) == Json::parse(R"({
    "class": "org.apache.solr.ltr.model.LinearModel",
    "name": "my_run", "store": "shop",
    "features": [
      {"name": "title_0",
       "norm": {"class": "org.apache.solr.ltr.norm.MinMaxNormalizer",
                "params": {"min": "0.0", "max": "50.0"}}},
      {"name": "title_1",
       "norm": {"class": "org.apache.solr.ltr.norm.MinMaxNormalizer",
                "params": {"min": "-1.0", "max": "1.0"}}}],
    "params": {"weights": {"title_0": 1.0, "title_1": -2.5}}})"));
  has(made.install, "--data-binary @my_run-model.json");
  has(made.install, "rq={!ltr model=my_run reRankDocs=100}");
}

}  // namespace fedltr::solr_target_test
