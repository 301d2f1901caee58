#include "algorithms/data/dataset.hpp"

#include <algorithm>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::dataset_test {
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

/// Queries of 0 to 5 documents with two features; document i of the set has
/// features i and -i, label i mod 4 and name "d<i>".
Dataset numbered_set(Index queries) {
  Rng rng(1, Purpose::kTest);
  Dataset data(2);
  for (Index query = 0; query < queries; ++query) {
    std::vector<double> values;
    Labels8 labels;
    Names names;
    for (std::uint64_t left = rng.below(6); left > 0; --left) {
      const auto number = data.documents() + std::ssize(labels);
      values.push_back(double(number));
      values.push_back(-double(number));
      labels.push_back(static_cast<std::uint8_t>(number % 4));
      names.push_back("d" + std::to_string(number));
    }
    data.add_query("q" + std::to_string(query), values, labels, names);
  }
  return data;
}

/// True if a document is the one of that number in numbered_set().
bool is_numbered(const Dataset& data, Index document, Index number) {
  const auto place = static_cast<std::size_t>(document);
  return data.all_features()(document, 0) == double(number) &&
         data.all_features()(document, 1) == -double(number) &&
         data.labels()[place] == number % 4 &&
         data.document_names()[place] == "d" + std::to_string(number);
}

std::vector<double> weights_of(const Dataset& data) {
  return {data.query_weights().begin(), data.query_weights().end()};
}

}  // namespace

TEST_CASE("weights go with their queries; those without weigh 1") {
  using Weights = std::vector<double>;
  const Dataset plain = three_queries();
  CHECK(weights_of(plain).empty());
  const Dataset data = plain.weighted({5, 6, 7});
  CHECK(weights_of(select_queries(data, {2, 0, 2})) == Weights{7, 5, 7});
  CHECK(weights_of(select_documents(data, {0, 1, 5})) == Weights{5, 7});
  CHECK(weights_of(kept_as(Storage::kSparse32, data)) == Weights{5, 6, 7});
  CHECK(weights_of(data.relabelled(Labels8(6, 0))) == Weights{5, 6, 7});
  CHECK(weights_of(data.without_features()) == Weights{5, 6, 7});
  CHECK(weights_of(data.load()) == Weights{5, 6, 7});
  Dataset joined = data;
  append_queries(joined, plain);
  CHECK(weights_of(joined) == Weights{5, 6, 7, 1, 1, 1});
  joined = plain;
  append_queries(joined, data);
  CHECK(weights_of(joined) == Weights{1, 1, 1, 5, 6, 7});
  joined.add_query("d", std::vector{1.0}, Labels8{0});
  CHECK(weights_of(joined).back() == 1);
  CHECK(weights_of(select_queries(plain, {1})).empty());
  CHECK_THROWS_AS(plain.weighted({1}), std::invalid_argument);
}

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

