#include "app/data/synthetic_data.hpp"

#include <set>

#include "app/schema/reader.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::synthetic_data_test {
using namespace fedltr::test;

namespace {

std::vector<std::string> custom(const std::vector<std::string>& more = {}) {
  std::vector<std::string> settings = {
      "synthetic.like=custom", "synthetic.queries=20", "synthetic.features=3",
      "synthetic.documents=4", "synthetic.grades=3"};
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

std::string digest_of(const std::vector<std::string>& settings) {
  return load_synthetic(default_scenario(settings)).files.at(0).sha256;
}

std::set<std::string> queries_of(const Dataset& data) {
  std::set<std::string> names;
  for (Index query = 0; query < data.queries(); ++query)
    names.insert(std::string(data.query_name(query)));
  return names;
}

}  // namespace

TEST_CASE("train, validation and test of a fold share no query") {
  for (const int fold : {1, 4}) {
    std::set<std::string> all;
    std::size_t count = 0;
    for (const char* on : {"test", "validation"}) {
      const LoadedData data = load_synthetic(
          default_scenario(custom({"data.fold=" + std::to_string(fold),
                                   std::string("evaluation.on=") + on})));
      REQUIRE(data.folds.size() == 1);
      CHECK(data.folds[0].number == fold);
      CHECK(data.folds[0].train->queries() == 12);
      const auto held = queries_of(*data.folds[0].evaluation);
      CHECK(held.size() == 4);
      const auto train = queries_of(*data.folds[0].train);
      for (const auto& name : held) CHECK(!train.contains(name));
      all.insert(held.begin(), held.end());
      all.insert(train.begin(), train.end());
      count += held.size();
    }
    CHECK(count == 8);
    CHECK(all.size() == 20);
  }
}

TEST_CASE("on the training queries the set is the same, not a copy") {
  const LoadedData data =
      load_synthetic(default_scenario(custom({"evaluation.on=train"})));
  CHECK(data.folds[0].evaluation == data.folds[0].train);
}

TEST_CASE("a digest is of the numbers, not of what is done with them") {
  const std::string digest = digest_of(custom());
  for (const char* same : {"data.fold=2", "evaluation.on=train", "run.seed=9",
                           "data.normalize=query-minmax"})
    CHECK_MESSAGE(digest_of(custom({same})) == digest, same);
  for (const char* other :
       {"synthetic.seed=2", "synthetic.noise=2", "synthetic.queries=21",
        "synthetic.documents=5", "synthetic.features=4"})
    CHECK_MESSAGE(digest_of(custom({other})) != digest, other);
}

TEST_CASE("normalised features of a query run from 0 to 1") {
  const LoadedData data =
      load_synthetic(default_scenario(custom({"data.normalize=query-minmax"})));
  const Dataset& train = *data.folds[0].train;
  const auto all = train.all_features();
  for (Index query = 0; query < train.queries(); ++query) {
    const Index begin = train.begin(query);
    const Index size = train.end(query) - begin;
    if (size < 2) continue;
    const auto rows = all.middleRows(begin, size);
    CHECK(rows.colwise().minCoeff().isZero());
    CHECK(rows.colwise().maxCoeff() == Matrix::Ones(1, 3));
  }
}

TEST_CASE("a custom set without numbers is 500 by 20 by 20 of 3 grades") {
  const Scenario scenario = default_scenario({"synthetic.like=custom"});
  const Dataset data = make_synthetic(scenario);
  CHECK(data.queries() == 500);
  CHECK(data.features() == 20);
  CHECK(static_cast<double>(data.documents()) / 500 ==
        doctest::Approx(20).epsilon(0.05));
  const LoadedData loaded = load_synthetic(scenario);
  CHECK(loaded.grades == 3);
  CHECK(loaded.files[0].name == "synthetic custom");
  CHECK(loaded.files[0].sha256.size() == 64);
}

TEST_CASE("features are those of the data set it is like, whatever is asked") {
  const Dataset data = make_synthetic(
      default_scenario({"synthetic.like=mq2008", "synthetic.queries=7"}));
  CHECK(data.queries() == 7);
  CHECK(data.features() == 46);
}

TEST_CASE("a fold is tested on what the next one is validated on") {
  // As in LETOR's folds, the parts rotate, with the test part last.
  for (const int fold : {1, 3, 5}) {
    const int next = fold % 5 + 1;
    const auto held = [](int number, const std::string& on) {
      const LoadedData data = load_synthetic(default_scenario(custom(
          {"data.fold=" + std::to_string(number), "evaluation.on=" + on})));
      return queries_of(*data.folds.at(0).evaluation);
    };
    CHECK(held(fold, "test") == held(next, "validation"));
    CHECK(held(fold, "validation") != held(next, "test"));
  }
}

}  // namespace fedltr::synthetic_data_test
