// Clients without a click send the model unchanged.
#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/aggregation/aggregation.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::silent_clients_test {
namespace {

constexpr Index kClients = 20;
constexpr Index kSize = 6;

/// Updates of a round in which `with_clicks` random clients had a click.
Matrix updates_of(std::uint32_t round, Index with_clicks) {
  Rng rng(1, Purpose::kTest, 0, round);
  std::vector<Index> order(kClients);
  std::iota(order.begin(), order.end(), Index{0});
  shuffle(std::span(order), rng);
  Matrix updates = Matrix::Zero(kClients, kSize);
  for (Index i = 0; i < with_clicks; ++i)
    for (Index j = 0; j < kSize; ++j)
      updates(order[i], j) = 1 + 0.5 * rng.normal();
  return updates;
}

/// The model after 50 rounds.
Vector trained(const std::string& name, Index with_clicks) {
  RuleOptions options;
  options.seed = 1;
  const auto rule = make_robust_rule(name, "none", options);
  std::vector<std::uint32_t> clients(kClients);
  std::iota(clients.begin(), clients.end(), 0U);
  std::vector<double> selection(kClients);
  Vector model = Vector::Zero(kSize);
  for (std::uint32_t round = 1; round <= 50; ++round) {
    const Matrix models =
        updates_of(round, with_clicks).rowwise() + model.transpose();
    model = rule->aggregate({models, clients, model, round}, selection);
  }
  return model;
}

}  // namespace

TEST_CASE("rules that cut to a usual length learn from the few with clicks") {
  // The mean moves by 1 per round of all clients, so by .3 and .45 for 6 and 9.
  for (const std::string rule :
       {"norm-bound", "centered-clip", "flame", "signguard"})
    for (const Index with_clicks : {6, 9, 20}) {
      CAPTURE(rule);
      CAPTURE(with_clicks);
      const double moved = trained(rule, with_clicks).mean();
      // flame keeps two thirds of them.
      CHECK(moved > 0.6 * 50 * double(with_clicks) / kClients);
      CHECK(moved < 1.05 * 50);  // signguard leaves unmoved clients out
    }
}

TEST_CASE("where a third of those that moved may be malicious, nothing moves") {
  // Four of eight: too many for the rules that judge by those that moved.
  Matrix models = Matrix::Zero(kClients, kSize);
  models.topRows(4).setConstant(1e9);
  models.middleRows(4, 4).setConstant(-1);
  std::vector<std::uint32_t> clients(kClients);
  std::iota(clients.begin(), clients.end(), 0U);
  std::vector<double> selection(kClients);
  const Vector model = Vector::Zero(kSize);
  for (const std::string rule :
       {"norm-bound", "centered-clip", "flame", "signguard"}) {
    CAPTURE(rule);
    CHECK(make_robust_rule(rule, "none", {.malicious = 4})
              ->aggregate({models, clients, model, 1}, selection)
              .isZero());
  }
}

TEST_CASE("centered-clip comes to rest where too few have clicks") {
  std::vector<std::uint32_t> clients(kClients);
  std::iota(clients.begin(), clients.end(), 0U);
  std::vector<double> selection(kClients);
  const auto rule = make_robust_rule("centered-clip", "none", {.malicious = 2});
  Vector model = Vector::Zero(kSize);
  for (std::uint32_t round = 1; round <= 40; ++round) {
    Matrix models = Matrix::Zero(kClients, kSize).rowwise() + model.transpose();
    if (round == 1)
      models.array() += 1;
    else
      models.topRows(6) *= 0.8;  // they pull back
    model = rule->aggregate({models, clients, model, round}, selection);
  }
  CHECK(model.maxCoeff() < 2);
}

}  // namespace fedltr::silent_clients_test
