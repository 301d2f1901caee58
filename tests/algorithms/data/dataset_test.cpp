#include "algorithms/data/dataset.hpp"

#include <algorithm>

#include <doctest/doctest.h>

using namespace fedltr;
using Labels8 = std::vector<std::uint8_t>;

namespace {

Dataset three_queries() {
  Dataset data(1);
  Names names;
  names.push_back("x");
  names.push_back("y");
  data.add_query("a", std::vector{1.0, 2.0}, Labels8{0, 1}, names);
  data.add_query("b", std::vector{3.0, 4.0}, Labels8{2, 3}, names);
  data.add_query("c", std::vector{5.0, 6.0}, Labels8{4, 5}, names);
  return data;
}

}  // namespace

TEST_CASE("relabelled sets share features until one is changed") {
  Dataset data = three_queries();
  Dataset other = data.relabelled(Labels8(6, 7));
  CHECK(other.all_features().data() == data.all_features().data());
  CHECK(highest_label(other) == 7);
  CHECK(highest_label(data) == 5);
  other.mutable_values_of(0)[0] = 9;
  CHECK(data.all_features()(0, 0) == 1);
  CHECK(other.all_features()(0, 0) == 9);
  data.add_query("d", std::vector{7.0}, Labels8{0});
  CHECK(other.documents() == 6);
  CHECK_THROWS_AS(data.relabelled(Labels8(6, 0)), std::invalid_argument);
}

TEST_CASE("some queries, in the order asked for, also twice") {
  const Dataset some = select_queries(three_queries(), {2, 0, 2});
  CHECK(some.queries() == 3);
  CHECK(some.query_name(0) == "c");
  CHECK(some.all_features()(2, 0) == 1);
  CHECK(some.labels_of(2)[1] == 5);
}

TEST_CASE("a set's queries are appended to another of as many features") {
  Dataset data = three_queries();
  append_queries(data, select_queries(three_queries(), {2}));
  CHECK(data.queries() == 4);
  CHECK(data.query_name(3) == "c");
  CHECK(data.all_features()(7, 0) == 6);
  CHECK(data.document_names()[6] == "x");
  CHECK(longest_query(data) == 2);
  CHECK(longest_query(Dataset(1)) == 0);
  CHECK(highest_label(Dataset(1)) == 0);
  CHECK_THROWS_AS(append_queries(data, Dataset(2)), std::invalid_argument);
}

TEST_CASE("some documents: emptied queries are gone, names stay") {
  const Dataset some = select_documents(three_queries(), {1, 4, 5});
  REQUIRE(some.queries() == 2);
  CHECK(some.query_name(1) == "c");
  CHECK(some.size(0) == 1);
  CHECK(some.document_names()[0] == "y");
  CHECK(some.labels()[0] == 1);
  CHECK(select_documents(three_queries(), {}).queries() == 0);
  CHECK_THROWS_AS(select_documents(three_queries(), {4, 1}),
                  std::invalid_argument);
}
