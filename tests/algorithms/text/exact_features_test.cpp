#include "algorithms/text/exact_features.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/text/synthetic_text.hpp"

namespace fedltr::exact_features_test {
namespace {

Collection three_documents() {
  CollectionBuilder builder({"none", "none"});
  builder.add_document("1", "wing", "flow over wing flow");
  builder.add_document("2", "", "heat");
  builder.add_document("3", "wing heat", "");
  builder.add_query("q", "wing flow");
  builder.add_query("twice", "flow flow");
  builder.add_query("elsewhere", "shock");
  builder.add_query("empty", "");
  return builder.take();
}

std::array<double, kFeatureColumns> row_of(ExactFeatures& features,
                                           std::uint32_t query,
                                           std::uint32_t document) {
  std::array<double, kFeatureColumns> row{};
  features.write(query, document, row);
  return row;
}

/// The definitions of text/features.hpp, term by term, with counts from a scan
/// of every document.
std::array<double, kFieldFeatures> definitions(const Collection& all,
                                               Field field, std::size_t query,
                                               std::size_t document) {
  double total = 0;
  for (std::size_t d = 0; d < all.documents(); ++d)
    total += all.length(field, d);
  const auto n = double(all.documents());
  const double length = all.length(field, document);
  const auto distinct = double(all.terms(field, document).size());
  std::array<double, kFieldFeatures> sums{length};
  for (const TermId term : all.query(query)) {
    double df = 0;
    double cf = 0;
    for (std::size_t d = 0; d < all.documents(); ++d) {
      const double count = count_of(all.terms(field, d), term);
      df += count > 0;
      cf += count;
    }
    if (cf == 0) continue;
    const double c = count_of(all.terms(field, document), term);
    const double p = cf / total;
    const double share = length > 0 ? c / length : 0;
    sums[1] += share;
    sums[2] += std::log(n / df);
    sums[3] += share * std::log(n / df);
    sums[4] += std::log((n - df + .5) / (df + .5) + 1) * c * 2.2 /
               (c + 1.2 * (.25 + .75 * length / (total / n)));
    sums[5] += std::log(std::max(c - .7, 0.) / std::max(length, 1.) +
                        .7 * (length > 0 ? distinct / length : 1) * p);
    sums[6] += std::log((c + 1000 * p) / (length + 1000));
    sums[7] += std::log(.9 * share + .1 * p);
  }
  return sums;
}

}  // namespace

TEST_CASE("statistics are those counted by hand, each field its own") {
  const Collection collection = three_documents();
  const CollectionStatistics statistics(collection);
  // Titles: 1 + 0 + 2 terms; bodies: 4 + 1 + 0.
  CHECK(statistics.field(Field::kTitle).documents == 3);
  CHECK(statistics.field(Field::kTitle).mean_length == 1);
  CHECK(statistics.field(Field::kBody).mean_length == doctest::Approx(5.0 / 3));
  const auto term = [&](Field field, const char* name) {
    return statistics.term(field, *collection.dictionary().find(name));
  };
  CHECK(term(Field::kTitle, "wing").document_frequency == 2);
  CHECK(term(Field::kTitle, "wing").probability == doctest::Approx(2.0 / 3));
  CHECK(term(Field::kBody, "flow").document_frequency == 1);
  CHECK(term(Field::kBody, "flow").probability == doctest::Approx(2.0 / 5));
  CHECK(term(Field::kTitle, "flow").document_frequency == 0);
  CHECK(term(Field::kTitle, "flow").probability == 0);
  CHECK(term(Field::kBody, "shock").probability == 0);  // in a query only
}

TEST_CASE("a field that all documents lack has no part in term features") {
  CollectionBuilder builder({"none", "none"});
  builder.add_document("1", "", "flow");
  builder.add_query("q", "flow");
  const Collection collection = builder.take();
  const CollectionStatistics statistics(collection);
  CHECK(statistics.field(Field::kTitle).mean_length == 0);
  CHECK(statistics.term(Field::kTitle, 0).probability == 0);
  ExactFeatures features(collection, statistics);
  const auto row = row_of(features, 0, 0);
  for (Index i = 0; i < kFieldFeatures; ++i)
    CHECK(row[static_cast<std::size_t>(i)] == 0);
  for (const double value : row) CHECK(std::isfinite(value));
  CHECK_THROWS_WITH(CollectionStatistics(CollectionBuilder().take()),
                    "statistics need a document");
}

TEST_CASE("features of pairs are the definitions") {
  SyntheticTextOptions options;
  options.documents = 40;
  options.terms = 30;
  options.vocabulary = 200;
  options.topics = 3;
  options.queries = 8;
  options.depths = {5};
  const Collection texts = synthesize_text(options);
  const Collection small = three_documents();
  for (const Collection* all : {&texts, &small}) {
    const CollectionStatistics statistics(*all);
    ExactFeatures features(*all, statistics);
    for (std::uint32_t q = 0; q < all->queries(); ++q)
      for (std::uint32_t d = 0; d < all->documents(); ++d) {
        const auto row = row_of(features, q, d);
        for (const Field field : kAllFields) {
          const auto expected = definitions(*all, field, q, d);
          for (std::size_t i = 0; i < expected.size(); ++i)
            CHECK(row[field_index(field) * kFieldFeatures + i] ==
                  doctest::Approx(expected[i]).epsilon(1e-11));
        }
      }
  }
}

TEST_CASE("pairs may come in any order, and a query after another") {
  const Collection collection = three_documents();
  const CollectionStatistics statistics(collection);
  ExactFeatures features(collection, statistics);
  const std::vector<Judgement> pairs = {{0, 0}, {1, 0}, {0, 2}, {3, 1},
                                        {1, 0}, {0, 0}, {2, 0}};
  const Matrix all = features.of(std::span(pairs));
  REQUIRE(all.rows() == 7);
  REQUIRE(all.cols() == kFeatureColumns);
  for (Index i = 0; i < all.rows(); ++i) {
    const Judgement& pair = pairs[static_cast<std::size_t>(i)];
    ExactFeatures fresh(collection, statistics);
    const auto row = row_of(fresh, pair.query, pair.document);
    for (Index j = 0; j < kFeatureColumns; ++j)
      CHECK(all(i, j) == row[static_cast<std::size_t>(j)]);
  }
  CHECK(all.row(0) == all.row(5));
  CHECK(features.of(std::span<const Judgement>()).rows() == 0);
}

TEST_CASE("a term that comes twice counts twice, an unknown one not at all") {
  const Collection collection = three_documents();
  const CollectionStatistics statistics(collection);
  ExactFeatures features(collection, statistics);
  // "flow flow" in "flow over wing flow": 2/4 each.
  const auto twice = row_of(features, 1, 0);
  CHECK(twice[9] == 1);
  CHECK(twice[10] == doctest::Approx(2 * std::log(3.0)));
  for (const std::uint32_t query : {2U, 3U}) {
    const auto none = row_of(features, query, 0);
    CHECK(none[8] == 4);  // the length alone
    for (std::size_t i = 9; i < kTextFeatures; ++i) CHECK(none[i] == 0);
  }
}

}  // namespace fedltr::exact_features_test
