#include "algorithms/aggregation/flame.hpp"

#include <cmath>
#include <numbers>

#include <doctest/doctest.h>

namespace fedltr::flame_test {
namespace {

struct Outcome {
  Vector model;
  std::vector<double> selection;
};

Outcome aggregate(const Matrix& models) {
  std::vector<std::uint32_t> clients(models.rows());
  for (std::uint32_t i = 0; i < clients.size(); ++i) clients[i] = i;
  Outcome outcome{{}, std::vector<double>(clients.size())};
  const Vector global = Vector::Zero(models.cols());
  outcome.model = flame_rule().make({})->aggregate({models, clients, global, 1},
                                                   outcome.selection);
  return outcome;
}

Matrix distances_of(const Vector& line) {
  return (line.replicate(1, line.size()) -
          line.transpose().replicate(line.size(), 1))
      .cwiseAbs();
}

}  // namespace

TEST_CASE("the smallest single-linkage majority by hand") {
  // Links of 1 join 0, 1 and 2; 8 and 10 are only two.
  CHECK(smallest_cluster(distances_of(Vector{{0, 1, 2, 8, 10}}), 3) ==
        std::vector<bool>{true, true, true, false, false});
  // A chain is one cluster, whatever its length.
  CHECK(smallest_cluster(distances_of(Vector{{0, 1, 2, 3, 100}}), 3) ==
        std::vector<bool>{true, true, true, true, false});
  // No three are near: 0 and 1, 10 and 12 join at 9.
  CHECK(smallest_cluster(distances_of(Vector{{0, 1, 10, 12, 50}}), 3) ==
        std::vector<bool>{true, true, true, true, false});
  // The majority may be the less dense one.
  CHECK(smallest_cluster(distances_of(Vector{{0, 0.1, 20, 21, 22}}), 3) ==
        std::vector<bool>{false, false, true, true, true});
}

TEST_CASE("a client that did not move points nowhere, and breaks nothing") {
  const Outcome outcome =
      aggregate(Matrix{{1, 0}, {1, 0.1}, {1, -0.1}, {0, 0}, {1, 0.05}});
  CHECK(outcome.model.allFinite());
  CHECK(outcome.model(0) > 0.5);
}

TEST_CASE("a zero update is as far from all as an orthogonal one") {
  // 1 - cosine is 0 among the last three and 1 for the first two.
  const Outcome outcome =
      aggregate(Matrix{{0, 0}, {0, 2}, {2, 0}, {1, 0}, {3, 0}});
  CHECK(outcome.selection[0] == 0);
  CHECK(outcome.selection[1] == 0);
  // Cut to the median length, 2.
  CHECK(outcome.model.isApprox(Vector{{5.0 / 3, 0}}, 1e-14));
}

TEST_CASE("where most did not move they are kept, but make no majority") {
  // Three of seven move, two of them alike.
  const Outcome outcome =
      aggregate(Matrix{{0, 0}, {0, 0}, {0, 0}, {0, 0}, {2, 0}, {2, 0}, {0, 2}});
  CHECK(outcome.model.isApprox(Vector{{4.0 / 6, 0}}, 1e-14));
  CHECK(outcome.selection[0] == doctest::Approx(7.0 / 6));
  CHECK(outcome.selection[6] == 0);
}

TEST_CASE("flame by hand: the majority that points alike, cut to the median") {
  // By angle in degrees and length: the last two point elsewhere.
  const double angles[] = {0, 1, 2, 60, 61};
  const double lengths[] = {1, 2, 4, 2, 9};
  Matrix models(5, 2);
  for (Index i = 0; i < 5; ++i) {
    const double angle = angles[i] * std::numbers::pi / 180;
    models.row(i) << lengths[i] * std::cos(angle), lengths[i] * std::sin(angle);
  }
  const Outcome outcome = aggregate(models);
  // The median length of all is 2.
  const Vector expected =
      (models.row(0) + models.row(1) + models.row(2) / 2).transpose() / 3;
  CHECK(outcome.model.isApprox(expected, 1e-14));
  CHECK(outcome.selection[2] == doctest::Approx(5.0 / 6));
  CHECK(outcome.selection[3] == 0);
  CHECK(outcome.selection[4] == 0);
}

}  // namespace fedltr::flame_test
