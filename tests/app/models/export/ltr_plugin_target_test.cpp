// The learning-to-rank plugin's files, read and scored after LinearRanker.java,
// FeatureNormalizingRanker.java and RankNet.java.
#include "app/models/export/ltr_plugin_target.hpp"

#include "tests/support/exports.hpp"
#include "tests/support/ranklib.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::ltr_plugin_target_test {
using namespace fedltr::test;

namespace {

using Json = nlohmann::json;

float plugin_normalized(const Json& model, const std::string& feature,
                        float value) {
  if (!model.contains("feature_normalizers")) return value;
  const auto& norm = model["feature_normalizers"].at(feature)["standard"];
  return (value - norm["mean"].get<float>()) /
         norm["standard_deviation"].get<float>();
}

ForeignScorer read_plugin(const Exported& files, const ExportedModel&) {
  REQUIRE(files.files.size() == 2);
  const Json set = Json::parse(files.files[0].text)["featureset"]["features"];
  const Json model = Json::parse(files.files[1].text)["model"]["model"];
  const std::string definition = model["definition"];
  const bool linear = model["type"] == "model/linear";
  Json weights;
  std::optional<RankLibModel> network;
  if (linear)
    weights = Json::parse(definition);
  else
    network.emplace(definition);
  if (!linear) CHECK(model["type"] == "model/ranklib");
  return [=](const Matrix& documents) {
    Vector scores(documents.rows());
    for (Index i = 0; i < documents.rows(); ++i) {
      Eigen::RowVectorXf x = documents.row(i).cast<float>();
      float score = 0;
      for (Index j = 0; j < x.size(); ++j) {
        const std::string name = set[static_cast<std::size_t>(j)]["name"];
        x(j) = plugin_normalized(model, name, x(j));
        if (linear) score += weights.at(name).get<float>() * x(j);
      }
      scores(i) = linear ? score : static_cast<float>(network->eval(x));
    }
    return scores;
  };
}

}  // namespace

TEST_CASE("Elasticsearch and OpenSearch rank every query as the model does") {
  check_order("elasticsearch", read_plugin, raw_queries(7));
  check_order("opensearch", read_plugin, raw_queries(3));
  check_order("opensearch", read_plugin, raw_queries(5, -60));
}

TEST_CASE("Elasticsearch ranks a part of MQ2008 as the model does" *
          doctest::test_suite(test::kShared)) {
  check_order("elasticsearch", read_plugin, mq2008_part(), 1e-6);
}

TEST_CASE("the plugin's files, by hand") {
  ModelFile file = random_model("linear", 2, Normalize::kQueryMinmax);
  file.parameters = Vector{{1, -2.5}};
  ExportedModel model = exported(file, std::nullopt);
  set_bounds(model, {{0, 50}, {3, 3}});
  const Exported made = export_to(elasticsearch_target(), model);
  CHECK(Json::parse(made.files[0].text)["featureset"]["features"][0] ==
        Json::parse(R"({
    "name": "title_0", "params": [], "template_language": "mustache",
    "template": {"function_score": {"query": {"match_all": {}},
      "field_value_factor": {"field": "title_0", "missing": 0}}}})"));
  CHECK(Json::parse(made.files[1].text) == Json::parse(R"({
    "model": {"name": "my_run", "model": {"type": "model/linear",
      "feature_normalizers": {
        "title_0": {"standard": {"mean": 0.0, "standard_deviation": 50.0}},
        "title_1": {"standard": {"mean": 0.0, "standard_deviation": 1.0}}},
      "definition": "{\"title_0\":1.0,\"title_1\":0.0}"}}})"));
  has(made.install, "/_ltr/_featureset/my_run/_createmodel");
}

TEST_CASE("the plugin takes bounds below 0, also of a network") {
  for (const char* kind : {"linear", "neural"}) {
    ExportedModel model =
        exported(random_model(kind, 2, Normalize::kQueryMinmax), std::nullopt);
    set_bounds(model, {{0, 1}, {-0.5, 1}});
    const Json normalizers =
        Json::parse(export_to(opensearch_target(), model)
                        .files[1]
                        .text)["model"]["model"]["feature_normalizers"];
    CHECK(normalizers["title_1"] == Json::parse(R"({"standard": {"mean": -0.5,
                          "standard_deviation": 1.5}})"));
  }
}

}  // namespace fedltr::ltr_plugin_target_test
