#include "algorithms/aggregation/divide_and_conquer.hpp"

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::divide_and_conquer_test {
namespace {

struct Outcome {
  Vector model;
  std::vector<double> selection;
};

Outcome aggregate(const Matrix& models, std::uint32_t malicious,
                  const ParameterValues& parameters = {},
                  std::uint32_t round = 1) {
  std::vector<std::uint32_t> clients(static_cast<std::size_t>(models.rows()));
  for (std::uint32_t i = 0; i < clients.size(); ++i) clients[i] = i;
  Outcome outcome{{}, std::vector<double>(clients.size())};
  const Vector global = Vector::Zero(models.cols());
  outcome.model =
      find(aggregation_rules(), "dnc")
          .make({malicious, 1, parameters})
          ->aggregate({models, clients, global, round}, outcome.selection);
  return outcome;
}

/// Clients around zero, the last two far away in one direction.
Matrix poisoned(Index clients, Index parameters) {
  Rng rng(3, Purpose::kTest);
  Matrix models(clients, parameters);
  for (Index i = 0; i < clients; ++i)
    for (Index j = 0; j < parameters; ++j) models(i, j) = rng.normal();
  models.bottomRows(2).array() += 5;
  return models;
}

}  // namespace

TEST_CASE("spectral places are projections on the main direction") {
  // Spread 2 along the first axis, 0.5 along the second; the mean is (7, 7).
  const Matrix rows{{2.0, 0.0}, {-2.0, 0.0}, {0.0, 0.5}, {0.0, -0.5}};
  Vector places = spectral_places(rows.array() + 7);
  if (places(0) < 0) places = -places;  // either side may be positive
  CHECK(places(0) == doctest::Approx(9));
  CHECK(places(1) == doctest::Approx(5));
  CHECK(places(2) == doctest::Approx(7));
  CHECK(places(3) == doctest::Approx(7));
}

TEST_CASE("dnc leaves out clients far along the main direction") {
  const Matrix models = poisoned(12, 6);
  const Outcome outcome = aggregate(models, 2);
  CHECK(outcome.selection[10] == 0);
  CHECK(outcome.selection[11] == 0);
  CHECK(outcome.selection[0] == doctest::Approx(12.0 / 10));
  const Vector honest = models.topRows(10).colwise().mean().transpose();
  CHECK((outcome.model - honest).norm() < 1e-12);
}

TEST_CASE("dnc.filter sets how many are left out") {
  const auto left_out = [](double filter) {
    const auto selection =
        aggregate(poisoned(12, 6), 2, {{"dnc.filter", filter}}).selection;
    return std::ranges::count(selection, 0.0);
  };
  CHECK(left_out(0.5) == 1);
  CHECK(left_out(1) == 2);
  CHECK(left_out(1.5) == 3);
  CHECK(left_out(10) == 11);  // one client remains
}

TEST_CASE("dnc leaves out the number that dnc.filter's decimals give") {
  // 2.2 times 25 is 55 of 60, not slightly more.
  const auto selection =
      aggregate(poisoned(60, 6), 25, {{"dnc.filter", 2.2}}).selection;
  CHECK(std::ranges::count(selection, 0.0) == 55);
}

TEST_CASE("dnc sees what a huge update does not hide") {
  // The mean is then at 1e23: a thousand in the other direction is below its
  // precision.
  for (const Index decoy : {0, 10}) {
    Matrix models = poisoned(12, 6);
    models.bottomRows(2).array() -= 5;  // honest again
    models.row(decoy).setConstant(1e24);
    models.row(decoy + 1).setConstant(-1e3);
    const Outcome outcome = aggregate(models, 2);
    CHECK(outcome.selection[decoy] == 0);
    CHECK(outcome.selection[decoy + 1] == 0);
    CHECK(outcome.model.norm() < 5);
    // By its definition it also misses a thousand in the same direction.
    models.row(decoy + 1).setConstant(1e3);
    CHECK(aggregate(models, 2).selection[decoy + 1] > 0);
  }
}

TEST_CASE("dnc finds poison in some of the dimensions, and in passes") {
  const Matrix models = poisoned(12, 40);
  const Outcome outcome = aggregate(models, 2,
                                    {{"dnc.dimensions", std::uint64_t{10}},
                                     {"dnc.passes", std::uint64_t{3}}});
  CHECK(outcome.selection[10] == 0);
  CHECK(outcome.selection[11] == 0);
  CHECK(std::ranges::count(outcome.selection, 0.0) >= 2);
}

TEST_CASE("dnc sees what is in the dimensions that it draws, and no other") {
  Matrix models = poisoned(8, 4);
  models.bottomRows(2).array() -= 5;  // honest again
  models(7, 2) += 100;
  int caught = 0;
  for (std::uint32_t round = 1; round <= 200; ++round)
    caught +=
        aggregate(models, 1, {{"dnc.dimensions", std::uint64_t{1}}}, round)
            .selection[7] == 0;
  // About one in four draws, by chance.
  CHECK(caught > 30);
  CHECK(caught < 130);
  for (std::uint32_t round = 1; round <= 20; ++round)
    CHECK(aggregate(models, 1, {{"dnc.dimensions", std::uint64_t{4}}}, round)
              .selection[7] == 0);
}

TEST_CASE("dnc without malicious clients is the mean") {
  const Matrix models = poisoned(5, 3);
  CHECK(
      (aggregate(models, 0).model - Vector(models.colwise().mean().transpose()))
          .norm() < 1e-12);
}

}  // namespace fedltr::divide_and_conquer_test