TEST_CASE("a set's queries are appended to another with equal features") {
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

TEST_CASE("some documents: emptied queries are removed, names stay") {
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

TEST_CASE("a new set holds nothing, and a query may hold no document") {
  Dataset data(3);
  CHECK(data.queries() == 0);
  CHECK(data.documents() == 0);
  CHECK(highest_label(data) == 0);
  CHECK(longest_query(data) == 0);
  CHECK(data.all_features().rows() == 0);
  data.add_query("empty", {}, {});
  data.add_query("one", std::vector{1.0, 2.0, 3.0}, Labels8{4});
  data.add_query("none", {}, {});
  CHECK(data.queries() == 3);
  CHECK(data.size(0) == 0);
  CHECK(data.size(1) == 1);
  CHECK(data.begin(2) == 1);
  CHECK(data.labels_of(2).empty());
  CHECK(data.features_of(1) == Matrix{{1, 2, 3}});
  CHECK(longest_query(data) == 1);
}

TEST_CASE("a query of another shape is refused and leaves the set as it was") {
  Dataset data(2);
  Names names;
  names.push_back("x");
  CHECK_THROWS_WITH(data.add_query("a", std::vector{1.0, 2.0}, Labels8{0, 1}),
                    "a query needs #documents x #features values");
  CHECK_THROWS_WITH(data.add_query("a", std::vector{1.0, 2.0, 3.0, 4.0},
                                   Labels8{0, 1}, names),
                    "a query needs one name per document, or no names");
  CHECK_THROWS_WITH(append_queries(data, Dataset(3)),
                    "sets of different features can't be joined");
  CHECK_THROWS_WITH(data.relabelled({1}), "each document needs a label");
  CHECK(data.queries() == 0);
  CHECK(data.documents() == 0);
}

TEST_CASE("documents keep their names where others have none") {
  const std::vector<std::string_view> expected = {"", "x", "y", "", ""};
  Names names;
  for (const char* name : {"x", "y"}) names.push_back(name);
  Dataset data(1);
  data.add_query("a", std::vector{1.0}, Labels8{0});
  CHECK(data.document_names().empty());
  data.add_query("b", std::vector{2.0, 3.0}, Labels8{0, 0}, names);
  data.add_query("c", std::vector{4.0, 5.0}, Labels8{0, 0});
  REQUIRE(data.document_names().size() == 5);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(data.document_names()[i] == expected[i]);

  Dataset plain(1);
  plain.add_query("p", std::vector{0.0}, Labels8{0});
  Dataset joined = plain;
  append_queries(joined, data);
  append_queries(joined, plain);
  REQUIRE(joined.document_names().size() == 7);
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(joined.document_names()[i + 1] == expected[i]);
  append_queries(plain, plain.relabelled({1}));
  CHECK(plain.document_names().empty());
}

TEST_CASE("an appended set follows with its queries, labels and names") {
  Dataset data = numbered_set(7);
  const Dataset before = data;
  const Dataset more = numbered_set(4);
  append_queries(data, more);
  REQUIRE(data.queries() == 11);
  CHECK(data.documents() == before.documents() + more.documents());
  CHECK(longest_query(data) == longest_query(before));
  for (Index i = 0; i < before.documents(); ++i) CHECK(is_numbered(data, i, i));
  for (Index i = 0; i < more.documents(); ++i)
    CHECK(is_numbered(data, before.documents() + i, i));
  for (Index query = 0; query < 4; ++query) {
    CHECK(data.query_name(7 + query) == more.query_name(query));
    CHECK(data.size(7 + query) == more.size(query));
  }
  // The earlier copy shares nothing with later changes.
  CHECK(before.all_features().rows() == before.documents());
  CHECK(is_numbered(before, before.documents() - 1, before.documents() - 1));
}

TEST_CASE("the longest query is the longest of both joined sets") {
  Dataset data(1);
  data.add_query("short", std::vector{1.0}, Labels8{0});
  Dataset other(1);
  other.add_query("long", std::vector{1.0, 2.0, 3.0}, Labels8{0, 0, 0});
  Dataset longer = other;
  append_queries(data, other);
  CHECK(longest_query(data) == 3);
  append_queries(other, data);
  CHECK(longest_query(other) == 3);
  CHECK(longest_query(select_queries(data, {0})) == 1);
}

TEST_CASE("selections hold what a walk over all documents finds") {
  const Dataset data = numbered_set(40);
  Rng rng(2, Purpose::kTest);
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<Index> documents;
    for (Index i = 0; i < data.documents(); ++i)
      if (rng.below(3) == 0) documents.push_back(i);
    const Dataset some = select_documents(data, documents);
    REQUIRE(some.documents() == std::ssize(documents));
    for (Index i = 0; i < some.documents(); ++i)
      CHECK(is_numbered(some, i, documents[static_cast<std::size_t>(i)]));
    Index query = 0;  // index in `some`
    for (Index from = 0; from < data.queries(); ++from) {
      const Index left = std::ranges::count_if(documents, [&](Index i) {
        return i >= data.begin(from) && i < data.end(from);
      });
      if (left == 0) continue;
      REQUIRE(query < some.queries());
      CHECK(some.query_name(query) == data.query_name(from));
      CHECK(some.size(query) == left);
      ++query;
    }
    CHECK(query == some.queries());
  }
}

TEST_CASE("all queries selected are the same set, one by one too") {
  const Dataset data = numbered_set(12);
  std::vector<Index> all(12);
  std::iota(all.begin(), all.end(), Index{0});
  Dataset one_by_one(2);
  for (const Index query : all)
    append_queries(one_by_one, select_queries(data, {query}));
  for (const Dataset& same : {select_queries(data, all), one_by_one}) {
    CHECK(same.all_features() == data.all_features());
    CHECK(std::ranges::equal(same.labels(), data.labels()));
    for (const Index query : all) {
      CHECK(same.query_name(query) == data.query_name(query));
      CHECK(same.end(query) == data.end(query));
    }
  }
}

TEST_CASE("parts of a set are kept as it is, and have what it has") {
  const Dataset whole = numbered_set(12);
  for (const Storage storage :
       {Storage::kFloat32, Storage::kSparse64, Storage::kSparse32}) {
    const Dataset set = kept_as(storage, whole);
    CHECK(set.storage() == storage);
    CHECK(set.loss().rounded == 0);  // small integers
    CHECK_THROWS_AS((void)set.all_features(), std::invalid_argument);
    CHECK_THROWS_AS((void)set.features_of(0), std::invalid_argument);
    CHECK_THROWS_AS((void)kept_as(storage, set).mutable_values_of(0),
                    std::invalid_argument);
    const Dataset queries = select_queries(set, {3, 11, 3});
    const Dataset documents = select_documents(set, {0, 1, 5, 6});
    Dataset joined(set.features(), storage);
    append_queries(joined, queries);
    append_queries(joined, documents);
    CHECK(joined.storage() == storage);
    Dataset expected = select_queries(whole, {3, 11, 3});
    append_queries(expected, select_documents(whole, {0, 1, 5, 6}));
    const Dataset back = kept_as(Storage::kFloat64, joined);
    CHECK(back.all_features() == expected.all_features());
    CHECK(std::ranges::equal(back.labels(), expected.labels()));
    REQUIRE(back.document_names().size() == expected.document_names().size());
    for (std::size_t i = 0; i < back.document_names().size(); ++i)
      CHECK(back.document_names()[i] == expected.document_names()[i]);
    Dataset grown = set;  // shares its features until one grows
    append_queries(grown, documents);
    CHECK(set.documents() + documents.documents() == grown.documents());
    CHECK(set.bytes() < grown.bytes());
  }
}

}  // namespace fedltr::dataset_test
