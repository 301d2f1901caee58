#include "algorithms/aggregation/vigilant.hpp"

#include <cmath>
#include <functional>
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::vigilant_test {
namespace {

constexpr Index kClients = 10;
constexpr Index kMalicious = 3;  ///< the first ones
constexpr Index kParameters = 6;

Vigilant make_rule(std::uint64_t window, std::uint32_t clients = 0) {
  return Vigilant(
      {.parameters = {{"window", window}}, .trusted = {}, .clients = clients});
}

struct Outcome {
  Vector move;
  std::vector<double> selection;
};

Outcome aggregate(Vigilant& rule, const Matrix& updates,
                  std::vector<std::uint32_t> clients = {},
                  const std::vector<std::uint32_t>& eligible = {}) {
  if (clients.empty()) {
    clients.resize(updates.rows());
    std::iota(clients.begin(), clients.end(), 0U);
  }
  Outcome outcome{{}, std::vector<double>(updates.rows())};
  const Vector global = Vector::Zero(updates.cols());
  outcome.move = rule.aggregate({updates, clients, global, 1, eligible},
                                outcome.selection);
  return outcome;
}

/// Honest updates: standard normal noise about a drift of 0.1.
Matrix round_of(std::uint32_t round, double drift = 0.1) {
  Rng rng(1, Purpose::kTest, round);
  Matrix updates(kClients, kParameters);
  for (double& value : updates.reshaped<Eigen::RowMajor>())
    value = drift + rng.normal();
  return updates;
}

/// Rewrites the first rows of a round, as an attack does.
using Poison = std::function<void(Matrix& updates, std::uint32_t round)>;

/// Attacks that worked on earlier versions of the rule.
std::vector<Poison> attacks_of_strength(double strength) {
  const auto away = [=](Matrix& updates, std::uint32_t) {
    updates.topRows(kMalicious).array() -= strength;
  };
  const auto once = [=](Matrix& updates, std::uint32_t round) {
    if (round == 40) updates.row(0).setConstant(-strength);
  };
  const auto seesaw = [=](Matrix& updates, std::uint32_t round) {
    updates.topRows(kMalicious).array() -= 1;
    updates(0, 0) += round % 2 ? strength : -strength;
    updates(1, 0) -= round % 2 ? strength : -strength;
  };
  const auto rotating = [=](Matrix& updates, std::uint32_t round) {
    updates.row(round / 10 % kMalicious).array() -= strength;
  };
  const auto late = [=](Matrix& updates, std::uint32_t round) {
    if (round >= 190) updates.topRows(kMalicious).setConstant(-strength);
  };
  return {away, once, seesaw, rotating, late};
}

}  // namespace

TEST_CASE("vigilant by hand: the median of sums less what was done") {
  Vigilant rule = make_rule(10);
  // The claim of 50 is cut to 10 times the median 1.
  const Outcome first = aggregate(rule, Matrix{{0}, {1}, {50}});
  CHECK(first.move(0) == doctest::Approx(1).epsilon(1e-4));
  CHECK(first.selection == std::vector<double>{1, 1, 0.2});
  // -0.9, 0, 8.1 remain, a tenth forgotten; now -0.9, 0, -31.9.
  const Outcome second = aggregate(rule, Matrix{{0}, {0}, {-40}});
  CHECK(second.move(0) == doctest::Approx(-0.9).epsilon(1e-4));
}

TEST_CASE("nothing moves until half of the clients were heard") {
  Vigilant rule = make_rule(100000, 5);
  CHECK(aggregate(rule, Matrix{{1e9}, {1e9}}, {3, 4}).move(0) == 0);
  // Two updates count as five. The first two are alone with their 1e9.
  CHECK(aggregate(rule, Matrix{{1}, {1}}, {0, 1}).move(0) ==
        doctest::Approx(2.5).epsilon(1e-3));
}

TEST_CASE("clients that can't take part claim nothing") {
  // Six of ten never send: the other four are all there is.
  Vigilant rule = make_rule(100000, 10);
  CHECK(aggregate(rule, Matrix{{1}, {1}, {1}, {1}}, {6, 7, 8, 9}).move(0) == 0);
  Vigilant knows = make_rule(100000, 10);
  CHECK(aggregate(knows, Matrix{{1}, {1}, {1}, {1}}, {6, 7, 8, 9}, {6, 7, 8, 9})
            .move(0) == doctest::Approx(1));
  // Nothing moves until half of them have sent.
  Vigilant few = make_rule(100000, 10);
  CHECK(aggregate(few, Matrix{{1}}, {9}, {6, 7, 8, 9}).move(0) == 0);
  CHECK_THROWS_AS(aggregate(few, Matrix{{1}}, {5}, {6, 7, 8, 9}),
                  std::invalid_argument);
}

TEST_CASE("a client that leaves takes its claim along, and begins anew") {
  Vigilant rule = make_rule(100000);
  // Five claims of 0, 0, 0, 8, 8: the model does not move.
  const Matrix apart{{0}, {0}, {0}, {8}, {8}};
  CHECK(aggregate(rule, apart).move(0) == doctest::Approx(0));
  // 8 and 8 remain.
  CHECK(aggregate(rule, Matrix{{0}, {0}}, {3, 4}, {3, 4}).move(0) ==
        doctest::Approx(8));
  // Now 0 and 0; a client that returns claims its current update.
  CHECK(aggregate(rule, Matrix{{1}, {1}, {1}, {0}, {0}}).move(0) ==
        doctest::Approx(1).epsilon(1e-3));
}

TEST_CASE("all clients named are as good as none named, bit for bit") {
  Vigilant rule = make_rule(20, kClients);
  Vigilant named = make_rule(20, kClients);
  for (std::uint32_t round = 1; round <= 20; ++round) {
    const Matrix updates = round_of(round).topRows(6);
    const std::vector<std::uint32_t> some = {0, 2, 3, 5, 8, 9};
    const Outcome outcome = aggregate(rule, updates, some);
    const Outcome again =
        aggregate(named, updates, some, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9});
    CHECK(outcome.move == again.move);
    CHECK(outcome.selection == again.selection);
  }
}

