#include "algorithms/sketch/query.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <doctest/doctest.h>

#include "tests/support/zipf_documents.hpp"

namespace fedltr::query_test {
using namespace fedltr::testing;

namespace {

constexpr std::uint32_t kRows = 30;
constexpr std::uint32_t kColumns = 200;

struct Fixture {
  ZipfDocuments documents{5000, 1000, 20, 0.3};
  TermSpots spots = random_spots(5000, kRows, kColumns);
  Field field = documents.document(1);
  Sketch sketch =
      sketch_of({SketchKind::kCount, kRows, kColumns}, field, spots);
  DocumentSketch stored{sketch};

  TermQuery query(TermId term, std::uint32_t real, const Bits& bits) const {
    return make_query(term, spots, draw_rows(kRows, {real}, bits), {real},
                      bits);
  }
};

/// Number of a query's rows with a column of the term.
std::size_t agreeing(const TermQuery& query, std::span<const Cell> spots) {
  std::size_t sum = 0;
  for (std::size_t row = 0; row < spots.size(); ++row)
    sum += query.columns[row] == spots[row].column();
  return sum;
}

/// A vocabulary small enough in columns that terms share some.
TermSpots crowded() {
  return random_spots(3000, 12, 10);
}

}  // namespace

TEST_CASE("without noise and with all rows a query is the sketch's estimate") {
  const Fixture f;
  const Bits bits = test_bits(1);
  for (TermId term = 0; term < 200; ++term) {
    const TermQuery query = f.query(term, kRows, bits);
    CHECK(query.rows.size() == kRows);
    const auto values = answer(f.stored, query.columns, {}, bits);
    CHECK(estimate(SketchKind::kCount, query, values) ==
          f.sketch.estimate(f.spots[term]));
    CHECK(values == answer(f.sketch, query.columns, {}, bits));
  }
}

TEST_CASE("private rows are uniform, and only they hold the term's columns") {
  const Fixture f;
  const Bits bits = test_bits(2);
  std::vector<double> drawn(kRows);
  constexpr int kQueries = 3000;
  std::size_t elsewhere = 0;
  for (int i = 0; i < kQueries; ++i) {
    const TermQuery query = f.query(7, 10, bits);
    REQUIRE(std::ranges::is_sorted(query.rows));
    REQUIRE(query.rows.size() == 10);
    for (const std::uint32_t row : query.rows) {
      ++drawn[row];
      REQUIRE(query.columns[row] == f.spots[7][row].column());
    }
    elsewhere += agreeing(query, f.spots[7]) - 10;
  }
  const double mean = kQueries / 3.0;
  for (const double count : drawn)
    CHECK(std::abs(count - mean) < 4 * std::sqrt(mean * 2 / 3));
  // 20 rows with a column of 200 each, or the term itself.
  CHECK(elsewhere < 1.3 * kQueries * 20 / kColumns);
}

TEST_CASE("colliding confounders have as many rows for them as the term") {
  const TermSpots spots = crowded();
  const Bits bits = test_bits(3);
  const Obfuscation obfuscation{4, Confounders::kColliding, 1};
  const QueryRows rows = draw_rows(12, obfuscation, bits);
  REQUIRE(rows.shared.size() == 1);
  const TermQuery query = make_query(5, spots, rows, obfuscation, bits);
  // 8 rows hold two terms of 3 rows and 2 random ones. By the columns alone at
  // least three terms explain z1 rows; b of them private.
  std::set<TermId> candidates;
  for (TermId term = 0; term < spots.terms(); ++term)
    if (agreeing(query, spots[term]) >= 4) candidates.insert(term);
  CHECK(candidates.contains(5));
  std::size_t colliding = 0;
  for (const TermId term : candidates) {
    std::size_t shared = 0;
    for (const std::uint32_t row : rows.real)
      shared += spots[term][row].column() == spots[5][row].column();
    colliding += term != 5 && shared == 1;
  }
  CHECK(colliding >= 2);
}

TEST_CASE("a term and its confounders share the same rows pairwise") {
  const TermSpots spots = crowded();
  const Bits bits = test_bits(11);
  const Obfuscation obfuscation{4, Confounders::kColliding, 1};
  for (int i = 0; i < 20; ++i) {
    const QueryRows rows = draw_rows(12, obfuscation, bits);
    for (const TermId term : {5U, 6U}) {
      const TermQuery query = make_query(term, spots, rows, obfuscation, bits);
      // Three of the other rows hold a confounder, the next three another one:
      // with the shared row four rows speak for each of the three terms.
      std::vector<std::vector<std::uint32_t>> sets{rows.real};
      for (const std::size_t first : {0U, 3U}) {
        auto& set = sets.emplace_back(rows.others.begin() + first,
                                      rows.others.begin() + first + 3);
        set.push_back(rows.shared[0]);
      }
      for (const auto& set : sets) {
        const auto speaks = [&](TermId other) {
          return std::ranges::all_of(set, [&](std::uint32_t row) {
            const Cell spot = spots[other][row];
            return query.columns[row] == spot.column() &&
                   (query.negative[row] != 0) == spot.negative();
          });
        };
        TermId other = 0;
        while (other < spots.terms() && !speaks(other)) ++other;
        REQUIRE(other < spots.terms());
        // And in no row of the two other sets.
        std::size_t elsewhere = 0;
        for (const auto& rest : sets)
          for (const std::uint32_t row : rest)
            elsewhere += &rest != &set && row != rows.shared[0] &&
                         query.columns[row] == spots[other][row].column();
        CHECK(elsewhere == 0);
      }
    }
  }
}

TEST_CASE("no colliding terms is an error with their number") {
  const TermSpots spots = crowded();
  const Bits bits = test_bits(4);
  const auto ask = [&](std::uint32_t real, std::uint32_t shared) {
    const Obfuscation obfuscation{real, Confounders::kColliding, shared};
    make_query(5, spots, draw_rows(12, obfuscation, bits), obfuscation, bits);
  };
  CHECK_THROWS_WITH_AS(ask(6, 5),
                       doctest::Contains("of the dictionary's 3000 do"),
                       std::invalid_argument);
  CHECK_THROWS_WITH_AS(ask(10, 1), doctest::Contains("too few for one term"),
                       std::invalid_argument);
  CHECK_THROWS_AS(ask(6, 6), std::invalid_argument);
  // With all rows real there is nothing to confound.
  CHECK_NOTHROW(ask(12, 1));
}

TEST_CASE("hostile queries and answers are refused with the reason") {
  const SketchShape shape{SketchKind::kCount, 3, 10};
  using Columns = std::vector<std::uint32_t>;
  CHECK(why_refused(Columns{0, 9, 1}, shape).empty());
  CHECK(why_refused(Columns{0, 9}, shape) ==
        "a query of 2 columns to a sketch of 3 rows");
  CHECK(why_refused(Columns{0, 10, 1}, shape) ==
        "a query of column 10 to a sketch of 10 columns");
  using Answer = std::vector<double>;
  CHECK(why_refused(Answer{1, 2, 3}, 3).empty());
  CHECK_FALSE(why_refused(Answer{1, 2}, 3).empty());
  CHECK_FALSE(why_refused(Answer{1, 2, std::nan("")}, 3).empty());
  CHECK_FALSE(
      why_refused(Answer{1, 2, std::numeric_limits<double>::infinity()}, 3)
          .empty());
  const DocumentSketch document{Sketch(shape)};
  CHECK_THROWS_AS(answer(document, Columns{0, 10, 1}, {}, test_bits(1)),
                  std::invalid_argument);
}

TEST_CASE("several terms: rows are summed before the median") {
  const Fixture f;
  const Bits bits = test_bits(6);
  const QueryRows rows = draw_rows(kRows, {15}, bits);
  std::vector<TermQuery> queries;
  std::vector<std::vector<double>> answers;
  std::vector<double> sums(15);
  for (const TermId term : {3U, 9U, 70U}) {
    queries.push_back(make_query(term, f.spots, rows, {15}, bits));
    answers.push_back(answer(f.stored, queries.back().columns, {}, bits));
    for (std::size_t i = 0; i < rows.real.size(); ++i) {
      const Cell spot = f.spots[term][rows.real[i]];
      sums[i] += spot.sign() * f.sketch.at(rows.real[i], spot.column());
    }
  }
  CHECK(estimate(SketchKind::kCount, queries, answers) ==
        estimate_of(SketchKind::kCount, sums));
  queries[1] = f.query(9, 15, bits);
  CHECK_THROWS_AS(estimate(SketchKind::kCount, queries, answers),
                  std::invalid_argument);
}

TEST_CASE("paper noise shifts all rows alike, sound noise each on its own") {
  const Fixture f;
  const Bits bits = test_bits(7);
  const TermQuery query = f.query(3, kRows, bits);
  const auto exact = answer(f.stored, query.columns, {}, bits);
  for (const std::string name : {"paper", "paper-reduced", "sound"}) {
    const auto noise = make_sketch_noise(name, {0.5, kRows, kColumns});
    const auto noisy = answer(f.stored, query.columns, noise, bits);
    std::set<long> shifts;
    for (std::size_t row = 0; row < kRows; ++row)
      shifts.insert(std::lround(1e6 * (noisy[row] - exact[row])));
    CHECK((name == "sound" ? shifts.size() > 20 : shifts.size() == 1));
  }
}

TEST_CASE("an owner that knows the rows estimates itself, in half steps") {
  const Fixture f;
  const Bits bits = test_bits(10);
  const auto noise = make_sketch_noise("median-only", {2, kRows, kColumns});
  const TermQuery query = f.query(3, kRows, bits);
  double sum = 0;
  for (int i = 0; i < 4000; ++i) {
    const double value = answer_estimate(f.stored, query, noise, bits);
    REQUIRE(2 * value == std::round(2 * value));
    sum += value;
  }
  CHECK(sum / 4000 ==
        doctest::Approx(f.sketch.estimate(f.spots[3])).epsilon(0.01));
  CHECK_THROWS_AS(answer(f.stored, query.columns, noise, bits),
                  std::invalid_argument);
}

TEST_CASE("a question's rows are all rows, cut at random") {
  const Bits bits = test_bits(12);
  std::map<std::uint32_t, int> first;
  for (int i = 0; i < 3000; ++i) {
    const QueryRows rows = draw_rows(6, {4, Confounders::kColliding, 2}, bits);
    REQUIRE(rows.real.size() == 4);
    REQUIRE(rows.shared.size() == 2);
    REQUIRE(std::ranges::is_sorted(rows.real));
    std::set<std::uint32_t> all(rows.real.begin(), rows.real.end());
    for (const std::uint32_t row : rows.shared) CHECK(all.contains(row));
    all.insert(rows.others.begin(), rows.others.end());
    CHECK(all == std::set<std::uint32_t>{0, 1, 2, 3, 4, 5});
    ++first[rows.others[0]];
  }
  for (const auto& [row, count] : first)  // five sigma
    CHECK(std::abs(count - 500) < 5 * 20.4);
  CHECK(draw_rows(6, {6}, bits).others.empty());
  CHECK(draw_rows(6, {3}, bits).shared.empty());
  const char* const real = "a query has at least one real row and at most all";
  CHECK_THROWS_WITH(draw_rows(6, {0}, bits), real);
  CHECK_THROWS_WITH(draw_rows(6, {7}, bits), real);
  CHECK_THROWS_WITH(draw_rows(6, {3, Confounders::kColliding, 3}, bits),
                    "colliding confounders share fewer rows than are real");
}

TEST_CASE("a query refuses terms and rows of others") {
  const TermSpots spots = random_spots(10, 4, 7);
  const Bits bits = test_bits(13);
  CHECK_THROWS_WITH(make_query(10, spots, draw_rows(4, {2}, bits), {2}, bits),
                    "the term is not in the dictionary");
  const char* const others =
      "the rows of a question are others than the obfuscation's";
  CHECK_THROWS_WITH(make_query(1, spots, draw_rows(4, {2}, bits), {3}, bits),
                    others);
  CHECK_THROWS_WITH(make_query(1, spots, draw_rows(5, {2}, bits), {2}, bits),
                    others);
}

TEST_CASE("an estimate needs an answer to each of its queries") {
  const Fixture f;
  const Bits bits = test_bits(14);
  const std::vector<TermQuery> queries = {f.query(1, 3, bits)};
  const char* const needed = "an estimate needs an answer to each query";
  CHECK_THROWS_WITH(estimate(SketchKind::kCount, queries, {}), needed);
  CHECK_THROWS_WITH(
      estimate(SketchKind::kCount, std::span<const TermQuery>(), {}), needed);
  const SketchNoise rows = make_sketch_noise("sound", {1, kRows, kColumns});
  CHECK_THROWS_WITH(answer_estimate(f.stored, queries[0], rows, bits),
                    "noise for rows is not for estimates");
}

TEST_CASE("a Count-Min query takes the minimum of its private rows") {
  const TermSpots spots = random_spots(300, 8, 20);
  Field field;
  for (TermId term = 0; term < 300; ++term)
    field.push_back({term, static_cast<std::int32_t>(1 + term % 5)});
  const Sketch sketch = sketch_of({SketchKind::kCountMin, 8, 20}, field, spots);
  const Bits bits = test_bits(15);
  for (TermId term = 0; term < 50; ++term) {
    const TermQuery query =
        make_query(term, spots, draw_rows(8, {3}, bits), {3}, bits);
    double least = kNoBound;
    for (const std::uint32_t row : query.rows)
      least =
          std::min<double>(least, sketch.at(row, spots[term][row].column()));
    const auto values = answer(sketch, query.columns, {}, bits);
    CHECK(estimate(SketchKind::kCountMin, query, values) == least);
  }
}

}  // namespace fedltr::query_test
