#include "algorithms/aggregation/fools_gold.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"

namespace fedltr::fools_gold_test {
namespace {

Vector aggregate(RobustRule& rule, const Matrix& models,
                 std::vector<double>& selection) {
  std::vector<std::uint32_t> clients(models.rows());
  for (std::uint32_t i = 0; i < clients.size(); ++i) clients[i] = i;
  selection.resize(clients.size());
  const Vector global = Vector::Zero(models.cols());
  return rule.aggregate({models, clients, global, 1}, selection);
}

}  // namespace

TEST_CASE("foolsgold weights by hand: twins lose, loners count") {
  // Cosines: 0 with 1: 1; with 2: 0.
  const Vector weights = fools_gold_weights(Matrix{{2, 0}, {5, 0}, {0, 1}});
  CHECK(weights == Vector{{0, 0, 1}});
}

TEST_CASE("foolsgold pardons a client like one that is more like another") {
  // At 0, 35 and 80 degrees. The largest cosine of the last is c45, with the
  // second, whose own is c35: pardoned to c45 c45 / c35.
  const double degree = std::acos(-1.0) / 180;
  const auto at = [&](double angle) {
    return Vector{{std::cos(angle * degree), std::sin(angle * degree)}};
  };
  Matrix histories(3, 2);
  histories << at(0).transpose(), at(35).transpose(), at(80).transpose();
  const double c35 = std::cos(35 * degree);
  const double c45 = std::cos(45 * degree);
  const double left = 1 - c45 * c45 / c35;  // the largest weight
  const double twin = (1 - c35) / left;
  const double logit = std::log(twin / (1 - twin)) + 0.5;
  const Vector weights = fools_gold_weights(histories);
  CHECK(weights(2) == 1);
  CHECK(logit > 0.1);
  CHECK(logit < 0.9);
  CHECK(weights(0) == doctest::Approx(logit));
  CHECK(weights(1) == doctest::Approx(weights(0)));
}

TEST_CASE("foolsgold judges sums over rounds, and averages this round") {
  const auto rule = fools_gold_rule().make({});
  std::vector<double> selection;
  // Clients 0 and 1 are opposite in each round but their sums are alike.
  aggregate(*rule, Matrix{{10, 1}, {10, -1}, {-1, 9}}, selection);
  const Vector second =
      aggregate(*rule, Matrix{{0, -1}, {0, 1}, {-1, 4}}, selection);
  CHECK(selection[0] == 0);
  CHECK(selection[1] == 0);
  CHECK(selection[2] == doctest::Approx(3));
  CHECK(second == Vector{{-1, 4}});
}

TEST_CASE("if all are alike all count") {
  CHECK(fools_gold_weights(Matrix{{1, 1}, {2, 2}, {4, 4}}) ==
        Vector{{1, 1, 1}});
  CHECK(fools_gold_weights(Matrix::Zero(3, 2)) == Vector{{1, 1, 1}});
}

}  // namespace fedltr::fools_gold_test
