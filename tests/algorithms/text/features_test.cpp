#include "algorithms/text/features.hpp"

#include <cmath>
#include <limits>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/text/exact_features.hpp"
#include "tests/support/cranfield.hpp"

namespace fedltr::features_test {
namespace {

using Values = std::array<double, kFieldFeatures>;

Values values_of(const FieldFeatures& features, std::vector<double> counts,
                 double length, double distinct) {
  Values values{};
  features.write(counts, length, distinct, values);
  return values;
}

void check_same(const Values& a, const Values& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    CAPTURE(text_feature_names()[i]);
    CHECK(a[i] == doctest::Approx(b[i]).epsilon(1e-12));
  }
}

// 100 documents of 8 terms on average; a term in 10 of them, one in 50.
const FieldStatistics kField{100, 8};
const std::vector<TermStatistics> kTerms = {{10, 0.02}, {50, 0.1}};

/// The definitions, one after the other, term by term.
Values straightforward(const Collection& all, Field field, std::size_t query,
                       std::size_t document) {
  double total = 0;
  for (std::size_t d = 0; d < all.documents(); ++d)
    total += all.length(field, d);
  const double n = static_cast<double>(all.documents());
  const double mean = total / n;
  const double length = all.length(field, document);
  const double distinct =
      static_cast<double>(all.terms(field, document).size());
  Values sums{};
  sums[0] = length;
  for (const TermId term : all.query(query)) {
    double df = 0;
    double cf = 0;
    for (std::size_t d = 0; d < all.documents(); ++d)
      for (const TermCount& entry : all.terms(field, d))
        if (entry.term == term) {
          ++df;
          cf += entry.count;
        }
    if (cf == 0) continue;
    double c = 0;
    for (const TermCount& entry : all.terms(field, document))
      if (entry.term == term) c = entry.count;
    const double p = cf / total;
    const double idf = std::log(n / df);
    const double share = length > 0 ? c / length : 0;
    sums[1] += share;
    sums[2] += idf;
    sums[3] += share * idf;
    sums[4] += std::log((n - df + .5) / (df + .5) + 1) * c * 2.2 /
               (c + 1.2 * (.25 + .75 * length / mean));
    sums[5] += std::log(length > 0 ? std::max(c - .7, 0.) / length +
                                         .7 * distinct / length * p
                                   : .7 * p);
    sums[6] += std::log((c + 1000 * p) / (length + 1000));
    sums[7] += std::log(.9 * share + .1 * p);
  }
  return sums;
}

}  // namespace

TEST_CASE("the eight features are those worked by hand") {
  // c = 3 and 1, L = 10, u = 6.
  const FieldFeatures features(kField, kTerms);
  const double idf_a = std::log(10.0);
  const double idf_b = std::log(2.0);
  const double k = 1.2 * (0.25 + 0.75 * 10 / 8);  // 1.425
  check_same(values_of(features, {3, 1}, 10, 6),
             {10, 0.4, idf_a + idf_b, 0.3 * idf_a + 0.1 * idf_b,
              std::log(90.5 / 10.5 + 1) * 3 * 2.2 / (3 + k) +
                  std::log(2.0) * 1 * 2.2 / (1 + k),
              std::log(0.23 + 0.42 * 0.02) + std::log(0.03 + 0.42 * 0.1),
              std::log(23.0 / 1010) + std::log(101.0 / 1010),
              std::log(0.27 + 0.002) + std::log(0.09 + 0.01)});
}

TEST_CASE("estimates out of range count as the nearest possible ones") {
  const FieldFeatures features(kField, kTerms);
  check_same(values_of(features, {-4, 300}, 10, 6),
             values_of(features, {0, 10}, 10, 6));
  const std::vector<TermStatistics> wild = {{-3, 0.02}, {1e6, 0.1}};
  const std::vector<TermStatistics> tame = {{1, 0.02}, {100, 0.1}};
  check_same(values_of(FieldFeatures(kField, wild), {3, 1}, 10, 6),
             values_of(FieldFeatures(kField, tame), {3, 1}, 10, 6));
}

