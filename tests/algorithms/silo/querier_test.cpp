#include "algorithms/silo/querier.hpp"

#include <algorithm>
#include <set>

#include <doctest/doctest.h>

#include "algorithms/silo/data_owner.hpp"
#include "algorithms/silo/simulated_bits.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::querier_test {
using namespace fedltr::test;

namespace {

Bits bits(std::uint32_t stream) {
  return simulated_bits(1, Purpose::kTest, stream, 0);
}

/// NAIVE answers of one row a document (median-only) for each term.
TopAnswer estimates(const std::vector<std::vector<double>>& rows) {
  TopAnswer answer;
  for (const auto& each : rows)
    answer.rows.insert(answer.rows.end(), each.begin(), each.end());
  return answer;
}

}  // namespace

TEST_CASE("a term that comes twice is asked once and counts twice") {
  SiloProtocol protocol = small_protocol("median-only", true);
  const TermSpots spots = small_spots(protocol.shape);
  const std::vector<TermId> terms = {4, 9, 4};
  Querier querier(protocol, spots, terms, bits(1));
  REQUIRE(querier.terms() == 2);
  CHECK(querier.top_question().terms.size() == 2);
  const std::size_t four = querier.term(0) == 4 ? 0 : 1;
  std::vector<std::vector<double>> rows(2);
  rows[four] = {1, 0, 0};
  rows[1 - four] = {0, 1.5, 0};
  protocol.top.documents = 1;
  std::vector<std::vector<TopDocument>> found;
  CHECK(querier.best(estimates(rows), 3, found) ==
        std::vector<std::uint32_t>{0});
  CHECK(found.size() == 2);
}

TEST_CASE("the best documents come ascending, without those of no count") {
  SiloProtocol protocol = small_protocol("median-only", true);
  const TermSpots spots = small_spots(protocol.shape);
  Querier querier(protocol, spots, std::vector<TermId>{4}, bits(1));
  std::vector<std::vector<TopDocument>> found;
  CHECK(querier.best(estimates({{1, -2, 3, 0, 2}}), 5, found) ==
        std::vector<std::uint32_t>{0, 2, 4});
}

TEST_CASE("private rows are the only ones that reveal the term") {
  SiloProtocol protocol = small_protocol("off", true);
  protocol.obfuscation = {5};
  const TermSpots spots = small_spots(protocol.shape);
  const Querier querier(protocol, spots, std::vector<TermId>{4}, bits(1));
  const auto question = querier.top_question();
  std::size_t agreeing = 0;
  for (std::size_t row = 0; row < 7; ++row)
    agreeing += question.terms[0].columns[row] == spots[4][row].column();
  CHECK(agreeing >= 5);
  CHECK(question.rows.empty());
  CHECK(question.documents.empty());
  CHECK(querier.count_question({1, 2}).documents.size() == 2);
}

TEST_CASE("features of exact answers are those of the documents") {
  // Wide sketches, whose rows hardly ever collide.
  SiloProtocol protocol = small_protocol("off", false);
  protocol.shape = {SketchKind::kCount, 9, 4096};
  protocol.obfuscation = {9};
  const TermSpots spots = small_spots(protocol.shape);
  const TermSpots frequency_spots = small_spots(protocol.frequency);
  const OwnFrequencies own(small_collection(), small_shares()[0]);
  const SharedStatistics statistics(
      protocol.frequency, own.ring(protocol.frequency, frequency_spots),
      frequency_spots, own);
  DataOwner owner(small_collection(), small_shares()[0], protocol, spots, 2);
  const std::uint32_t query = small_shares()[1].queries[0];
  const Querier querier(protocol, spots, small_collection().query(query),
                        bits(1));
  const std::vector<std::uint32_t> asked = {1, 4, 7};
  const CountAnswers told =
      owner.answer_counts(querier.count_question(asked), 1, bits(2));
  CountFeatures features(querier, statistics);
  Matrix rows(3, kFeatureColumns);
  std::vector<Judgement> pairs;
  for (std::size_t i = 0; i < 3; ++i) {
    features.write(*told.documents[i], features_row(rows, i));
    pairs.push_back({query, small_shares()[0].documents[asked[i]], 0});
  }
  CHECK(
      rows.isApprox(own_features(small_collection(), pairs, statistics), 1e-9));
}

TEST_CASE("a query without terms asks for nothing and is refused") {
  const SiloProtocol protocol = small_protocol("off", false);
  const TermSpots spots = small_spots(protocol.shape);
  CHECK_THROWS_AS(Querier(protocol, spots, std::vector<TermId>{}, bits(1)),
                  std::invalid_argument);
}

TEST_CASE("dummies are asked for like a query's terms, and left alone") {
  SiloProtocol protocol = small_protocol("median-only", true);
  const TermSpots spots = small_spots(protocol.shape);
  const std::vector<TermId> terms = {4};
  // A dummy that the query already contains does not count.
  Querier querier(protocol, spots, terms, bits(1), std::vector<TermId>{9, 4});
  REQUIRE(querier.terms() == 2);
  CHECK(querier.top_question().terms.size() == 2);
  const std::size_t four = querier.term(0) == 4 ? 0 : 1;
  CHECK_FALSE(querier.is_dummy(four));
  CHECK(querier.is_dummy(1 - four));
  std::vector<std::vector<double>> rows(2);
  rows[four] = {1, 0, 0};
  rows[1 - four] = {0, 50, 50};
  std::vector<std::vector<TopDocument>> found;
  CHECK(querier.best(estimates(rows), 3, found) ==
        std::vector<std::uint32_t>{0});
}

}  // namespace fedltr::querier_test
