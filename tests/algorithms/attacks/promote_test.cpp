#include "algorithms/attacks/promote.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/ranking/linear.hpp"
#include "algorithms/ranking/neural.hpp"

namespace fedltr::promote_test {
namespace {

const Matrix kModels{{2, 0, 1}, {4, 0, 1}, {3, 1, 2}};  // mean 3, 1/3, 4/3

Matrix sent_by(const AttackOptions& options, const Matrix& honest,
               Index attackers, const Vector& global) {
  return promote_attack().make(options)->craft(
      {global, honest, attackers, 10, static_cast<std::uint32_t>(attackers),
       Rng(1, Purpose::kAttack)});
}

Matrix sent_by(const ParameterValues& parameters, const Matrix& honest) {
  return sent_by(AttackOptions{parameters}, honest, 2, Vector{{1, 0, 0}});
}

ParameterValues pushing(std::uint64_t feature, double step,
                        bool stealthy = false) {
  return {{"promote.feature", feature},
          {"promote.step", step},
          {"promote.stealthy", stealthy}};
}

double largest_distance(const Matrix& honest, const Vector& model) {
  return distances_to(honest, model).maxCoeff();
}

}  // namespace

TEST_CASE("all attackers raise the weight of one feature by B deviations") {
  const Matrix own = kModels.topRows(2);  // 2 apart: deviation sqrt(2)
  const Matrix sent = sent_by(pushing(2, 0.5), own);
  REQUIRE(sent.rows() == 2);
  CHECK(sent.row(0).transpose().isApprox(Vector{{3, std::sqrt(0.5), 1}}));
  CHECK(sent.row(1) == sent.row(0));
  // Full knowledge: the mean and the deviation are those of all models.
  const Matrix all = sent_by(pushing(2, 0.5), kModels);
  CHECK(all(0, 0) == doctest::Approx(3));
  CHECK(all(0, 1) > 1.0 / 3);
  CHECK(all(0, 2) == doctest::Approx(4.0 / 3));
  // Pushed down.
  CHECK(sent_by(pushing(2, -0.5), own)(0, 1) ==
        doctest::Approx(-std::sqrt(0.5)));
}

TEST_CASE("a stealthy step ends where the honest models' spread does") {
  const double spread = std::sqrt(squared_distances(kModels).maxCoeff());
  for (const double step : {1e-3, 100.0, -100.0}) {
    CAPTURE(step);
    const Vector sent =
        sent_by(pushing(3, step, true), kModels).row(0).transpose();
    const double far = largest_distance(kModels, sent);
    CHECK(far <= spread * (1 + 1e-9));
    // A short step is not lengthened; a long one uses all the room.
    CHECK((far > 0.999 * spread) == (std::abs(step) > 1));
  }
  CHECK(largest_distance(kModels,
                         sent_by(pushing(3, 100), kModels).row(0).transpose()) >
        10 * spread);
  // Alone, without knowledge, there is no room.
  const Matrix own = kModels.topRows(1);
  CHECK(sent_by(AttackOptions{pushing(3, 100, true)}, own, 1, Vector{{1, 0, 0}})
            .isApprox(own));
}

TEST_CASE("the gradient of a ranker shows the way that raises the feature") {
  AttackOptions options{pushing(2, 1)};
  options.features = 3;
  options.ranker = std::make_shared<LinearRanker>(3);
  CHECK(sent_by(options, kModels, 2, Vector{{1, 0, 0}}) ==
        sent_by(pushing(2, 1), kModels));
  options.ranker = find(rankers(), "neural").make({3, 4});
  Rng rng(1, Purpose::kTest);
  const Vector global = options.ranker->draw_initial(rng);
  Matrix honest(2, global.size());
  honest.row(0) = honest.row(1) = global.transpose();
  honest(0, 0) += 1e-3;
  const Matrix pair{{0, 1, 0}, {0, 0, 0}};
  const auto gain = [&](const Vector& model) {
    Vector scores(2);
    options.ranker->score(model, pair, scores);
    return scores(0) - scores(1);
  };
  const Vector mean = honest.colwise().mean().transpose();
  CHECK(gain(sent_by(options, honest, 2, global).row(0).transpose()) >
        gain(mean));
}

TEST_CASE("a feature that the data lacks is refused by its number") {
  AttackOptions options{pushing(4, 1)};
  options.features = 3;
  options.ranker = std::make_shared<LinearRanker>(3);
  CHECK_THROWS_WITH_AS(sent_by(options, kModels, 2, Vector{{1, 0, 0}}),
                       "promote.feature: the data has 3 features",
                       std::invalid_argument);
  options.ranker = nullptr;
  CHECK_THROWS_AS(sent_by(options, kModels, 2, Vector{{1, 0, 0}}),
                  std::invalid_argument);
}

TEST_CASE("success is the rank of the documents with the highest value") {
  Dataset data(2);
  const auto add = [&](const std::vector<double>& values) {
    data.add_query("q", values, std::vector<std::uint8_t>(values.size() / 2));
  };
  // By the first feature the document highest in the second one is third, ...
  add({3, 0, 2, 1, 1, 9});
  // ... shares ranks 1 and 2, ...
  add({5, 1, 5, 2});
  // ... and is twelfth of twelve.
  std::vector<double> many;
  for (int i = 0; i < 12; ++i) many.insert(many.end(), {12.0 - i, i / 12.0});
  add(many);
  add({1, 7, 2, 7});  // does not count
  const LinearRanker ranker(2);
  const Promotion by_first = promotion_by(ranker, Vector{{1, 0}}, data, 2);
  CHECK(by_first.queries == 3);
  CHECK(by_first.rank == doctest::Approx((3 + 1.5 + 12) / 3));
  CHECK(by_first.top_10 == doctest::Approx(2.0 / 3));
  const Promotion by_second = promotion_by(ranker, Vector{{0, 1}}, data, 2);
  CHECK(by_second.rank == 1);
  CHECK(by_second.top_10 == 1);
  CHECK(std::isnan(promotion_by(ranker, Vector{{1, 0}}, Dataset(2), 2).rank));
  CHECK_THROWS_AS(promotion_by(ranker, Vector{{1, 0}}, data, 3),
                  std::invalid_argument);
}

}  // namespace fedltr::promote_test
