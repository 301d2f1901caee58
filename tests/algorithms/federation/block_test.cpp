#include "algorithms/federation/block.hpp"

#include <limits>
#include <numeric>
#include <set>
#include <string_view>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/rng.hpp"
#include "algorithms/online/discounted.hpp"
#include "algorithms/online/learner.hpp"
#include "tests/support/golden.hpp"

namespace fedltr::block_test {
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
    // One block per client, since all clients of a block have the same weight.
    PartialSum sum;
    for (std::uint32_t client = 0; client < counts.size(); ++client) {
      Block block(client, {counts[client]}, models.cols(), pdgd());
      block.open(1, {client});
      REQUIRE(
          block.accept({client, 1, counts[client], 0, 0},
                       Parameters(Vector(models.row(client).transpose()))) ==
          Refusal::kNone);
      sum.add(block.close());
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
    Block block(100, std::vector(20, 4U), 7, pdgd(), Weighting::kUniform);
    std::vector<std::uint32_t> all(20);
    std::iota(all.begin(), all.end(), 100U);
    block.open(1, all);
    for (const std::uint32_t client : order)
      block.accept(update(client),
                   Parameters(Vector(rows.row(client - 100).transpose())));
    REQUIRE(block.complete());
    return block.close().weighted;
  };
  const Vector expected = sum_in_order();
  for (int trial = 0; trial < 20; ++trial) {
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[rng.below(i)]);
    CHECK(sum_in_order() == expected);
  }
}

TEST_CASE("hostile updates are refused by reason and awaited no longer") {
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
  const PartialSum sum = block.close();
  CHECK(sum.clients == 1);
  CHECK(sum.interactions == 4);
  CHECK(sum.weighted == Vector::Constant(2, 4));
}

TEST_CASE(
    "the weighted mean is unanimous, and keeps its rows until it is closed") {
  Block block(0, std::vector(5, 2U), 3, pdgd());
  block.open(1, {0, 1, 2, 3, 4}, {}, Block::Keep::kRows);
  const Vector model{{0.1, -2, 3e7}};
  for (std::uint32_t client = 0; client < 5; ++client)
    block.accept({client, 1, 2, 0, 0}, Parameters(model));
  const ClientRows rows = block.rows();
  CHECK(rows.clients == std::vector<std::uint32_t>{0, 1, 2, 3, 4});
  CHECK(rows.numbers.size() == 15);
  CHECK(rows.numbers.view().segment(9, 3) == model);
  const Vector next = federated_average(block.close());
  CHECK((next - model).norm() <= 1e-15 * model.norm());
}

TEST_CASE("the discounted sum is a geometric series") {
  DiscountedSum sum(0.9995);
  for (int t = 0; t < 10000; ++t) sum.add(0.8);
  // The whole of thesis Table 4.3, #R = 1: 0.8 * 2000 * (1 - 0.9995^10000).
  CHECK(sum.sum() == doctest::Approx(1589.23).epsilon(1e-5));
}

TEST_CASE("updates count by their searches, or equally") {
  for (const auto weighting : {Weighting::kInteractions, Weighting::kUniform}) {
    Block block(7, {1, 0, 3}, 1, pdgd(), weighting);
    block.open(1, {7, 8, 9}, {}, Block::Keep::kRows);
    CHECK(block.waiting() == 3);
    block.accept({9, 1, 3, 1, 0.25}, Parameters(Vector{{10.0}}));
    block.accept({8, 1, 0, 0.5, 0.5}, Parameters(Vector{{1000.0}}));
    block.accept({7, 1, 1, 0, 0.5}, Parameters(Vector{{2.0}}));
    CHECK(block.rows().clients == std::vector<std::uint32_t>{7, 9});
    const PartialSum sum = block.close();
    const bool uniform = weighting == Weighting::kUniform;
    CHECK(sum.weighted(0) == (uniform ? 12 : 32));
    CHECK(sum.weight == (uniform ? 2 : 4));
    // Clients that learned nothing add nothing, not even to the metrics.
    CHECK(sum.clients == 2);
    CHECK(sum.interactions == 4);
    CHECK(sum.online == 1);
    CHECK(sum.max_rr == 0.75);
  }
}

TEST_CASE("a round keeps no data of the one before") {
  Block block(0, {4, 4}, 2, pdgd(), Weighting::kUniform);
  block.open(1, {0, 1});
  block.accept(update(0), Parameters(Vector::Ones(2)));
  block.open(2, {1}, {}, Block::Keep::kRows);
  CHECK(block.waiting() == 1);
  CHECK(block.rows().clients.empty());
  CHECK(block.accept(update(0, 2), Parameters(Vector::Ones(2))) ==
        Refusal::kUnknownClient);
  CHECK_FALSE(block.complete());
  CHECK(block.accept(update(1, 2), Parameters(Vector{{2, 3}})) ==
        Refusal::kNone);
  const PartialSum sum = block.close();
  CHECK(sum.weighted == Vector{{2, 3}});
  CHECK(sum.clients == 1);
  block.open(3, {});
  CHECK(block.complete());
  CHECK(block.close().weighted == Vector::Zero(2));
}

TEST_CASE("a sum keeps its bits with rows kept and where it closes early") {
  for (const auto keep : {Block::Keep::kSum, Block::Keep::kRows}) {
    Block block(0, std::vector(4, 4U), 1, pdgd());
    block.open(1, {0, 1, 2, 3}, {}, keep);
    block.accept(update(3), Parameters(Vector{{8.0}}));
    block.excuse(1);
    block.accept(update(2), Parameters(Vector{{4.0}}));
    CHECK(block.waiting() == 1);
    if (keep == Block::Keep::kRows)
      CHECK(block.rows().numbers.view() == Vector{{4.0, 8.0}});
    else
      CHECK_THROWS_WITH(block.rows(), "the block keeps no rows");
    const PartialSum sum = block.close();
    CHECK(sum.weighted == Vector{{48.0}});
    CHECK(sum.clients == 2);
    CHECK(block.accept(update(0), Parameters(Vector{{1.0}})) ==
          Refusal::kUnknownClient);
    CHECK(block.close().weighted == Vector::Zero(1));
  }
}

