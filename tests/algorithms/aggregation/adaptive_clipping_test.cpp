#include "algorithms/aggregation/adaptive_clipping.hpp"

#include <doctest/doctest.h>

namespace fedltr::adaptive_clipping_test {
namespace {

Prepared clip(const Matrix& models, std::uint32_t malicious,
              double global = 0) {
  const Vector start = Vector::Constant(models.cols(), global);
  std::vector<std::uint32_t> clients(models.rows());
  for (std::uint32_t i = 0; i < clients.size(); ++i) clients[i] = i;
  return clip_longest({models, clients, start, 1}, {.malicious = malicious});
}

}  // namespace

TEST_CASE("arc gives the numbers of ByzFL's documentation") {
  // n = 3, m = 1: floor(2 * 1 * 2 / 3) = 1 is cut.
  const Matrix models{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const Matrix expected{
      {1, 2, 3}, {4, 5, 6}, {4.41004009, 5.04004582, 5.67005155}};
  CHECK(clip(models, 1).models.isApprox(expected, 1e-8));
}

TEST_CASE("arc cuts the longest 2 m (n - m) / n updates, from the model on") {
  Matrix models(10, 1);
  for (Index i = 0; i < 10; ++i) models(i, 0) = 5 + (i % 2 ? i + 1 : -i - 1);
  // m = 3: floor(2 * 3 * 7 / 10) = 4 are cut to length 6; lengths are 1 to 10.
  const Matrix clipped = clip(models, 3, 5).models;
  for (Index i = 0; i < 6; ++i) CHECK(clipped(i, 0) == models(i, 0));
  for (Index i = 6; i < 10; ++i)
    CHECK(clipped(i, 0) == doctest::Approx(i % 2 ? 11 : -1));
}

TEST_CASE("arc clips nothing for m = 0, and otherwise spares one row or more") {
  const Matrix models{{1}, {-2}, {3}};
  CHECK(clip(models, 0).models == models);
  CHECK(clip(models, 3).models == models);  // every client could be malicious
  CHECK(clip(Matrix{{7}}, 1).models == Matrix{{7}});
}

}  // namespace fedltr::adaptive_clipping_test
