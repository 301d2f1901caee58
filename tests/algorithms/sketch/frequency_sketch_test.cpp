#include "algorithms/sketch/frequency_sketch.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/masking.hpp"
#include "algorithms/sketch/query.hpp"
#include "tests/support/zipf_documents.hpp"

using namespace fedltr;
using namespace fedltr::testing;

namespace {

constexpr SketchShape kShape{SketchKind::kCount, 15, 500};

TermFrequencies frequencies(const ZipfDocuments& documents, std::uint32_t from,
                            std::uint32_t to) {
  TermFrequencies all(documents.vocabulary);
  for (std::uint32_t d = from; d < to; ++d) all.add(documents.document(d));
  return all;
}

}  // namespace

TEST_CASE("frequencies count documents and occurrences") {
  TermFrequencies frequencies(4);
  frequencies.add(Field{{0, 3}, {2, 1}});
  frequencies.add(Field{{2, 5}});
  CHECK(frequencies.documents == std::vector<std::uint64_t>{1, 0, 2, 0});
  CHECK(frequencies.occurrences == std::vector<std::uint64_t>{3, 0, 6, 0});
}

TEST_CASE("the relay's sum of masked sketches is the sketch of all documents") {
  const ZipfDocuments documents{3000, 200, 10, 0.3};
  const TermSpots spots = random_spots(3000, kShape.rows, kShape.columns);
  std::vector<KeyPair> keys;
  for (std::uint32_t party = 0; party < 3; ++party)
    keys.emplace_back(test_bits(party));
  std::vector<std::vector<std::uint64_t>> messages;
  for (std::uint32_t party = 0; party < 3; ++party) {
    PairSecrets secrets;
    for (std::uint32_t other = 0; other < 3; ++other)
      if (other != party)
        secrets[other] = *keys[party].agree(keys[other].public_key());
    const auto own = frequencies(documents, 30 * party, 30 * party + 30);
    messages.push_back(FrequencySketch(kShape, own.documents, spots).ring());
    mask(messages.back(), party, secrets, "document frequencies", 0);
  }
  const auto sum = FrequencySketch::from_ring(kShape, sum_masked(messages));
  const auto all = frequencies(documents, 0, 90);
  CHECK(sum.ring() == FrequencySketch(kShape, all.documents, spots).ring());
  CHECK_THROWS_AS(
      FrequencySketch::from_ring(kShape, std::vector<std::uint64_t>(3)),
      std::invalid_argument);
}

TEST_CASE("estimated document frequencies are within the sketch's deviation") {
  const ZipfDocuments documents{3000, 200, 10, 0.3};
  const TermSpots spots = random_spots(3000, kShape.rows, kShape.columns);
  const auto all = frequencies(documents, 0, 90);
  const FrequencySketch sketch(kShape, all.documents, spots);
  double squares = 0;
  for (const auto count : all.documents) squares += double(count * count);
  const double deviation = std::sqrt(squares / kShape.columns);
  for (TermId term = 0; term < 3000; ++term) {
    const double error =
        sketch.estimate(spots[term]) - double(all.documents[term]);
    REQUIRE(std::abs(error) < 3 * deviation);
  }
}

TEST_CASE("sums of parties' sketches, asked by columns, are the total's") {
  const TermSpots spots = random_spots(5, kShape.rows, kShape.columns);
  const std::vector<std::uint64_t> one{1, 2, 0, 0, 5000000000};
  const std::vector<std::uint64_t> other{1, 0, 7, 0, 5000000000};
  FrequencySketch sum(kShape, one, spots);
  sum += FrequencySketch(kShape, other, spots);
  // Beyond 32 bits: collections are large.
  CHECK(sum.estimate(spots[4]) == 1e10);
  const Bits bits = test_bits(1);
  const auto query =
      make_query(4, spots, draw_rows(kShape.rows, {9}, bits), {9}, bits);
  CHECK(estimate(SketchKind::kCount, query,
                 answer(sum, query.columns, {}, bits)) == 1e10);
}
