#include "algorithms/attacks/fang.hpp"

#include <numeric>

#include <doctest/doctest.h>

#include "algorithms/aggregation/krum.hpp"
#include "algorithms/core/rng.hpp"

namespace fedltr::fang_test {
namespace {

Matrix craft(const AttackMethod& method, const Vector& global,
             const Matrix& honest, Index attackers, std::uint32_t clients) {
  return method.make({})->craft({global, honest, attackers, clients,
                                 static_cast<std::uint32_t>(attackers),
                                 Rng(1, Purpose::kAttack, 0, 1)});
}

}  // namespace

TEST_CASE("fang-krum is equally far back in every parameter") {
  const Vector global{{1, 1, 1}};
  // One attacker of six; on average up, down, and up.
  const Matrix honest{{2.0, 0.0, 2.0}, {2.1, 0.1, 2.1}, {1.9, -0.1, 1.9},
                      {2.0, 0.1, 1.9}, {2.1, 0.0, 2.1}, {1.9, -0.1, 2.0}};
  const Matrix sent = craft(fang_krum_attack(), global, honest, 1, 6);
  const double lambda = 1 - sent(0, 0);
  CHECK(lambda > 0);
  CHECK(sent(0, 1) == doctest::Approx(1 + lambda));
  CHECK(sent(0, 2) == doctest::Approx(1 - lambda));
}

TEST_CASE("krum picks what fang-krum sends") {
  // Honest models that differ by more than they move leave room for a lie.
  for (const std::uint32_t attackers : {2U, 3U}) {
    CAPTURE(attackers);
    Rng rng(attackers, Purpose::kTest, 41);
    const Index honest = 7;
    Matrix models(honest + attackers, 4);
    for (double& value : models.reshaped()) value = rng.normal();
    const Vector move = models.colwise().mean();
    const Vector global = Vector::Zero(4);
    const auto clients = static_cast<std::uint32_t>(models.rows());
    models.topRows(attackers) =
        craft(fang_krum_attack(), global, models, attackers, clients);
    std::vector<std::uint32_t> ids(clients);
    std::iota(ids.begin(), ids.end(), 0U);
    std::vector<double> shares(clients);
    const Vector chosen = krum_rule()
                              .make({.malicious = attackers})
                              ->aggregate({models, ids, global, 1}, shares);
    CHECK(chosen == models.row(0).transpose());
    // Away from the average direction.
    CHECK((chosen.array() * move.array() < 0).all());
  }
}

TEST_CASE("fang-krum ends for models beyond what distances hold") {
  const Vector global = Vector::Zero(2);
  const Matrix honest = Matrix::Constant(6, 2, 1e200);
  const Matrix sent = craft(fang_krum_attack(), global, honest, 1, 6);
  CHECK(sent == Matrix::Constant(1, 2, -1e-5));
}

TEST_CASE("fang-krum moves least when the honest ones do not move") {
  const Vector global{{2, -2}};
  const Matrix honest = global.transpose().replicate(6, 1);
  const Matrix sent = craft(fang_krum_attack(), global, honest, 2, 6);
  CHECK(sent.row(0) == sent.row(1));
  CHECK((sent.row(0).transpose() - global).cwiseAbs().maxCoeff() ==
        doctest::Approx(1e-5));
}

TEST_CASE("fang-trim lies beyond the honest extreme, away from the move") {
  // The first row is the attacker's own, which the server never sees.
  const Matrix honest{{-90, 90}, {3, -3}, {4, -4}, {5, -2}};
  const Vector up_down{{0, 0}};
  for (int sign : {1, -1}) {
    // Up from 0 to (3, -3): below 3, down to half of it, and above -2.
    // Mirrored: above -3 and below 2.
    Matrix models = sign * honest;
    models.row(0).setZero();
    const Matrix sent = craft(fang_trim_attack(), up_down, models, 1, 4);
    CHECK(sign * sent(0, 0) >= 1.5);
    CHECK(sign * sent(0, 0) <= 3);
    CHECK(sign * sent(0, 1) >= -2);
    CHECK(sign * sent(0, 1) <= -1);
  }
}

TEST_CASE("beyond an extreme of the other sign is up to twice as far") {
  const Vector global{{-9}};
  const Matrix honest{{-4}, {-3}, {-2}};  // up from -9: below -3
  const Matrix sent = craft(fang_trim_attack(), global, honest, 1, 3);
  CHECK(sent(0, 0) <= -3);
  CHECK(sent(0, 0) >= -6);
}

}  // namespace fedltr::fang_test
