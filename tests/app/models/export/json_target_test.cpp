// The neutral JSON, scored as its documentation describes.
#include "app/models/export/json_target.hpp"

#include "tests/support/exports.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/shared.hpp"

namespace fedltr::json_target_test {
using namespace fedltr::test;

namespace {

double through_layers(const nlohmann::json& layers, std::vector<double> x) {
  for (const auto& layer : layers) {
    std::vector<double> next;
    for (std::size_t i = 0; i < layer["matrix"].size(); ++i) {
      double u = layer["bias"][i];
      for (std::size_t j = 0; j < x.size(); ++j)
        u += layer["matrix"][i][j].get<double>() * x[j];
      const std::string activation = layer["activation"];
      next.push_back(activation == "sigmoid" ? sigmoid_of(u)
                     : activation == "relu"  ? std::max(u, 0.0)
                                             : u);
    }
    x = next;
  }
  return x.at(0);
}

/// Returns the level of a value as docs/export.md describes it.
double level_in(const std::vector<double>& q, double x) {
  const double n = static_cast<double>(q.size()) - 1;
  if (x <= q.front() || q.front() == q.back()) return 0;
  if (x >= q.back()) return 1;
  double first = -1;
  double last = -1;
  for (std::size_t i = 0; i < q.size(); ++i)
    if (q[i] == x) {
      if (first < 0) first = static_cast<double>(i);
      last = static_cast<double>(i);
    }
  if (first >= 0) return (first + last) / 2 / n;
  std::size_t i = 0;
  while (q[i + 1] < x) ++i;
  return (static_cast<double>(i) + (x - q[i]) / (q[i + 1] - q[i])) / n;
}

ForeignScorer read_json_export(const Exported& files, const ExportedModel&) {
  REQUIRE(files.files.size() == 1);
  const auto json = nlohmann::json::parse(files.files[0].text);
  return [json](const Matrix& documents) {
    Vector scores(documents.rows());
    for (Index i = 0; i < documents.rows(); ++i) {
      std::vector<double> x;
      for (Index j = 0; j < documents.cols(); ++j) {
        const auto& feature = json["features"][static_cast<std::size_t>(j)];
        if (json["normalize"] == "log1p") {
          x.push_back(std::copysign(std::log1p(std::abs(documents(i, j))),
                                    documents(i, j)));
          continue;
        }
        if (json["normalize"] == "quantile") {
          x.push_back(level_in(feature["quantiles"], documents(i, j)));
          continue;
        }
        if (json["normalize"] == "query-zscore") {
          const auto column = documents.col(j).array();
          const double deviation =
              std::sqrt((column - column.mean()).square().sum() /
                        static_cast<double>(column.size() - 1));
          x.push_back(column.maxCoeff() > column.minCoeff()
                          ? (documents(i, j) - column.mean()) / deviation
                          : 0);
          continue;
        }
        double least = 0;
        double most = 1;
        if (json["normalize"] == "fixed-minmax") {
          least = feature["min"];
          most = feature["max"];
        } else if (json["normalize"] == "query-minmax") {
          least = documents.col(j).minCoeff();
          most = documents.col(j).maxCoeff();
        }
        x.push_back(most > least ? (documents(i, j) - least) / (most - least)
                                 : 0);
      }
      scores(i) = through_layers(json["layers"], x);
    }
    return scores;
  };
}

}  // namespace

TEST_CASE("the JSON ranks every query as the model does") {
  check_order("json", read_json_export, raw_queries(7));
}

TEST_CASE("the JSON ranks a part of MQ2008 as the model does" *
          doctest::test_suite(test::kShared)) {
  check_order("json", read_json_export, mq2008_part());
}

TEST_CASE("the JSON of a linear ranker and of a network, by hand") {
  ModelFile file = random_model("linear", 2, Normalize::kNone);
  file.parameters = Vector{{1, -2.5}};
  const auto json = nlohmann::json::parse(
      export_to(json_target(), exported(file, std::nullopt)).files[0].text);
  CHECK(json["name"] == "my_run");
  CHECK(json["normalize"] == "none");
  CHECK(json["features"][1] == nlohmann::json{{"name", "title/1"}});
  CHECK(
      json["layers"] ==
      nlohmann::json::parse(
          R"([{"matrix": [[1, -2.5]], "bias": [0], "activation": "identity"}])"));

  file.model = "neural-relu";
  file.hidden = 2;
  file.parameters = Vector{{1, 2, 3, 4, 5, 6, 7, 8}};  // W, b, v
  CHECK(
      nlohmann::json::parse(layers_json(exported(file, std::nullopt)).dump()) ==
      nlohmann::json::parse(
          R"([{"matrix": [[1, 2], [3, 4]], "bias": [5, 6],
                 "activation": "relu"},
                {"matrix": [[7, 8]], "bias": [0], "activation": "identity"}])"));
}

}  // namespace fedltr::json_target_test
