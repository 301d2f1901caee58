#include "algorithms/aggregation/foundation.hpp"

#include <numeric>

#include <doctest/doctest.h>

namespace fedltr::foundation_test {
namespace {

struct Outcome {
  double model;
  std::vector<double> selection;
};

Outcome aggregate(const Matrix& models, std::uint32_t malicious,
                  const ParameterValues& parameters) {
  std::vector<std::uint32_t> clients(models.rows());
  std::iota(clients.begin(), clients.end(), 0U);
  Outcome outcome{0, std::vector<double>(clients.size())};
  const Vector global = Vector::Zero(models.cols());
  outcome.model =
      foundation_rule()
          .make({.malicious = malicious, .seed = 1, .parameters = parameters})
          ->aggregate({models, clients, global, 1}, outcome.selection)(0);
  return outcome;
}

const Matrix kLine{{0}, {1}, {2}, {10}};

}  // namespace

TEST_CASE("the least extreme model is farthest from both ends") {
  CHECK(least_extreme(kLine) == 2);
  // Ends (4, 4) and (0, 0): distances to the nearer one are 0, sqrt 5, 0 and
  // sqrt 8.
  CHECK(least_extreme(Matrix{{0, 0}, {1, 2}, {4, 4}, {2, 2}}) == 3);
}

TEST_CASE("foundation by hand: copies of the least extreme join the models") {
  // 0 1 2 10, and 2 2: without the ends 1 2 2 2.
  const Outcome trimmed = aggregate(kLine, 1, {});
  CHECK(trimmed.model == doctest::Approx(1.75));
  CHECK(trimmed.selection[0] == 0);
  CHECK(trimmed.selection[3] == 0);
  CHECK(std::accumulate(trimmed.selection.begin(), trimmed.selection.end(),
                        0.0) == doctest::Approx(4));
  CHECK(trimmed.selection[2] == doctest::Approx(3));
  CHECK(aggregate(kLine, 1, {{"foundation.rule", "median"}}).model == 2);
}

TEST_CASE("without copies it is the rule itself") {
  const ParameterValues none = {{"foundation.copies", 0.0}};
  CHECK(aggregate(kLine, 1, none).model == doctest::Approx(1.5));
  CHECK(aggregate(kLine, 0, none).model == doctest::Approx(13.0 / 4));
}

TEST_CASE("beside a huge model the next one counts as the least extreme") {
  // As defined: from (1e24, -1) the others are as good as equally far, and from
  // the low end the client that is at 1000 is farthest.
  Matrix models = Matrix::Zero(12, 1);
  models(0, 0) = 1e24;
  models(1, 0) = 1000;
  models(2, 0) = -1;
  CHECK(least_extreme(models) == 1);
  CHECK(aggregate(models, 2, {}).model > 300);
  CHECK(aggregate(models, 2, {{"foundation.rule", "median"}}).model == 0);
}

TEST_CASE("a model far off is not copied") {
  CHECK(least_extreme(Matrix{{0}, {1}, {2}, {3}, {1e9}}) == 3);
}

}  // namespace fedltr::foundation_test
