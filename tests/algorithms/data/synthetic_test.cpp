#include "algorithms/data/synthetic.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include <doctest/doctest.h>

namespace fedltr::synthetic_test {

TEST_CASE("synthetic data has its shape's features and grade shares") {
  for (DataShape shape : data_shapes()) {
    CAPTURE(shape.name);
    shape.queries = std::min<Index>(shape.queries, 200);
    const Dataset data = synthesize(shape, 1.0, 1);
    CHECK(data.queries() == shape.queries);
    CHECK(data.features() == shape.features);
    std::map<int, double> counts;
    for (const int label : data.labels()) ++counts[label];
    for (std::size_t grade = 0; grade < shape.grade_shares.size(); ++grade)
      CHECK(counts[static_cast<int>(grade)] / double(data.documents()) ==
            doctest::Approx(shape.grade_shares[grade]).epsilon(0.01));
    for (Index query = 0; query < data.queries(); ++query) {
      CHECK(data.size(query) >= shape.document_counts.front());
      CHECK(data.size(query) <= shape.document_counts.back());
    }
    if (shape.normalized) {
      CHECK(data.all_features().minCoeff() == 0);
      CHECK(data.all_features().maxCoeff() == 1);
    }
  }
}

TEST_CASE("data like MQ2008 has as many documents and empty queries") {
  // The real one: 15,211 documents, 220 of 784 queries without relevant ones.
  const Dataset data = synthesize(data_shapes()[0], 1.0, 1);
  CHECK(data.documents() > 13500);
  CHECK(data.documents() < 17000);
  int empty = 0;
  for (Index query = 0; query < data.queries(); ++query) {
    bool relevant = false;
    for (const int label : data.labels_of(query)) relevant |= label > 0;
    empty += !relevant;
  }
  CHECK(empty > 170);
  CHECK(empty < 270);
}

TEST_CASE("a seed gives the same set, another one another") {
  const DataShape shape = custom_shape(20, 8, 5, 3);
  const Dataset a = synthesize(shape, 1.0, 1);
  CHECK(a.all_features() == synthesize(shape, 1.0, 1).all_features());
  CHECK(a.all_features() != synthesize(shape, 1.0, 2).all_features());
  CHECK(highest_label(a) == 2);
}

TEST_CASE("the folds of five parts are LETOR's") {
  CHECK(parts_of_fold(1).train == std::vector<int>{0, 1, 2});
  CHECK(parts_of_fold(1).validation == 3);
  CHECK(parts_of_fold(1).test == 4);
  CHECK(parts_of_fold(4).train == std::vector<int>{3, 4, 0});
  CHECK(parts_of_fold(5).test == 3);
  CHECK_THROWS_AS(parts_of_fold(6), std::invalid_argument);
}

TEST_CASE("five parts hold every query once") {
  for (const Index queries : {5, 7, 784}) {
    std::set<Index> all;
    for (int part = 0; part < 5; ++part)
      for (const Index query : part_of_five(queries, part))
        CHECK(all.insert(query).second);
    CHECK(static_cast<Index>(all.size()) == queries);
  }
}

TEST_CASE("selected queries keep documents, labels and names") {
  const Dataset data = synthesize(custom_shape(6, 4, 3, 2), 1.0, 1);
  const Dataset some = select_queries(data, {4, 1});
  CHECK(some.queries() == 2);
  CHECK(some.features_of(0) == data.features_of(4));
  CHECK(some.query_name(1) == data.query_name(1));
  CHECK(some.document_names()[4] == data.document_names()[4]);
}

TEST_CASE("a custom shape halves the grades' shares, the last two are equal") {
  CHECK(custom_shape(1, 1, 1, 2).grade_shares == std::vector{.5, .5});
  CHECK(custom_shape(1, 1, 1, 5).grade_shares ==
        std::vector{.5, .25, .125, .0625, .0625});
  for (const auto& shape : data_shapes()) {
    CAPTURE(shape.name);
    CHECK(std::accumulate(shape.grade_shares.begin(), shape.grade_shares.end(),
                          0.0) == doctest::Approx(1));
  }
  const char* const needs =
      "a custom set needs queries, documents, features and 2 grades";
  CHECK_THROWS_WITH(custom_shape(0, 1, 1, 2), needs);
  CHECK_THROWS_WITH(custom_shape(1, 0, 1, 2), needs);
  CHECK_THROWS_WITH(custom_shape(1, 1, 0, 2), needs);
  CHECK_THROWS_WITH(custom_shape(1, 1, 1, 1), needs);
  CHECK_THROWS_WITH(synthesize(custom_shape(1, 1, 1, 2), -0.1, 1),
                    "synthetic noise must not be negative");
}

TEST_CASE("grades have exactly the shape's shares") {
  // 20 queries of 8 documents: 160 / 2, / 4, / 8, / 8.
  const Dataset data = synthesize(custom_shape(20, 8, 3, 4), 0.5, 3);
  std::map<int, int> counts;
  for (const int label : data.labels()) ++counts[label];
  CHECK(counts == std::map<int, int>{{0, 80}, {1, 40}, {2, 20}, {3, 20}});
}

TEST_CASE("noise changes the grades only, and more queries only add some") {
  DataShape shape = custom_shape(30, 6, 4, 3);
  const Dataset quiet = synthesize(shape, 0, 5);
  const Dataset noisy = synthesize(shape, 3, 5);
  CHECK(noisy.all_features() == quiet.all_features());
  CHECK_FALSE(std::ranges::equal(noisy.labels(), quiet.labels()));
  shape.queries = 10;
  const Dataset fewer = synthesize(shape, 0, 5);
  for (Index query = 0; query < 10; ++query) {
    CHECK(fewer.features_of(query) == quiet.features_of(query));
    CHECK(fewer.query_name(query) == std::to_string(query + 1));
  }
  CHECK(fewer.document_names()[6 * 9 + 2] == "S10-3");
}

TEST_CASE("without noise some linear ranker makes no mistake") {
  DataShape shape = custom_shape(30, 4, 3, 2);
  shape.query_spread = 0;
  shape.normalized = false;  // otherwise each query has its own scale
  const Dataset data = synthesize(shape, 0, 2);
  // Features of one scale and a constant; Rosenblatt's perceptron ends if, and
  // only if, a plane divides the grades.
  Matrix inputs(data.documents(), 4);
  inputs.rightCols(1).setOnes();
  for (Index j = 0; j < 3; ++j) {
    const auto column = data.all_features().col(j).array();
    inputs.col(j) =
        (column - column.mean()) / (column - column.mean()).abs().maxCoeff();
  }
  Vector plane = Vector::Zero(4);
  bool mistaken = true;
  for (int pass = 0; pass < 20000 && mistaken; ++pass) {
    mistaken = false;
    for (Index i = 0; i < inputs.rows(); ++i) {
      const double side = data.labels()[static_cast<std::size_t>(i)] ? 1 : -1;
      if (side * inputs.row(i).dot(plane) > 0) continue;
      plane += side * inputs.row(i).transpose();
      mistaken = true;
    }
  }
  CHECK_FALSE(mistaken);
}

TEST_CASE("numbers of documents follow the quantiles, linear in between") {
  DataShape shape = custom_shape(1000, 1, 1, 2);
  shape.document_counts = {2, 4};
  const Dataset data = synthesize(shape, 0, 1);
  std::map<Index, int> counts;
  for (Index query = 0; query < 1000; ++query) ++counts[data.size(query)];
  // 2 + 2 u rounds to 2, 3, 4 with probability 1/4, 1/2, 1/4; five sigma.
  CHECK(counts.size() == 3);
  CHECK(std::abs(counts[2] - 250) < 69);
  CHECK(std::abs(counts[3] - 500) < 80);
  shape.document_counts = {0};  // no query is without documents
  CHECK(synthesize(shape, 0, 1).documents() == 1000);
}

TEST_CASE("values have six decimals, raw ones scales of their own") {
  DataShape shape = custom_shape(20, 5, 12, 2);
  shape.normalized = false;
  const Dataset data = synthesize(shape, 1, 1);
  std::set<int> magnitudes;
  for (Index j = 0; j < 12; ++j)
    magnitudes.insert(std::ilogb(data.all_features().col(j).norm()));
  CHECK(magnitudes.size() >= 5);
  for (const double value : data.all_features().reshaped())
    CHECK(std::round(value * 1e6) / 1e6 == value);
}

TEST_CASE("parts are even, in order, and may be empty") {
  const auto parts = [](Index queries) {
    std::vector<std::vector<Index>> all;
    for (int part = 0; part < 5; ++part)
      all.push_back(part_of_five(queries, part));
    return all;
  };
  CHECK(parts(7) ==
        std::vector<std::vector<Index>>{{0}, {1}, {2, 3}, {4}, {5, 6}});
  CHECK(parts(2) == std::vector<std::vector<Index>>{{}, {}, {0}, {}, {1}});
  for (const auto& part : parts(784)) {
    CHECK(part.size() >= 156);
    CHECK(part.size() <= 157);
  }
}

TEST_CASE("each part is tested and validated on once, and never trained on") {
  std::set<int> tests;
  std::set<int> validations;
  for (int fold = 1; fold <= 5; ++fold) {
    const FoldParts parts = parts_of_fold(fold);
    std::set<int> all(parts.train.begin(), parts.train.end());
    all.insert(parts.validation);
    all.insert(parts.test);
    CHECK(all == std::set<int>{0, 1, 2, 3, 4});
    tests.insert(parts.test);
    validations.insert(parts.validation);
  }
  CHECK(tests.size() == 5);
  CHECK(validations.size() == 5);
  CHECK_THROWS_WITH(parts_of_fold(0), "a fold is a number 1 to 5");
}

}  // namespace fedltr::synthetic_test
