#include "algorithms/silo_search/pointwise_ranker.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"
#include "algorithms/text/features.hpp"

namespace fedltr::pointwise_ranker_test {

namespace {

constexpr Index kDocuments = 5;

Vector random_numbers(Index size, std::uint64_t seed) {
  Rng rng(seed, Purpose::kSynthetic);
  Vector numbers(size);
  for (double& each : numbers) each = rng.uniform() - 0.5;
  return numbers;
}

/// All columns of some documents.
Matrix all_columns() {
  return random_numbers(kDocuments * kFeatureColumns, 1)
      .reshaped<Eigen::RowMajor>(kDocuments, kFeatureColumns);
}

}  // namespace

TEST_CASE("a ranker of own columns scores as the model of all, to the bit") {
  REQUIRE(silo_model_kinds().size() == pointwise_models().size() + 1);
  for (const SiloModelKind& kind : silo_model_kinds()) {
    CAPTURE(kind.name);
    const auto model =
        kind.first == 0
            ? find(pointwise_models(), kind.name).make(kind.features, 3)
            : ranking_model(3);
    const auto ranker = kind.ranker(3);
    REQUIRE(ranker->size() == model->parameters());
    const Vector parameters = random_numbers(ranker->size(), 2);
    const Matrix all = all_columns();
    const Matrix own = all.middleCols(kind.first, kind.features);
    Vector scores(kDocuments);
    ranker->score(parameters, own, scores);
    CHECK(scores == model->scores(parameters, all));
    CHECK(std::string(kind.names[0]) != kind.names[kind.features - 1]);
  }
}

TEST_CASE("a linear score is the one worked by hand") {
  const auto ranker = silo_kind(kListwiseModel).ranker(3);
  Vector parameters(5);
  parameters << 2, 0.5, -1, 0, 4;  // the last is the constant
  Matrix features(2, 4);
  features << 1, 2, 3, 9, 0, 0, 0, 0;
  Vector scores(2);
  ranker->score(parameters, features, scores);
  CHECK(scores(0) == 4);  // 2 + 1 - 3 + 4
  CHECK(scores(1) == 4);
}

TEST_CASE("a model of silos only ranks, and has a name") {
  const auto ranker = silo_model_kinds()[0].ranker(2);
  Rng rng(1, Purpose::kSynthetic);
  CHECK(ranker->draw_initial(rng) == Vector::Zero(ranker->size()));
  Vector into = Vector::Zero(ranker->size());
  CHECK_THROWS_AS(ranker->step_from({}, into, Matrix(), {}, {}, into),
                  std::logic_error);
  CHECK(is_silo_kind("softmax"));
  CHECK_FALSE(is_silo_kind("linear"));
  CHECK_THROWS_WITH(silo_kind("linear"), "not a model of silos: linear");
}

}  // namespace fedltr::pointwise_ranker_test
