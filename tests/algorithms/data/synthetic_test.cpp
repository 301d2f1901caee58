#include "algorithms/data/synthetic.hpp"

#include <map>
#include <set>

#include <doctest/doctest.h>

using namespace fedltr;

TEST_CASE("a twin has its shape's features and grade shares") {
  for (TwinShape shape : twin_shapes()) {
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

TEST_CASE("the MQ2008 twin has as many documents and empty queries") {
  // The real one: 15,211 documents, 220 of 784 queries without relevant ones.
  const Dataset data = synthesize(twin_shapes()[0], 1.0, 1);
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
  const TwinShape shape = custom_shape(20, 8, 5, 3);
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
