#include "algorithms/silo/shared_features.hpp"

#include <doctest/doctest.h>

#include "algorithms/text/exact_features.hpp"
#include "tests/support/small_text.hpp"

namespace fedltr::shared_features_test {
using namespace fedltr::test;

TEST_CASE("cross instances are ranked by the body's BM25") {
  CHECK(text_feature_names()[std::size_t(kBodyBm25)] == "body-bm25");
}

TEST_CASE("with all documents in one sum own features are the exact ones") {
  const Collection& collection = small_collection();
  const SketchShape wide{SketchKind::kCount, 9, 8192};
  const TermSpots spots = small_spots(wide);
  PartyShare all;
  for (std::uint32_t d = 0; d < collection.documents(); ++d)
    all.documents.push_back(d);
  const OwnFrequencies own(collection, all);
  const SharedStatistics shared(wide, own.ring(wide, spots), spots, own);
  const CollectionStatistics exact(collection);
  ExactFeatures features(collection, exact);
  const std::vector<Judgement> pairs = {{0, 3, 0}, {0, 9, 1}, {5, 3, 2}};
  CHECK(own_features(collection, pairs, shared)
            .isApprox(features.of(std::span<const Judgement>(pairs)), 1e-9));
}

TEST_CASE("without pairs there are no rows") {
  const Collection& collection = small_collection();
  const SketchShape shape{SketchKind::kCount, 1, 8};
  const TermSpots spots = small_spots(shape);
  const OwnFrequencies own(collection, small_shares()[0]);
  const SharedStatistics shared(shape, own.ring(shape, spots), spots, own);
  CHECK(own_features(collection, {}, shared).rows() == 0);
}

}  // namespace fedltr::shared_features_test
