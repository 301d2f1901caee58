#include "algorithms/federation/block.hpp"

#include <limits>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/online/discounted.hpp"
#include "algorithms/online/learner.hpp"
#include "tests/support/golden.hpp"

using namespace fedltr;

namespace {

LocalUpdate update(std::uint32_t client, std::uint32_t round = 1) {
  return {client, round, 4, 0.5, 0.5};
}

const Learner& pdgd() {
  static const auto learner =
      find(learners(), "pdgd")
          .make({}, find(rankers(), "linear").make({2, 64}));
  return *learner;
}

}  // namespace

TEST_CASE("the average agrees with the peers' to 1e-12") {
  const auto golden = test::golden("fedavg.json");
  for (const auto& entry : golden["cases"]) {
    const Matrix models = test::to_matrix(entry["models"]);
    const auto counts = entry["n_c"].get<std::vector<std::uint32_t>>();
    // One block a client, since a block's clients all count the same.
    PartialSum sum;
    for (std::uint32_t client = 0; client < counts.size(); ++client) {
      Block block(client, {counts[client]}, models.cols(), pdgd());
      block.open(1, {client});
      REQUIRE(
          block.accept({client, 1, counts[client], 0, 0},
                       Parameters(Vector(models.row(client).transpose()))) ==
          Refusal::kNone);
      sum.add(block.close(Weighting::kInteractions));
    }
    const Vector average = federated_average(sum);
    CHECK((average - test::to_vector(entry["average"])).norm() < 1e-12);
  }
}

TEST_CASE("the sum does not depend on the order of arrival") {
  Rng rng(1, Purpose::kTest);
  Matrix rows(20, 7);
  for (double& value : rows.reshaped<Eigen::RowMajor>())
    value = rng.normal() * 1e3;
  std::vector<std::uint32_t> order(20);
  std::iota(order.begin(), order.end(), 100U);
  const auto sum_in_order = [&] {
    Block block(100, std::vector(20, 4U), 7, pdgd());
    std::vector<std::uint32_t> all(20);
    std::iota(all.begin(), all.end(), 100U);
    block.open(1, all);
    for (const std::uint32_t client : order)
      block.accept(update(client),
                   Parameters(Vector(rows.row(client - 100).transpose())));
    REQUIRE(block.complete());
    return block.close(Weighting::kUniform).weighted;
  };
  const Vector expected = sum_in_order();
  for (int trial = 0; trial < 20; ++trial) {
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[rng.below(i)]);
    CHECK(sum_in_order() == expected);
  }
}

TEST_CASE("hostile updates are refused by reason and wait for nobody") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  Block block(10, std::vector(4, 4U), 2, pdgd());
  block.open(1, {10, 11, 12});
  const Parameters good(Vector::Ones(2));
  CHECK(block.accept(update(9), good) == Refusal::kUnknownClient);
  CHECK(block.accept(update(14), good) == Refusal::kUnknownClient);
  CHECK(block.accept(update(13), good) == Refusal::kUnknownClient);  // idle
  CHECK(block.accept(update(10), Parameters(Vector::Ones(3))) ==
        Refusal::kWrongSize);
  CHECK(block.accept(update(10), good) == Refusal::kTwice);
  CHECK(block.accept(update(11), Parameters(Vector{{1, nan}})) ==
        Refusal::kSenseless);
  CHECK_FALSE(block.complete());
  CHECK(block.accept(update(12, 2), good) == Refusal::kWrongRound);
  CHECK(block.complete());

  block.open(2, {10, 11, 12, 13});
  CHECK(block.accept(update(10, 2), Parameters(Vector{{infinity, 0}})) ==
        Refusal::kSenseless);
  CHECK(block.accept({11, 2, 5, 0.5, 0.5}, good) ==
        Refusal::kWrongInteractions);
  CHECK(block.accept({12, 2, 4, nan, 0.5}, good) == Refusal::kWrongOnline);
  CHECK(block.accept(update(13, 2), good) == Refusal::kNone);
  const PartialSum sum = block.close(Weighting::kInteractions);
  CHECK(sum.clients == 1);
  CHECK(sum.interactions == 4);
  CHECK(sum.weighted == Vector::Constant(2, 4));
}

TEST_CASE(
    "the weighted mean is unanimous, and keeps its rows until it is closed") {
  Block block(0, std::vector(5, 2U), 3, pdgd());
  block.open(1, {0, 1, 2, 3, 4});
  const Vector model{{0.1, -2, 3e7}};
  for (std::uint32_t client = 0; client < 5; ++client)
    block.accept({client, 1, 2, 0, 0}, Parameters(model));
  const Block::Rows rows = block.rows();
  CHECK(rows.clients == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  CHECK(rows.messages.size() == 15);
  CHECK(rows.messages.view().segment(9, 3) == model);
  const Vector next = federated_average(block.close(Weighting::kInteractions));
  CHECK((next - model).norm() <= 1e-15 * model.norm());
}

TEST_CASE("the discounted sum is a geometric series") {
  DiscountedSum sum(0.9995);
  for (int t = 0; t < 10000; ++t) sum.add(0.8);
  // The whole of thesis Table 4.3, #R = 1: 0.8 * 2000 * (1 - 0.9995^10000).
  CHECK(sum.sum() == doctest::Approx(1589.23).epsilon(1e-5));
}
