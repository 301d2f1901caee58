#include "scenarios/cli/data_info.hpp"

#include "tests/support/scenario.hpp"

namespace fedltr::data_info_test {
using namespace fedltr::test;

namespace {

constexpr const char* kLetor =
    "2 qid:1 1:0.5 2:1 # a\n0 qid:1 1:nan 2:1 # b\n0 qid:2 1:4 2:1 # c\n";

nlohmann::json described(const std::vector<std::string>& words) {
  std::vector<std::string> arguments = {"data", "info", "--format", "json"};
  arguments.insert(arguments.end(), words.begin(), words.end());
  const Outcome outcome = fedltr_command(arguments);
  REQUIRE_MESSAGE(outcome.code == 0, outcome.err);
  return nlohmann::json::parse(outcome.out)["sets"];
}

}  // namespace

TEST_CASE("a file is described by its counts, as text and as JSON") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.txt", kLetor);
  const auto sets = described({file});
  REQUIRE(sets.size() == 1);
  CHECK(sets[0]["name"] == file);
  CHECK(sets[0]["queries"] == 2);
  CHECK(sets[0]["irrelevant_queries"] == 1);
  CHECK(sets[0]["documents"] == 3);
  CHECK(sets[0]["shortest_query"] == 1);
  CHECK(sets[0]["longest_query"] == 2);
  CHECK(sets[0]["features"] == 2);
  CHECK(sets[0]["constant_features"] == 1);
  CHECK(sets[0]["least_value"] == 0);
  CHECK(sets[0]["largest_value"] == 4);
  CHECK(sets[0]["grades"] == nlohmann::json::parse(R"({"0": 2, "2": 1})"));
  CHECK(sets[0]["missing_values"] == 1);
  CHECK(sets[0]["zero_based"] == false);
  CHECK(sets[0]["caches"].empty());  // it is small
  const std::string text = fedltr_command({"data", "info", file}).out;
  has(text, "queries    2 (1 without a relevant document)\n");
  has(text, "documents  3 (1 to 2 a query, mean 1.5)");
  has(text, "features   2 (1 constant), values 0 to 4\n");
  has(text, "grades     0: 2 (66.7%) 2: 1 (33.3%)\n");
  has(text, "  1 NULL or nan values, read as 0\n");
}

TEST_CASE("a scenario has two sets a fold, and its notes once") {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "s.ini", "[synthetic]\nlike = custom\nqueries = 30\ndocuments = 5\n");
  const auto sets = described({file, "--set", "data.fold=all"});
  REQUIRE(sets.size() == 10);
  CHECK(sets[0]["name"] == "fold 1, training");
  CHECK_FALSE(sets[0].contains("zero_based"));
  CHECK(sets[9]["name"] == "fold 5, evaluation");
  CHECK(sets[9]["zero_based"] == false);
}

TEST_CASE("JSON is not of splits, and settings are of scenarios") {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.txt", kLetor);
  const Outcome split =
      fedltr_command({"data", "info", "s.ini", "--split", "--format", "json"});
  CHECK(split.code == 2);
  has(split.err, "goes without --split");
  has(fedltr_command({"data", "info", file, "--set", "run.seed=1"}).err,
      "--set goes with a scenario file");
}

}  // namespace fedltr::data_info_test
