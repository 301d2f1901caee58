#include "algorithms/text/party_split.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/statistics/k_means.hpp"
#include "algorithms/text/term_vectors.hpp"
#include "tests/support/cranfield.hpp"

namespace fedltr::party_split_test {
namespace {

constexpr std::uint32_t kTopics = 3;

/// Documents of three vocabularies in turn, with common words; document and
/// query i are of topic i % 3.
Collection of_topics(std::size_t documents) {
  Rng rng(3, Purpose::kTest);
  CollectionBuilder builder({"none", "none"});
  const auto text = [&](std::size_t i, int words) {
    std::string written;
    for (int w = 0; w < words; ++w)
      written += (w % 2 == 0 ? "c" : std::string(1, "xyz"[i % kTopics])) +
                 std::to_string(rng.below(40)) + " ";
    return written;
  };
  for (std::size_t i = 0; i < documents; ++i)
    builder.add_document("d" + std::to_string(i), "", text(i, 60));
  for (std::size_t i = 0; i < 30; ++i) {
    builder.add_query("q" + std::to_string(i), text(i, 12));
    for (std::size_t d = 0; d < 20; ++d)
      builder.add_judgement("q" + std::to_string(i), "d" + std::to_string(d),
                            static_cast<int>(d % 3));
  }
  return builder.take();
}

std::vector<PartyShare> shares_of(const Collection& collection,
                                  const std::string& name,
                                  const PartySplitOptions& options) {
  return split_into_parties(collection, find(party_splits(), name).make,
                            options);
}

}  // namespace

TEST_CASE("every split gives each document and query one party") {
  const Collection collection = of_topics(100);
  for (const auto& split : party_splits()) {
    CAPTURE(split.name);
    for (const bool balanced : {true, false}) {
      const PartySplitOptions options{3, balanced, 1};
      const auto shares = split_into_parties(collection, split.make, options);
      REQUIRE(shares.size() == 3);
      std::multiset<std::uint32_t> documents;
      std::multiset<std::uint32_t> queries;
      for (const PartyShare& share : shares) {
        CHECK(std::ranges::is_sorted(share.documents));
        documents.insert(share.documents.begin(), share.documents.end());
        queries.insert(share.queries.begin(), share.queries.end());
        if (balanced) {
          CHECK(share.documents.size() >= 33);
          CHECK(share.documents.size() <= 34);
        }
      }
      for (std::uint32_t d = 0; d < 100; ++d) CHECK(documents.count(d) == 1);
      for (std::uint32_t q = 0; q < 30; ++q) CHECK(queries.count(q) == 1);
      CHECK(documents.size() + queries.size() == 130);
    }
  }
}

TEST_CASE("a party judges its own documents for its own queries only") {
  const Collection collection = of_topics(100);
  for (const auto& split : party_splits()) {
    CAPTURE(split.name);
    std::size_t judged = 0;
    const auto shares =
        split_into_parties(collection, split.make, {3, true, 1});
    for (const PartyShare& share : shares)
      for (const std::uint32_t query : share.queries)
        for (const Judgement& j : collection.judgements_of(query)) {
          const bool own =
              std::ranges::binary_search(share.documents, j.document);
          CHECK(std::ranges::count(share.judgements, j) == (own ? 1 : 0));
          judged += own;
        }
    CHECK(judged > 0);
  }
}

TEST_CASE("ranges keep the order of documents") {
  const auto shares = shares_of(of_topics(10), "ranges", {4, true, 1});
  CHECK(shares[0].documents == std::vector<std::uint32_t>{0, 1, 2});
  CHECK(shares[3].documents == std::vector<std::uint32_t>{8, 9});
}

TEST_CASE("a random split hangs on the seed alone") {
  const Collection collection = of_topics(100);
  const auto one = shares_of(collection, "random", {4, true, 1});
  CHECK(one[0].documents ==
        shares_of(collection, "random", {4, true, 1})[0].documents);
  CHECK(one[0].documents !=
        shares_of(collection, "random", {4, true, 2})[0].documents);
}

TEST_CASE("a split by topic finds the topics, also of queries") {
  const Collection collection = of_topics(99);
  for (const bool balanced : {true, false})
    for (const PartyShare& share :
         shares_of(collection, "topic", {kTopics, balanced, 1})) {
      REQUIRE(share.documents.size() == 33);
      for (const std::uint32_t d : share.documents)
        CHECK(d % kTopics == share.documents[0] % kTopics);
      REQUIRE(share.queries.size() == 10);
      for (const std::uint32_t q : share.queries)
        CHECK(q % kTopics == share.documents[0] % kTopics);
    }
}

TEST_CASE("one party has all, and each may have but one") {
  const Collection collection = of_topics(30);
  for (const auto& split : party_splits()) {
    CAPTURE(split.name);
    const auto all = split_into_parties(collection, split.make, {1, true, 1});
    CHECK(all[0].documents.size() == 30);
    CHECK(all[0].queries.size() == 30);
    CHECK(std::ranges::equal(all[0].judgements, collection.judgements()));
    const auto each = split_into_parties(collection, split.make, {30, true, 1});
    for (const PartyShare& share : each) CHECK(share.documents.size() == 1);
  }
}

TEST_CASE("balanced parties differ by one document at most") {
  for (const std::size_t documents : {7, 8, 9, 31}) {
    const Collection collection = of_topics(documents);
    for (const auto& split : party_splits()) {
      CAPTURE(split.name);
      const auto shares =
          split_into_parties(collection, split.make, {4, true, 3});
      std::size_t larger = 0;
      for (const PartyShare& share : shares) {
        CHECK(share.documents.size() - documents / 4 <= 1);
        larger += share.documents.size() > documents / 4;
      }
      CHECK(larger == documents % 4);
    }
  }
}

TEST_CASE("random parties have queries and documents of their own order") {
  // Otherwise party 0 would have documents and queries of the same numbers.
  const auto shares = shares_of(of_topics(30), "random", {2, true, 1});
  CHECK(shares[0].queries.size() == 15);
  CHECK(shares[0].documents != shares[0].queries);
}

TEST_CASE("too many parties are refused") {
  CHECK_THROWS_WITH(shares_of(of_topics(40), "ranges", {31, true, 1}),
                    "31 parties cannot share 40 documents and 30 queries");
  CHECK_THROWS_WITH(shares_of(of_topics(40), "ranges", {0, true, 1}),
                    "a collection needs at least 1 party");
  CHECK_THROWS_WITH(shares_of(of_topics(20), "ranges", {31, true, 1}),
                    "31 parties cannot share 20 documents and 30 queries");
}

TEST_CASE("k-means finds separate heaps") {
  Rng rng(1, Purpose::kTest);
  Matrix points(90, 2);
  for (Index i = 0; i < points.rows(); ++i)
    points.row(i) << static_cast<double>(i % 3) * 10 + rng.uniform(),
        static_cast<double>(i % 3 == 1) * 10 + rng.uniform();
  const Matrix centres = k_means(points, 3, rng);
  for (Index i = 0; i < points.rows(); ++i)
    CHECK(squared_distances(centres, points.row(i).transpose()).minCoeff() < 1);
  // As many clusters as points, though some points are the same.
  const Matrix same = Matrix::Ones(4, 2);
  CHECK(k_means(same, 4, rng) == same);
  CHECK_THROWS_AS(k_means(same, 5, rng), std::invalid_argument);
}

TEST_CASE("term vectors have unit length and ignore what all have") {
  CollectionBuilder builder({"none", "none"});
  builder.add_document("1", "", "all one one one");
  builder.add_document("2", "", "all two");
  builder.add_document("3", "", "all");
  builder.add_query("q", "two all");
  const Collection collection = builder.take();
  const TermVectors vectors(collection);
  CHECK(vectors.document(0).norm() == doctest::Approx(1));
  CHECK(vectors.document(2).norm() == 0);
  CHECK(vectors.query(0) == vectors.document(1));
}

TEST_CASE("Cranfield by topic has more judgements within parties" *
          doctest::test_suite(test::kShared)) {
  const auto collection = test::cranfield();
  const auto kept = [&](const char* name) {
    std::size_t sum = 0;
    for (const auto& share : shares_of(*collection, name, {4, true, 1}))
      sum += share.judgements.size();
    return sum;
  };
  // By chance a quarter of 1612.
  CHECK(kept("random") > 340);
  CHECK(kept("random") < 470);
  CHECK(kept("topic") > 750);
}

TEST_CASE("moved documents were the next party's, and change no share") {
  const Collection collection = of_topics(100);
  for (const auto& split : party_splits()) {
    CAPTURE(split.name);
    const auto still = split_into_parties(collection, split.make, {3, true, 1});
    const auto moved =
        split_into_parties(collection, split.make, {3, true, 1, 0.3});
    for (std::size_t p = 0; p < 3; ++p) {
      CHECK(moved[p].documents == still[p].documents);
      CHECK(moved[p].queries == still[p].queries);
      CHECK(moved[p].judgements == still[p].judgements);
      CHECK(still[p].added.empty());
      CHECK(still[p].deleted.empty());
      CHECK(moved[p].added.size() == moved[p].documents.size() * 3 / 10);
      CHECK(std::ranges::is_sorted(moved[p].added));
      CHECK(std::ranges::includes(moved[p].documents, moved[p].added));
      CHECK(moved[(p + 1) % 3].deleted == moved[p].added);
    }
  }
}

TEST_CASE("all documents may move, between parties") {
  const Collection collection = of_topics(40);
  const auto all = shares_of(collection, "random", {2, true, 1, 1});
  CHECK(all[0].added == all[0].documents);
  CHECK(all[0].deleted == all[1].documents);
  const auto one = shares_of(collection, "random", {1, true, 1, 0.5});
  CHECK(one[0].added.empty());
  CHECK_THROWS_WITH(shares_of(collection, "random", {2, true, 1, 1.1}),
                    "a share of documents is between 0 and 1");
}

}  // namespace fedltr::party_split_test
