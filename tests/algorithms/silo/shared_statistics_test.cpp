#include "algorithms/silo/shared_statistics.hpp"

#include <doctest/doctest.h>

#include "tests/support/small_text.hpp"

namespace fedltr::shared_statistics_test {
using namespace fedltr::test;

TEST_CASE("summed frequencies come close to exact statistics") {
  const SketchShape shape{SketchKind::kCount, 7, 4096};
  const TermSpots spots = small_spots(shape);
  const OwnFrequencies first(small_collection(), small_shares()[0]);
  const OwnFrequencies second(small_collection(), small_shares()[1]);
  auto sum = first.ring(shape, spots);
  const auto other = second.ring(shape, spots);
  REQUIRE(sum.size() == frequency_numbers(shape));
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += other[i];
  const SharedStatistics shared(shape, sum, spots, first);
  const CollectionStatistics exact(small_collection());
  for (const Field field : kAllFields) {
    CHECK(shared.field(field).documents == exact.field(field).documents);
    CHECK(shared.field(field).mean_length ==
          doctest::Approx(exact.field(field).mean_length));
    // 500 terms in 7 rows of 4,096: half of the rows collide hardly ever.
    for (TermId term = 0; term < small_collection().dictionary().size();
         ++term) {
      CHECK(shared.term(field, term).document_frequency ==
            exact.term(field, term).document_frequency);
      CHECK(shared.term(field, term).probability ==
            doctest::Approx(exact.term(field, term).probability));
    }
  }
}

TEST_CASE("no estimate falls below what a party has itself") {
  const SketchShape narrow{SketchKind::kCount, 1, 4};
  const TermSpots spots = small_spots(narrow);
  const OwnFrequencies own(small_collection(), small_shares()[0]);
  const SharedStatistics shared(narrow, own.ring(narrow, spots), spots, own);
  for (TermId term = 0; term < small_collection().dictionary().size(); ++term)
    CHECK(shared.term(Field::kBody, term).document_frequency >=
          static_cast<double>(own.field(Field::kBody).documents[term]));
}

TEST_CASE("sums of another size, or without documents, are refused") {
  const SketchShape shape{SketchKind::kCount, 1, 4};
  const TermSpots spots = small_spots(shape);
  const OwnFrequencies own(small_collection(), small_shares()[0]);
  auto sum = own.ring(shape, spots);
  sum[sum.size() - 1 - kFields] = 0;
  CHECK_THROWS_WITH(SharedStatistics(shape, sum, spots, own),
                    "the parties together have no documents");
  sum.pop_back();
  CHECK_THROWS_WITH(SharedStatistics(shape, sum, spots, own),
                    "sums of frequencies have the wrong size");
}

}  // namespace fedltr::shared_statistics_test
