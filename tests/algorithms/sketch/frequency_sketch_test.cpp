#include "algorithms/sketch/frequency_sketch.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/privacy/key_agreement.hpp"
#include "algorithms/privacy/masking.hpp"
#include "tests/support/zipf_documents.hpp"

namespace fedltr::frequency_sketch_test {
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

TEST_CASE("counts beyond 32 bits are estimated: collections are large") {
  const TermSpots spots = random_spots(5, kShape.rows, kShape.columns);
  const std::vector<std::uint64_t> counts{2, 2, 7, 0, 10000000000};
  CHECK(FrequencySketch(kShape, counts, spots).estimate(spots[4]) == 1e10);
}

TEST_CASE("numbers of the ring are cells modulo 2^64") {
  const SketchShape shape{SketchKind::kCountMin, 1, 2};
  const std::vector<std::uint64_t> numbers = {~std::uint64_t{0},
                                              std::uint64_t{1} << 63};
  const FrequencySketch sketch = FrequencySketch::from_ring(shape, numbers);
  CHECK(sketch.ring() == numbers);
  CHECK(sketch.at(0, 0) == -1);
  CHECK(sketch.at(0, 1) == std::numeric_limits<std::int64_t>::min());
}

TEST_CASE("a frequency sketch has the cells of a document's with its counts") {
  const TermSpots spots = random_spots(30, 5, 7);
  Field field;
  std::vector<std::uint64_t> frequencies(30);
  for (TermId term = 0; term < 30; term += 2) {
    field.push_back({term, static_cast<std::int32_t>(term + 1)});
    frequencies[term] = term + 1;
  }
  for (const auto kind : {SketchKind::kCount, SketchKind::kCountMin}) {
    const SketchShape shape{kind, 5, 7};
    const Sketch document = sketch_of(shape, field, spots);
    const FrequencySketch sketch(shape, frequencies, spots);
    for (std::uint32_t row = 0; row < 5; ++row)
      for (std::uint32_t column = 0; column < 7; ++column)
        CHECK(sketch.at(row, column) == document.at(row, column));
    for (TermId term = 0; term < 30; ++term)
      CHECK(sketch.estimate(spots[term]) == document.estimate(spots[term]));
  }
}

TEST_CASE("a frequency sketch refuses what does not fit it") {
  const TermSpots spots = random_spots(3, 2, 5);
  const SketchShape shape{SketchKind::kCount, 2, 5};
  const std::vector<std::uint64_t> counts(3);
  CHECK_THROWS_WITH(
      FrequencySketch(shape, std::vector<std::uint64_t>(2), spots),
      "frequencies are of each term of the dictionary");
  CHECK_THROWS_WITH(FrequencySketch({SketchKind::kCount, 5, 2}, counts, spots),
                    "the dictionary was hashed for another shape of sketch");
  const FrequencySketch sketch(shape, counts, spots);
  CHECK_THROWS_WITH(sketch.at(2, 0), "the sketch has no such cell");
  CHECK_THROWS_WITH(sketch.at(0, 5), "the sketch has no such cell");
  CHECK_THROWS_WITH(sketch.estimate(spots[0].first(1)),
                    "a term has one spot in each row");
}

}  // namespace fedltr::frequency_sketch_test
