#include "app/results/federation_files.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/small_results.hpp"

namespace fedltr::model_json_test {
using namespace fedltr::test;

namespace {

/// Two runs of FedPer with a network of one hidden unit, whose output weight
/// stays with the clients.
SmallResults personal_results() {
  SmallResults small;
  Run& finished = small.runs[0];
  finished.plan = neural_plan(std::move(finished.plan), 1);
  finished.plan.personal = 1;
  finished.result.model =
      Vector::LinSpaced(finished.plan.shared_parameters(), 1, 2);
  finished.result.clients[0].personal = Vector{{0.25}};
  finished.result.clients[1].personal = Vector{{0.75}};
  return small;
}

}  // namespace

TEST_CASE("a model's file is named by fold and repeat and reads back exactly") {
  SmallResults small;
  small.runs = {small_run(0.5), small_run(0.75, 2)};
  small.runs[1].fold = 3;
  const auto models = written(model_json_file(), small.results());
  REQUIRE(models.size() == 2);
  CHECK(models.contains("model-f1-r1.json"));
  const auto model = nlohmann::json::parse(models.at("model-f3-r2.json"));
  CHECK(model["model"] == "linear");
  CHECK(model["features"] == 6);
  CHECK_FALSE(model.contains("hidden"));
  CHECK_FALSE(model.contains("output_layers"));
  const auto numbers = model["parameters"].get<std::vector<double>>();
  REQUIRE(numbers.size() == 6);
  for (Index i = 0; i < 6; ++i)
    CHECK(numbers[static_cast<std::size_t>(i)] ==
          small.runs[1].result.model(i));
}

TEST_CASE("a FedPer model ends with the clients' mean layer, and has theirs") {
  const SmallResults small = personal_results();
  const auto model =
      nlohmann::json::parse(text_of(model_json_file(), small.results()));
  CHECK(model["hidden"] == 1);
  const auto numbers = model["parameters"].get<std::vector<double>>();
  REQUIRE(std::ssize(numbers) == small.runs[0].result.model.size() + 1);
  CHECK(numbers.back() == 0.5);
  CHECK(model["output_layers"] == nlohmann::json({{0.25}, {0.75}}));
}

TEST_CASE("a FedPer model without active clients ends with zeros") {
  SmallResults small = personal_results();
  for (ClientRecord& client : small.runs[0].result.clients)
    client.is_active = false;
  const auto model =
      nlohmann::json::parse(text_of(model_json_file(), small.results()));
  CHECK(model["parameters"].get<std::vector<double>>().back() == 0);
}

TEST_CASE("a model's file has the settings of its data and scores") {
  SmallResults small;
  small.scenario =
      default_scenario({"run.name=a \"b\"", "data.normalize=query-minmax",
                        "evaluation.empty=skip"});
  small.data.zero_based = true;
  const auto model =
      nlohmann::json::parse(text_of(model_json_file(), small.results()));
  CHECK(model["scenario"] == "a \"b\"");
  CHECK(model["first_index"] == 0);
  CHECK(model["normalize"] == "query-minmax");
  CHECK(model["evaluation"]["metrics"] == nlohmann::json({"ndcg@10"}));
  CHECK(model["signature"].get<std::string>().size() == 64);
  small.data.zero_based = false;
  CHECK(nlohmann::json::parse(
            text_of(model_json_file(), small.results()))["first_index"] == 1);
}

}  // namespace fedltr::model_json_test
