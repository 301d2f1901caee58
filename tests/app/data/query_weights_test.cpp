#include "app/data/query_weights.hpp"

#include "app/base/files.hpp"
#include "app/schema/reader.hpp"
#include "tests/support/error_of.hpp"
#include "tests/support/scenario.hpp"

namespace fedltr::query_weights_test {
using namespace fedltr::test;

namespace {

/// Queries x with two documents and y with one.
struct Files {
  TemporaryFolder folder;
  std::string rows = folder.write(
      "d.txt", "1 qid:x 1:1\n0 qid:x 1:2\n1 qid:y 1:3\n1 qid:z 1:4\n");
  LoadedData load(const std::string& text,
                  std::vector<std::string> settings = {}) const {
    settings.insert(settings.end(),
                    {"data.train=" + rows, "evaluation.on=train",
                     "data.weights=" + folder.write("w.txt", text)});
    return load_data(default_scenario(settings));
  }
  std::vector<double> weights(const std::string& text) const {
    const auto data = load(text).folds.at(0).train;
    return {data->query_weights().begin(), data->query_weights().end()};
  }
  std::string fault(const std::string& text,
                    const std::vector<std::string>& settings = {}) const {
    return error_of<DataError>([&] { load(text, settings); });
  }
};

}  // namespace

TEST_CASE(
    "a file has a weight for each query, or for each row, equal in a query") {
  const Files files;
  const std::vector<double> expected = {2, 0.5, 3};
  CHECK(files.weights("2\n0.5\n3\n") == expected);
  CHECK(files.weights("2\n2\n0.5\n3\n\n") == expected);
  const LoadedData loaded = files.load("2\n1\n1\n");
  CHECK(loaded.folds.at(0).evaluation == loaded.folds.at(0).train);
  CHECK(loaded.files.back().name.ends_with("w.txt"));
  CHECK(loaded.files.back().sha256.size() == 64);
}

TEST_CASE("folds take the weights of their training queries") {
  const TemporaryFolder folder;
  std::string weights;
  for (int part = 1; part <= 5; ++part) {
    const std::string name = std::to_string(part);
    folder.write("parts/S" + name + ".txt",
                 "1 qid:a" + name + " 1:1\n0 qid:b" + name + " 1:2\n");
    folder.write("folds/Fold" + name + "/train.txt",
                 "1 qid:a" + name + " 1:1\n0 qid:b" + name + " 1:2\n");
    weights += (part == 1 ? "" : ", ") +
               folder.write("w" + name, name + "\n" + name + "0\n");
  }
  const auto weights_of = [&](const std::string& folds, std::size_t fold) {
    const auto loaded = load_data(default_scenario(
        {"data.folds=" + (folder / folds).string(), "data.fold=all",
         "evaluation.on=train", "data.weights=" + weights}));
    CHECK(loaded.folds.at(fold).evaluation == loaded.folds.at(fold).train);
    const auto all = loaded.folds.at(fold).train->query_weights();
    return std::vector<double>(all.begin(), all.end());
  };
  CHECK(weights_of("parts", 0) == std::vector<double>{1, 10, 2, 20, 3, 30});
  CHECK(weights_of("parts", 3) == std::vector<double>{4, 40, 5, 50, 1, 10});
  CHECK(weights_of("folds", 3) == std::vector<double>{4, 40});
  folder.write("w2", "2\n");
  has(error_of<DataError>([&] { weights_of("parts", 0); }),
      (folder / "w2").string() + ": data.weights has 1 numbers, but " +
          (folder / "parts/S2.txt").string() + " 2 queries and 2 documents");
  // As many as the three parts need, but not each part.
  folder.write("w1", "1\n1\n1\n");
  has(error_of<DataError>([&] { weights_of("parts", 0); }),
      (folder / "w1").string() + ": data.weights has 3 numbers, but ");
}

TEST_CASE("weights that would be ignored or mean nothing are refused") {
  const Files files;
  has(files.fault("1\n2\n"),
      "w.txt: data.weights has 2 numbers, but the training set 3 queries and 4 "
      "documents; expected one for each query, or one for each document");
  has(files.fault("1\n2\n1\n1\n"),
      "w.txt:2: weight 2, but other rows of query 'x' have 1: no learner "
      "weighs documents; give a weight for each query, or propensities of "
      "documents in a click log");
  for (const std::string bad : {"0", "-1", "nan", "inf", "1e101", "two"})
    has(files.fault("1\n" + bad + "\n1\n"),
        "w.txt:2: weight '" + bad + "': expected a number above 0");
  has(files.fault("1\n1\n1\n1\n", {"data.merge=yes"}),
      "w.txt: with data.merge, which moves rows, expected a weight for each of "
      "the 3 queries, not for each document");
  CHECK(files.fault("1\n1\n1\n", {"data.merge=yes"}).empty());
}

}  // namespace fedltr::query_weights_test
