#include "app/study/silo_features.hpp"

#include <cmath>
#include <set>

#include "tests/support/small_silo.hpp"

namespace fedltr::silo_features_test {
using namespace fedltr::test;

namespace {

/// Instances with i and -i as first features; the first `relevant` are
/// relevant.
CrossFeatures made_of(Index relevant, Index irrelevant) {
  CrossFeatures cross;
  cross.exact = Matrix::Zero(relevant + irrelevant, kTextFeatures);
  for (Index i = 0; i < cross.exact.rows(); ++i) {
    cross.exact(i, 0) = static_cast<double>(i);
    cross.exact(i, 1) = static_cast<double>(-i);
    cross.relevant.push_back(i < relevant);
  }
  cross.sketched = cross.exact;
  cross.sketched.col(1) *= -3;
  return cross;
}

}  // namespace

TEST_CASE("correlation is of each feature, NaN where one never changes") {
  const Vector correlation = correlation_of(made_of(3, 5));
  CHECK(correlation(0) == doctest::Approx(1));
  CHECK(correlation(1) == doctest::Approx(-1));
  CHECK(std::isnan(correlation(2)));
  CHECK(correlation_of(made_of(1, 0)).array().isNaN().all());
}

TEST_CASE("a sample has 200 of a kind at most, the relevant ones first") {
  const FeatureSample few = sample_of(made_of(3, 5));
  CHECK(few.relevant == 3);
  REQUIRE(few.exact.rows() == 8);
  // Scaled, in the order of the instances.
  CHECK(few.exact(0, 0) == doctest::Approx(-few.exact(7, 0)));
  CHECK(few.sketched.col(1).isApprox(few.exact.col(0)));
  const FeatureSample many = sample_of(made_of(1000, 300));
  CHECK(many.relevant == 200);
  CHECK(many.sketched.rows() == 400);
  // Every fifth instance.
  const double step = many.exact(1, 0) - many.exact(0, 0);
  CHECK(many.exact(199, 0) - many.exact(0, 0) == doctest::Approx(199 * step));
  CHECK(sample_of({}).exact.rows() == 0);
  CHECK(sample_of(made_of(0, 4)).relevant == 0);
}

TEST_CASE("cross instances are relevant by all parties' judgements") {
  const SiloPlan plan = small_silo();
  const SiloRecord record = run(plan);
  const Collection& collection = *plan.collection;
  const CrossFeatures cross = cross_features(collection, plan, record,
                                             CollectionStatistics(collection));
  std::set<std::pair<std::uint32_t, std::uint32_t>> relevant;
  for (const Judgement& judgement : collection.judgements())
    if (judgement.grade > 0)
      relevant.emplace(judgement.query, judgement.document);
  std::size_t row = 0;
  std::size_t found = 0;
  for (const auto& party : record.parties)
    for (const CrossPair& pair : party->instances.cross.pairs) {
      const auto place = (*plan.shares)[pair.source].documents[pair.document];
      REQUIRE(row < cross.relevant.size());
      CHECK(cross.relevant[row] == relevant.contains({pair.query, place}));
      found += cross.relevant[row++] ? 1 : 0;
    }
  CHECK(row == static_cast<std::size_t>(cross.exact.rows()));
  CHECK(found > 10);
  CHECK(found < row);
  CHECK(cross.sketched != cross.exact);
}

}  // namespace fedltr::silo_features_test