TEST_CASE("a complete round gives its rows away, and still has its sum") {
  for (const bool all_valid : {true, false}) {
    Block block(4, std::vector(5, 4U), 2, pdgd());
    block.open(1, {5, 6, 8}, {}, Block::Keep::kRows);
    block.accept(update(8), Parameters(Vector{{5, 6}}));
    block.accept(update(6), Parameters(Vector::Ones(all_valid ? 2 : 3)));
    CHECK_THROWS_WITH(block.take_rows(), "the round is not complete");
    block.accept(update(5), Parameters(Vector{{1, 2}}));
    const ClientRows copy = block.rows();
    const ClientRows rows = block.take_rows();
    CHECK(rows.clients == copy.clients);
    CHECK(rows.numbers.view() == copy.numbers.view());
    CHECK(rows.clients == (all_valid ? std::vector<std::uint32_t>{5, 6, 8}
                                     : std::vector<std::uint32_t>{5, 8}));
    CHECK(block.close().weighted ==
          (all_valid ? Vector{{28, 36}} : Vector{{24, 32}}));
  }
  Block none(4, {4}, 2, pdgd());
  none.open(1, {}, {}, Block::Keep::kRows);
  CHECK(none.take_rows().clients.empty());
}

TEST_CASE("a round of fewer searches wants just these") {
  Block block(0, {4, 2}, 2, pdgd());
  block.open(1, {0, 1}, {Task::kLearn, 1, 1, 0, 3});
  const Parameters good(Vector::Ones(2));
  CHECK(block.accept({0, 1, 4, 0, 0}, good) == Refusal::kWrongInteractions);
  CHECK(block.accept({1, 1, 2, 0, 0}, good) == Refusal::kNone);
  block.open(1, {0}, {Task::kLearn, 1, 1, 0, 3});
  CHECK(block.accept({0, 1, 3, 0, 0}, good) == Refusal::kNone);
}

TEST_CASE("metrics from 0 to 1 are taken, nothing beyond") {
  const Parameters good(Vector::Ones(2));
  const auto judge = [&](double online, double max_rr) {
    Block block(0, {4}, 2, pdgd());
    block.open(1, {0});
    return block.accept({0, 1, 4, online, max_rr}, good);
  };
  CHECK(judge(0, 1) == Refusal::kNone);
  CHECK(judge(1, 0) == Refusal::kNone);
  CHECK(judge(-1e-9, 0) == Refusal::kWrongOnline);
  CHECK(judge(0, 1.0000001) == Refusal::kWrongOnline);
  CHECK(judge(0, std::numeric_limits<double>::infinity()) ==
        Refusal::kWrongOnline);
}

TEST_CASE("a block refuses clients of others, and excuses each only once") {
  Block block(10, {4, 4}, 2, pdgd());
  const char* const own = "a block waits only for its own clients, in order";
  CHECK_THROWS_WITH(block.open(1, {9}), own);
  CHECK_THROWS_WITH(block.open(1, {11, 10}), own);
  block.open(1, {10});
  block.excuse(10);
  CHECK(block.complete());
  const char* const waited = "only an outstanding client can be excused";
  CHECK_THROWS_WITH(block.excuse(10), waited);
  CHECK_THROWS_WITH(block.excuse(11), waited);
  CHECK_THROWS_WITH(block.excuse(9), waited);
  CHECK(block.accept(update(10), Parameters(Vector::Ones(2))) ==
        Refusal::kTwice);
  CHECK(block.close().clients == 0);
}

TEST_CASE("few numbers of searches are repeated for all clients") {
  Block whole(10, {1, 2, 3, 1, 2, 3}, 1, pdgd());
  Block repeated(10, {1, 2, 3}, 1, pdgd());
  for (Block* block : {&whole, &repeated}) {
    block->open(1, {11, 15});
    CHECK(block->accept({11, 1, 2, 0, 0}, Parameters(Vector{{1.0}})) ==
          Refusal::kNone);
    CHECK(block->accept({15, 1, 3, 0, 0}, Parameters(Vector{{10.0}})) ==
          Refusal::kNone);
    CHECK(block->close().weighted(0) == 2 + 30);
  }
}

TEST_CASE("sums of blocks add up, the first one to nothing") {
  PartialSum sum;
  sum.add({Vector{{1, 2}}, 3, 0.5, 0.25, 1, 3});
  CHECK(sum.weighted == Vector{{1, 2}});
  sum.add({Vector{{10, 20}}, 30, 1.5, 0.5, 2, 40});
  CHECK(sum.weighted == Vector{{11, 22}});
  CHECK(sum.weight == 33);
  CHECK(sum.online == 2);
  CHECK(sum.max_rr == 0.75);
  CHECK(sum.clients == 3);
  CHECK(sum.interactions == 43);
}

TEST_CASE("every refusal has words of its own") {
  std::set<std::string_view> words;
  for (const Refusal refusal :
       {Refusal::kNone, Refusal::kUnknownClient, Refusal::kTwice,
        Refusal::kWrongRound, Refusal::kWrongSize, Refusal::kSenseless,
        Refusal::kWrongInteractions, Refusal::kWrongOnline})
    CHECK(words.insert(describe(refusal)).second);
  CHECK_FALSE(words.contains("unknown"));
}

}  // namespace fedltr::block_test
