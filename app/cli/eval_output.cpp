#include "app/cli/eval_output.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>

#include <spdlog/fmt/fmt.h>

#include "algorithms/core/hash.hpp"
#include "app/base/csv.hpp"
#include "app/base/errors.hpp"
#include "app/base/json.hpp"

namespace fedltr {
namespace {

/// Calls row(query, metric, value) by query, except for NaN, which is left out
/// of a mean.
template <class Row>
void for_each_value(const EvaluatedRanking& evaluated, const Row& row) {
  const QueryValues& result = evaluated.result;
  for (std::size_t q = 0; q < result.queries.size(); ++q)
    for (std::size_t m = 0; m < evaluated.metrics.size(); ++m)
      if (const double value = result.values(q, m); !std::isnan(value))
        row(result.queries[q], evaluated.metrics[m], value);
}

Index count_of(const Matrix& values, Index metric) {
  return values.rows() - values.col(metric).array().isNaN().count();
}

/// Returns a mean: "0.5000  mean of 2 queries".
std::string text_of_mean(const Matrix& values, Index metric) {
  const Index count = count_of(values, metric);
  return count == 0 ? "no query has a relevant document"
                    : fmt::format("{:.4f}  mean of {} queries",
                                  means_of_queries(values)(metric), count);
}

/// Returns the end of a line of means: "; 1.0000 over the 2 ranked ones".
std::string text_of_other(const EvaluatedRanking& evaluated, Index metric) {
  if (!evaluated.other) return "";
  const auto& [of, values] = *evaluated.other;
  if (count_of(values, metric) == 0)
    return fmt::format("; none of the {} ones counts", of);
  return fmt::format("; {:.4f} over the {} {} ones",
                     means_of_queries(values)(metric), count_of(values, metric),
                     of);
}

void print_text(std::ostream& out, const EvaluatedRanking& evaluated,
                bool per_query) {
  std::size_t width = 0;
  for (const std::string& metric : evaluated.metrics)
    width = std::max(width, metric.size());
  if (per_query)
    for_each_value(evaluated, [&](auto& query, auto& metric, double value) {
      out << fmt::format("{:<{}}  {:.4f}  {}\n", metric, width, value, query);
    });
  for (Index m = 0; m < std::ssize(evaluated.metrics); ++m)
    out << fmt::format("{:<{}}  {}{}\n", evaluated.metrics[m], width,
                       text_of_mean(evaluated.result.values, m),
                       text_of_other(evaluated, m));
}

void append_means(std::string& text, const EvaluatedRanking& evaluated,
                  const std::string& name, const Matrix& values) {
  const Vector means = means_of_queries(values);
  for (Index m = 0; m < means.size(); ++m)
    append_csv_row(text,
                   std::vector<CsvValue>{name, evaluated.metrics[m], means(m)},
                   '\t');
}

void print_tsv(std::ostream& out, const EvaluatedRanking& evaluated,
               bool per_query) {
  std::vector<std::string> rows = {"all"};
  if (evaluated.other) rows.push_back("all-" + evaluated.other->of);
  for (const std::string& row : rows)
    if (per_query && std::ranges::count(evaluated.result.queries, row) > 0)
      throw UsageError("--format tsv --per-query: a query is named '" + row +
                       "', like the row of means; expected --format json");
  std::string text = "qid\tmetric\tvalue\n";
  if (per_query)
    for_each_value(evaluated, [&](auto& query, auto& metric, double value) {
      append_csv_row(text, std::vector<CsvValue>{query, metric, value}, '\t');
    });
  append_means(text, evaluated, rows[0], evaluated.result.values);
  if (evaluated.other)
    append_means(text, evaluated, rows[1], evaluated.other->values);
  out << text;
}

Json json_of_mean(const Matrix& values, Index metric) {
  return {{"mean", json_number(means_of_queries(values)(metric))},
          {"n", count_of(values, metric)}};
}

void print_json(std::ostream& out, const EvaluatedRanking& evaluated,
                bool per_query) {
  Json json;
  for (Index m = 0; m < std::ssize(evaluated.metrics); ++m) {
    Json& mean = json["metrics"][evaluated.metrics[m]];
    mean = json_of_mean(evaluated.result.values, m);
    if (const auto& other = evaluated.other)
      mean[other->of] = json_of_mean(other->values, m);
  }
  if (per_query) {
    // The members of an object in order are searched one by one.
    auto& queries =
        (json["queries"] = Json::object()).get_ref<Json::object_t&>();
    TextMap<std::size_t> places;
    for_each_value(evaluated, [&](auto& query, auto& metric, double value) {
      const auto [found, is_new] = places.emplace(query, queries.size());
      if (is_new) queries.push_back({query, Json::object()});
      const auto place = static_cast<std::ptrdiff_t>(found->second);
      queries.begin()[place].second[metric] = value;
    });
  }
  out << json_text(json);
}

}  // namespace

Print printer(const std::string& format) {
  static const std::vector<std::pair<std::string, Print>> all = {
      {"text", print_text}, {"tsv", print_tsv}, {"json", print_json}};
  const auto found =
      std::ranges::find(all, format, &std::pair<std::string, Print>::first);
  if (found == all.end())
    throw UsageError("--format " + format + ": expected text, tsv or json");
  return found->second;
}

}  // namespace fedltr
