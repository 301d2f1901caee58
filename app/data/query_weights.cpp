#include "app/data/query_weights.hpp"

#include "algorithms/data/lines.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/each_line.hpp"
#include "app/data/fold_files.hpp"

namespace fedltr {
namespace {

namespace fs = std::filesystem;

/// So that sums are finite.
constexpr double kLargestWeight = 1e100;

struct ReadWeight {
  double value = 0;
  std::size_t file = 0;
  std::size_t line = 0;
};

std::vector<ReadWeight> read_weights(const std::vector<fs::path>& files) {
  std::vector<ReadWeight> weights;
  for (std::size_t i = 0; i < files.size(); ++i)
    each_line(files[i].string(), [&](std::string_view line,
                                     std::size_t number) {
      const std::string word = trim(line);
      if (word.empty()) return;
      const auto value = parse_real(word);
      if (!value || !(*value > 0) || *value > kLargestWeight)
        throw DataError(at_line(files[i].string(), number) + "weight " +
                        in_quotes(word) +
                        ": expected a number above 0, up to 1e100; to leave a "
                        "query out, leave out its rows");
      weights.push_back({*value, i, number});
    });
  return weights;
}

/// Returns the weights of queries from those of their documents.
std::vector<double> joined_weights(const std::vector<ReadWeight>& weights,
                                   const std::vector<fs::path>& files,
                                   const Dataset& data) {
  std::vector<double> by_query;
  for (Index query = 0; query < data.queries(); ++query) {
    const double first = weights[data.begin(query)].value;
    for (Index row = data.begin(query); row < data.end(query); ++row)
      if (const ReadWeight& other = weights[row]; other.value != first)
        throw DataError(
            at_line(files[other.file].string(), other.line) + "weight " +
            exact(other.value) + ", but other rows of query '" +
            std::string(data.query_name(query)) + "' have " + exact(first) +
            ": no learner weighs documents; give a weight for each query, or "
            "propensities of documents in a click log: docs/data.md");
    by_query.push_back(first);
  }
  return by_query;
}

}  // namespace

std::vector<double> read_query_weights(const std::vector<fs::path>& files,
                                       const Dataset& data, bool merged) {
  const std::vector<ReadWeight> weights = read_weights(files);
  const Index count = std::ssize(weights);
  if (count != data.queries() && count != data.documents())
    throw DataError(
        joined_names(files) + ": data.weights has " + std::to_string(count) +
        " numbers, but the training set " + std::to_string(data.queries()) +
        " queries and " + std::to_string(data.documents()) +
        " documents; expected one for each query, or one for each document");
  if (merged && count != data.queries())
    throw DataError(files[0].string() +
                    ": with data.merge, which moves rows, expected a weight "
                    "for each of the " +
                    std::to_string(data.queries()) +
                    " queries, not for each document");
  if (count != data.queries()) return joined_weights(weights, files, data);
  std::vector<double> by_query;
  for (const ReadWeight& each : weights) by_query.push_back(each.value);
  return by_query;
}

void load_query_weights(const Scenario& scenario, LoadedData& loaded) {
  if (scenario.data.weights.empty()) return;
  const auto folds = find_files(scenario);
  for (std::size_t i = 0; i < folds.size(); ++i) {
    Fold& fold = loaded.folds[i];
    const bool on_train = fold.evaluation == fold.train;
    fold.train =
        std::make_shared<const Dataset>(fold.train->weighted(read_query_weights(
            folds[i].weights, *fold.train, scenario.data.merge)));
    if (on_train) fold.evaluation = fold.train;
  }
  for (const fs::path& file : scenario.data.weights)
    loaded.files.push_back({file.string(), sha256_of_file(file)});
}

}  // namespace fedltr
