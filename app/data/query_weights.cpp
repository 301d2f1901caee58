#include "app/data/query_weights.hpp"

#include "algorithms/data/lines.hpp"
#include "app/base/files.hpp"
#include "app/base/text.hpp"
#include "app/data/convert/each_line.hpp"

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

/// Queries of a set that were read together.
struct Part {
  const Dataset& data;
  Index first;  ///< query
  Index last;   ///< behind the last query
  std::string name;

  Index queries() const { return last - first; }
  Index documents() const {
    return queries() > 0 ? data.end(last - 1) - data.begin(first) : 0;
  }
};

/// Returns the weights of queries from those of their documents.
std::vector<double> joined_weights(const std::vector<ReadWeight>& weights,
                                   const std::vector<fs::path>& files,
                                   const Part& part) {
  const Dataset& data = part.data;
  const Index start = data.begin(part.first);
  std::vector<double> by_query;
  for (Index query = part.first; query < part.last; ++query) {
    const double first = weights[data.begin(query) - start].value;
    for (Index row = data.begin(query); row < data.end(query); ++row)
      if (const ReadWeight& other = weights[row - start]; other.value != first)
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

/// Returns a weight for each query.
std::vector<double> query_weights(const std::vector<fs::path>& files,
                                  const Part& part, bool merged) {
  const std::vector<ReadWeight> weights = read_weights(files);
  const Index count = std::ssize(weights);
  if (count != part.queries() && count != part.documents())
    throw DataError(
        joined_names(files) + ": data.weights has " + std::to_string(count) +
        " numbers, but " + part.name + " " + std::to_string(part.queries()) +
        " queries and " + std::to_string(part.documents()) +
        " documents; expected one for each query, or one for each document");
  if (merged && count != part.queries())
    throw DataError(files[0].string() +
                    ": with data.merge, which moves rows, expected a weight "
                    "for each of the " +
                    std::to_string(part.queries()) +
                    " queries, not for each document");
  if (count != part.queries()) return joined_weights(weights, files, part);
  std::vector<double> by_query;
  for (const ReadWeight& each : weights) by_query.push_back(each.value);
  return by_query;
}

}  // namespace

void weigh_queries(const FoldFiles& files, const std::vector<Index>& sizes,
                   bool merged, Fold& fold) {
  if (files.weights.empty()) return;
  const bool on_train = fold.evaluation == fold.train;
  std::vector<double> weights;
  Index first = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const bool is_whole = sizes.size() == 1;
    const auto read =
        query_weights(is_whole ? files.weights : Files{files.weights[i]},
                      {*fold.train, first, first + sizes[i],
                       is_whole ? "the training set" : files.train[i].string()},
                      merged);
    weights.insert(weights.end(), read.begin(), read.end());
    first += sizes[i];
  }
  fold.train =
      std::make_shared<const Dataset>(fold.train->weighted(std::move(weights)));
  if (on_train) fold.evaluation = fold.train;
}

}  // namespace fedltr