TEST_CASE("a term in no document changes nothing") {
  const std::vector<TermStatistics> more = {{10, 0.02}, {7, 0}, {50, 0.1}};
  check_same(values_of(FieldFeatures(kField, more), {3, 5, 1}, 10, 6),
             values_of(FieldFeatures(kField, kTerms), {3, 1}, 10, 6));
}

TEST_CASE("an empty field has finite features") {
  const FieldFeatures features(kField, kTerms);
  check_same(
      values_of(features, {2, 0}, 0, 0),
      {0, 0, std::log(20.0), 0, 0, std::log(0.7 * 0.02) + std::log(0.7 * 0.1),
       std::log(0.02) + std::log(0.1), std::log(0.002) + std::log(0.01)});
}

TEST_CASE("BM25 without saturation counts each term found as 1") {
  const FieldFeatures features(kField, kTerms, {.k1 = 0});
  CHECK(values_of(features, {3, 0}, 10, 6)[4] ==
        doctest::Approx(std::log(90.5 / 10.5 + 1)));
  CHECK(values_of(features, {0, 0}, 10, 6)[4] == 0);
}

TEST_CASE("an empty field has a BM25 of 0 for any weight of its length") {
  const FieldFeatures features(kField, kTerms, {.b = 1});
  CHECK(values_of(features, {0, 0}, 0, 0)[4] == 0);
}

TEST_CASE("any estimates give finite features") {
  Rng rng(1, Purpose::kTest);
  for (int i = 0; i < 2000; ++i) {
    const double documents = 1 + static_cast<double>(rng.below(1000));
    const auto wild = [&] { return 1e4 * (rng.uniform() - 0.5); };
    const std::vector<TermStatistics> terms = {{wild(), wild()},
                                               {wild(), rng.uniform()}};
    const FieldFeatures features({documents, 10 * rng.uniform()}, terms);
    const double length = static_cast<double>(rng.below(100));
    for (const double value :
         values_of(features, {wild(), wild()}, length, length > 0 ? 1 : 0))
      CHECK(std::isfinite(value));
  }
}

TEST_CASE("features refuse what cannot be") {
  const FieldFeatures features(kField, kTerms);
  Values values{};
  CHECK_THROWS_WITH(features.write(std::vector{1.0}, 10, 6, values),
                    "a count for each term of the query");
  CHECK_THROWS_WITH(features.write(std::vector{1.0, 1.0}, 10, 0, values),
                    "a field that is not empty has distinct terms");
  CHECK_THROWS_WITH(FieldFeatures({0, 1}, kTerms),
                    "features need the number of documents, 1 or more");
}

TEST_CASE("features have a name each") {
  CHECK(text_feature_names().front() == "title-length");
  CHECK(text_feature_names()[12] == "body-bm25");
  CHECK(text_feature_names().back() == "body-lmir-jm");
}

TEST_CASE("exact features of Cranfield are the definitions" *
          doctest::test_suite(test::kShared)) {
  const auto all = test::cranfield();
  const CollectionStatistics statistics(*all);
  ExactFeatures features(*all, statistics);
  // Among them 470, a document without text.
  for (const auto& [query, document] :
       {std::pair{0U, 183U}, {0U, 12U}, {100U, 470U}, {224U, 1399U}}) {
    std::array<double, kFeatureColumns> row{};
    features.write(query, document, row);
    for (const Field field : kAllFields) {
      Values half{};
      std::copy_n(row.begin() + static_cast<int>(field) * kFieldFeatures,
                  kFieldFeatures, half.begin());
      check_same(half, straightforward(*all, field, query, document));
    }
  }
}

TEST_CASE("BM25 finds Cranfield's relevant documents" *
          doctest::test_suite(test::kShared)) {
  const auto all = test::cranfield();
  const CollectionStatistics statistics(*all);
  ExactFeatures features(*all, statistics);
  // Mean rank of a relevant document by chance: 700.
  double rank = 0;
  for (const Judgement& judgement : all->judgements()) {
    std::array<double, kFeatureColumns> row{};
    features.write(judgement.query, judgement.document, row);
    const double own = row[12];
    for (std::uint32_t d = 0; d < all->documents(); d += 20) {
      features.write(judgement.query, d, row);
      rank += 20 * (row[12] > own);
    }
  }
  CHECK(rank / static_cast<double>(all->judgements().size()) < 200);
}

}  // namespace fedltr::features_test
