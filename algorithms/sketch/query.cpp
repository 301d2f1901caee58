#include "algorithms/sketch/query.hpp"

#include <algorithm>
#include <cmath>

#include "algorithms/core/numbers_below.hpp"
#include "algorithms/core/require.hpp"

namespace fedltr {
namespace {

/// True if two terms have the same spots in these rows and share no column in
/// any other.
bool collide(std::span<const Cell> a, std::span<const Cell> b,
             std::span<const std::uint32_t> rows) {
  std::size_t same = 0;
  for (std::size_t row = 0; row < a.size(); ++row)
    same += a[row].column() == b[row].column() ? 1 : 0;
  return same == rows.size() &&
         std::ranges::all_of(
             rows, [&](std::uint32_t row) { return a[row] == b[row]; });
}

/// Random terms among those that collide with the term and with each other.
std::vector<TermId> colliding_terms(TermId term, const TermSpots& dictionary,
                                    std::span<const std::uint32_t> shared,
                                    std::size_t wanted, const Bits& bits) {
  std::vector<TermId> found;
  for (TermId other = 0; other < dictionary.terms(); ++other)
    if (other != term && collide(dictionary[term], dictionary[other], shared))
      found.push_back(other);
  std::vector<TermId> chosen;
  for (std::size_t i = 0; i < found.size() && chosen.size() < wanted; ++i) {
    partial_shuffle(std::span(found).subspan(i), 1, bits);
    if (std::ranges::all_of(chosen, [&](TermId other) {
          return collide(dictionary[found[i]], dictionary[other], shared);
        }))
      chosen.push_back(found[i]);
  }
  require(chosen.size() == wanted,
          "colliding confounders: " + std::to_string(wanted) +
              " terms are needed that share " + std::to_string(shared.size()) +
              " columns with the one asked for and each other, but only " +
              std::to_string(chosen.size()) + " of the dictionary's " +
              std::to_string(dictionary.terms()) +
              " do: fewer shared columns, fewer columns, or `random`");
  return chosen;
}

void put(TermQuery& query, std::uint32_t row, Cell spot) {
  query.columns[row] = spot.column();
  query.negative[row] = spot.negative() ? 1 : 0;
}

/// Fills rows with colliding terms and returns the remaining rows.
std::span<const std::uint32_t> put_colliding(TermQuery& query, TermId term,
                                             const TermSpots& dictionary,
                                             const QueryRows& rows,
                                             const Bits& bits) {
  const std::size_t each = rows.real.size() - rows.shared.size();
  const std::size_t terms = rows.others.size() / each;
  require(terms >= 1,
          "colliding confounders: z - z1 rows are too few for one term of z1 - "
          "b rows");
  std::span<const std::uint32_t> left = rows.others;
  for (const TermId other :
       colliding_terms(term, dictionary, rows.shared, terms, bits)) {
    for (const std::uint32_t row : left.first(each))
      put(query, row, dictionary[other][row]);
    left = left.subspan(each);
  }
  return left;
}

template <class Document>
std::vector<double> answer_of(const Document& document,
                              std::span<const std::uint32_t> columns,
                              const SketchNoise& noise, const Bits& bits) {
  const std::string refusal = why_refused(columns, document.shape());
  require(refusal.empty(), refusal);
  require(!noise.estimates_only,
          "median-only noise is for estimates, not for rows");
  std::vector<double> values(columns.size());
  for (std::uint32_t row = 0; row < values.size(); ++row)
    values[row] = document.at(row, columns[row]);
  if (noise.add) noise.add(values, bits);
  return values;
}

template <class Cells>
double estimate_of_cells(const Cells& document, const TermQuery& query,
                         const SketchNoise& noise, const Bits& bits) {
  const std::string refusal = why_refused(query.columns, document.shape());
  require(refusal.empty(), refusal);
  require(noise.estimates_only, "noise for rows is not for estimates");
  const SketchKind kind = document.shape().kind;
  double estimate =
      with_numbers(query.rows.size(), [&](std::span<double> values) {
        for (std::size_t i = 0; i < values.size(); ++i) {
          const std::uint32_t row = query.rows[i];
          values[i] = signed_value(kind, query.spots[row],
                                   document.at(row, query.columns[row]));
        }
        return estimate_of(kind, values);
      });
  noise.add({&estimate, 1}, bits);
  return estimate;
}

}  // namespace

QueryRows draw_rows(std::uint32_t rows, const Obfuscation& obfuscation,
                    const Bits& bits) {
  const bool colliding = obfuscation.confounders == Confounders::kColliding;
  require(obfuscation.real_rows >= 1 && obfuscation.real_rows <= rows,
          "a query has at least one real row and at most all");
  require(!colliding || obfuscation.shared < obfuscation.real_rows,
          "colliding confounders share fewer rows than are real");
  auto order = numbers_below<std::uint32_t>(rows);
  partial_shuffle(std::span(order), order.size(), bits);
  const auto others = order.begin() + obfuscation.real_rows;
  QueryRows drawn{{order.begin(), others}, {}, {others, order.end()}};
  if (colliding)
    drawn.shared.assign(order.begin(), order.begin() + obfuscation.shared);
  std::ranges::sort(drawn.real);
  return drawn;
}

TermQuery make_query(TermId term, const TermSpots& dictionary,
                     const QueryRows& rows, const Obfuscation& obfuscation,
                     const Bits& bits) {
  require(term < dictionary.terms(), "the term is not in the dictionary");
  require(rows.real.size() == obfuscation.real_rows &&
              rows.real.size() + rows.others.size() == dictionary.rows(),
          "the rows of a question are others than the obfuscation's");
  const auto spots = dictionary[term];
  TermQuery query{std::vector<std::uint32_t>(dictionary.rows()),
                  std::vector<std::uint8_t>(dictionary.rows()),
                  rows.real,
                  {spots.begin(), spots.end()}};
  for (const std::uint32_t row : rows.real) put(query, row, spots[row]);
  std::span<const std::uint32_t> left = rows.others;
  if (obfuscation.confounders == Confounders::kColliding && !left.empty())
    left = put_colliding(query, term, dictionary, rows, bits);
  for (const std::uint32_t row : left)
    put(query, row, dictionary[uniform_below(dictionary.terms(), bits)][row]);
  return query;
}

std::string why_refused(std::span<const std::uint32_t> columns,
                        const SketchShape& shape) {
  if (columns.size() != shape.rows)
    return "a query of " + std::to_string(columns.size()) +
           " columns to a sketch of " + std::to_string(shape.rows) + " rows";
  const std::uint32_t most = std::ranges::max(columns);
  if (most >= shape.columns)
    return "a query of column " + std::to_string(most) + " to a sketch of " +
           std::to_string(shape.columns) + " columns";
  return {};
}

std::string why_refused(std::span<const double> answer, std::uint32_t rows) {
  if (answer.size() != rows)
    return "an answer of " + std::to_string(answer.size()) + " rows to " +
           std::to_string(rows) + " columns";
  if (!std::ranges::all_of(answer, [](double v) { return std::isfinite(v); }))
    return "an answer that is not finite";
  return {};
}

std::vector<double> answer(const DocumentSketch& document,
                           std::span<const std::uint32_t> columns,
                           const SketchNoise& noise, const Bits& bits) {
  return answer_of(document, columns, noise, bits);
}

std::vector<double> answer(const Sketch& sketch,
                           std::span<const std::uint32_t> columns,
                           const SketchNoise& noise, const Bits& bits) {
  return answer_of(sketch, columns, noise, bits);
}

double answer_estimate(const DocumentSketch& document, const TermQuery& query,
                       const SketchNoise& noise, const Bits& bits) {
  return estimate_of_cells(document, query, noise, bits);
}
double answer_estimate(const Sketch& sketch, const TermQuery& query,
                       const SketchNoise& noise, const Bits& bits) {
  return estimate_of_cells(sketch, query, noise, bits);
}

double estimate(SketchKind kind, std::span<const TermQuery> queries,
                std::span<const std::vector<double>> answers) {
  require(!queries.empty() && queries.size() == answers.size(),
          "an estimate needs an answer to each query");
  const auto& rows = queries.front().rows;
  std::vector<double> sums(rows.size());
  for (std::size_t q = 0; q < queries.size(); ++q) {
    require(queries[q].rows == rows, "the terms of a query share its rows");
    for (std::size_t i = 0; i < rows.size(); ++i)
      sums[i] +=
          signed_value(kind, queries[q].spots[rows[i]], answers[q].at(rows[i]));
  }
  return estimate_of(kind, sums);
}

double estimate(SketchKind kind, const TermQuery& query,
                std::span<const double> answer) {
  return with_numbers(query.rows.size(), [&](std::span<double> values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::uint32_t row = query.rows[i];
      values[i] = signed_value(kind, query.spots[row], answer[row]);
    }
    return estimate_of(kind, values);
  });
}

}  // namespace fedltr