TEST_CASE(
    "any messages of three in ten leave the move near the others' claims") {
  // (1 - a) / sqrt(1 - 2 a) with a = 0.3.
  const double bound = 0.7 / std::sqrt(0.4);
  for (const double strength : {1e-3, 0.3, 3.0, 1e3, 1e9, 1e200, 1e307})
    for (const Poison& poison : attacks_of_strength(strength)) {
      Vigilant rule = make_rule(50);
      Matrix claims = Matrix::Zero(kClients - kMalicious, kParameters);
      for (std::uint32_t round = 1; round <= 200; ++round) {
        Matrix updates = round_of(round);
        poison(updates, round);
        const Vector move = aggregate(rule, updates).move;
        claims += updates.bottomRows(kClients - kMalicious);
        const Vector centre = claims.colwise().mean().transpose();
        const double radius = distances_to(claims, centre).maxCoeff();
        REQUIRE((move - centre).norm() <= bound * radius * (1 + 1e-6));
        claims.rowwise() -= move.transpose();
        claims *= 1 - 1.0 / 50;
      }
    }
}

TEST_CASE("claims that clients agree on outgrow every attack") {
  // If a round's noise hides a drift tenfold, the others' share of it arrives.
  for (const double strength : {0.1, 0.3, 1.0, 10.0, 1e6})
    for (const Poison& poison : attacks_of_strength(strength)) {
      Vigilant rule = make_rule(100);
      Vector model = Vector::Zero(kParameters);
      for (std::uint32_t round = 1; round <= 600; ++round) {
        Matrix updates = round_of(round);
        poison(updates, round);
        model += aggregate(rule, updates).move;
      }
      CHECK(model.mean() > 0.6 * 600 * 0.1);
    }
}

TEST_CASE("loud clients are rejected, different ones are not") {
  for (const double strength : {1.0, 1e3, 1e307}) {
    Vigilant rule = make_rule(50);
    Outcome last;
    for (std::uint32_t round = 1; round <= 100; ++round) {
      Matrix updates = round_of(round);
      updates.topRows(kMalicious).array() -= strength;
      last = aggregate(rule, updates);
    }
    for (Index i = 0; i < kClients; ++i)
      CHECK((last.selection[i] < 0.5) == (strength > 1 && i < kMalicious));
  }
}

TEST_CASE("without attack nothing is lost: sums are those of the mean") {
  Vigilant rule = make_rule(50);
  Vector model = Vector::Zero(kParameters);
  Vector mean = Vector::Zero(kParameters);
  for (std::uint32_t round = 1; round <= 500; ++round) {
    const Matrix updates = round_of(round);
    model += aggregate(rule, updates).move;
    mean += updates.colwise().mean().transpose();
  }
  CHECK((model - mean).norm() < 0.05 * mean.norm());
}

TEST_CASE("clients that take part now and then move the model as far") {
  Vigilant rule = make_rule(50, kClients);
  Vector model = Vector::Zero(kParameters);
  for (std::uint32_t round = 1; round <= 1000; ++round) {
    std::vector<std::uint32_t> clients = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
    Rng rng(1, Purpose::kTest, 5000, round);
    shuffle(std::span(clients), rng);
    clients.resize(2);
    std::ranges::sort(clients);
    model += aggregate(rule, round_of(round).topRows(2), clients).move;
  }
  CHECK(model.mean() == doctest::Approx(1000 * 0.1).epsilon(0.15));
}

TEST_CASE("a claim beyond what numbers hold counts as none") {
  Vigilant rule = make_rule(8, 5);
  aggregate(rule, Matrix{{1}, {2}, {4}}, {1, 2, 3});
  // Alone it claims for five.
  const Outcome outcome = aggregate(rule, Matrix{{1e308}}, {0});
  CHECK(outcome.move.allFinite());
  CHECK(outcome.selection == std::vector<double>{0});
  CHECK(aggregate(rule, Matrix{{1}, {2}, {4}}, {1, 2, 3}).move.allFinite());
}

TEST_CASE("a vigilant rule resumes from a checkpoint as if never stopped") {
  Vigilant rule = make_rule(20);
  for (std::uint32_t round = 1; round <= 8; ++round)
    aggregate(rule, round_of(round));
  Archive written;
  rule.exchange(written);
  const std::string bytes = written.take();
  Vigilant resumed = make_rule(20);
  Archive read(bytes);
  resumed.exchange(read);
  for (std::uint32_t round = 9; round <= 20; ++round) {
    const Outcome outcome = aggregate(rule, round_of(round));
    const Outcome again = aggregate(resumed, round_of(round));
    CHECK(outcome.selection == again.selection);
    CHECK(outcome.move == again.move);
  }
}

}  // namespace fedltr::vigilant_test
