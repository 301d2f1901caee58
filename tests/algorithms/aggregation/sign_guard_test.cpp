#include "algorithms/aggregation/sign_guard.hpp"

#include <doctest/doctest.h>

namespace fedltr::sign_guard_test {
namespace {

struct Outcome {
  Vector model;
  std::vector<double> selection;
};

Outcome aggregate(const Matrix& models, const ParameterValues& parameters = {},
                  double global = 0) {
  std::vector<std::uint32_t> clients(models.rows());
  for (std::uint32_t i = 0; i < clients.size(); ++i) clients[i] = i;
  Outcome outcome{{}, std::vector<double>(clients.size())};
  const Vector start = Vector::Constant(models.cols(), global);
  outcome.model =
      sign_guard_rule()
          .make({.parameters = parameters})
          ->aggregate({models, clients, start, 1}, outcome.selection);
  return outcome;
}

}  // namespace

TEST_CASE("shares of signs by hand") {
  CHECK(sign_shares(Matrix{{1, -2, 0, 5}, {-1, -1, -1, -1}}) ==
        Matrix{{0.5, 0.25, 0.25}, {0, 1, 0}});
}

TEST_CASE("the larger of two clusters, and all of one") {
  CHECK(larger_cluster(Matrix{{0}, {1}, {10}, {11}, {12}}) ==
        std::vector<bool>{false, false, true, true, true});
  CHECK(larger_cluster(Matrix{{3}, {3}, {3}}) == std::vector<bool>(3, true));
  // 18 stays with 7, also after the means have moved.
  CHECK(larger_cluster(Matrix{{23}, {25}, {7}, {18}, {30}}) ==
        std::vector<bool>{true, true, false, false, true});
  // A tie: the first client's cluster.
  CHECK(larger_cluster(Matrix{{9}, {0}, {1}, {8}}) ==
        std::vector<bool>{true, false, false, true});
}

TEST_CASE("signguard by hand: unusual signs and lengths are left out") {
  // Lengths 5, 5, 10, 5, 100; the median is 5, so 10 is cut to half and 100 is
  // left out; the fourth has other signs.
  const Matrix models{{3, 4}, {4, 3}, {6, 8}, {-3, -4}, {60, 80}};
  const Outcome outcome = aggregate(models);
  CHECK(outcome.model.isApprox(Vector{{10.0 / 3, 11.0 / 3}}, 1e-14));
  CHECK(outcome.selection[0] == doctest::Approx(5.0 / 3));
  CHECK(outcome.selection[2] == doctest::Approx(5.0 / 6));
  CHECK(outcome.selection[3] == 0);
  CHECK(outcome.selection[4] == 0);
  // If that length is allowed, it is also cut.
  const Outcome longer = aggregate(models, {{"signguard.longest", 30.0}});
  CHECK(longer.model.isApprox(Vector{{13.0 / 4, 15.0 / 4}}, 1e-14));
}

TEST_CASE("signs are those of updates, not of models") {
  const Matrix models =
      Matrix{{3, 4}, {4, 3}, {6, 8}, {-3, -4}, {60, 80}}.array() + 1000;
  CHECK(aggregate(models, {}, 1000).selection[3] == 0);
}

TEST_CASE("clients that all stand still leave the model") {
  CHECK(aggregate(Matrix::Zero(4, 3)).model.isZero());
}

}  // namespace fedltr::sign_guard_test
