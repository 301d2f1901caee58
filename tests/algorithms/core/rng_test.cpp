#include "algorithms/core/rng.hpp"

#include <array>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

using namespace fedltr;

TEST_CASE("philox gives the published known answers") {
  // Random123's kat_vectors, philox4x32 with 10 rounds.
  CHECK(Rng::philox({0, 0, 0, 0}, {0, 0}) ==
        Rng::Block{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  constexpr std::uint32_t kOnes = 0xffffffff;
  CHECK(Rng::philox({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}) ==
        Rng::Block{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(Rng::philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                    {0xa4093822, 0x299f31d0}) ==
        Rng::Block{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("every part of a stream's key gives other numbers") {
  std::set<std::uint64_t> first;
  for (const std::uint64_t seed : {1ULL, 2ULL, 1ULL << 40})
    for (const Purpose purpose : {Purpose::kQuery, Purpose::kClick})
      for (const std::uint32_t entity : {0U, 1U, 1000000U})
        for (const std::uint32_t round : {0U, 1U, 9999U})
          first.insert(Rng(seed, purpose, entity, round)());
  CHECK(first.size() == 3 * 2 * 3 * 3);
}

TEST_CASE("the same key gives the same numbers") {
  Rng a(7, Purpose::kTest, 3, 4);
  Rng b(7, Purpose::kTest, 3, 4);
  for (int i = 0; i < 100; ++i) CHECK(a() == b());
}

TEST_CASE("below is uniform: chi-square on 10^6 draws, 12 cells") {
  Rng rng(1, Purpose::kTest);
  std::array<double, 12> counts{};
  constexpr int kDraws = 1000000;
  for (int i = 0; i < kDraws; ++i) ++counts[rng.below(12)];
  double chi_square = 0;
  for (const double count : counts)
    chi_square +=
        (count - kDraws / 12.0) * (count - kDraws / 12.0) / (kDraws / 12.0);
  CHECK(chi_square < 31.26);  // p = 0.001, 11 degrees of freedom
}

TEST_CASE("uniform and normal have the right moments") {
  Rng rng(2, Purpose::kTest);
  constexpr int kDraws = 1000000;
  double uniform = 0;
  double normal = 0;
  double square = 0;
  double fourth = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double u = rng.uniform();
    REQUIRE(u >= 0);
    REQUIRE(u < 1);
    uniform += u;
    const double z = rng.normal();
    normal += z;
    square += z * z;
    fourth += z * z * z * z;
  }
  // Five standard errors each.
  CHECK(std::abs(uniform / kDraws - 0.5) < 5 * 0.2887 / 1000);
  CHECK(std::abs(normal / kDraws) < 5.0 / 1000);
  CHECK(std::abs(square / kDraws - 1) < 5 * std::sqrt(2.0) / 1000);
  CHECK(std::abs(fourth / kDraws - 3) < 5 * std::sqrt(96.0) / 1000);
}

TEST_CASE("normals drawn at once have the right moments and correlations") {
  for (const int size : {1, 2, 7, 46, 64, 65, 1000}) {
    CAPTURE(size);
    constexpr int kNumbers = 400000;
    double sum = 0;
    double square = 0;
    double fourth = 0;
    double lag = 0;
    Eigen::VectorXd values(size);
    const int fills = kNumbers / size;
    for (int i = 0; i < fills; ++i) {
      Rng rng(4, Purpose::kTest, static_cast<std::uint32_t>(i));
      rng.fill_normal(values);
      sum += values.sum();
      square += values.squaredNorm();
      fourth += values.array().pow(4).sum();
      if (size > 1) lag += values.head(size - 1).dot(values.tail(size - 1));
    }
    const double n = fills * size;
    // Five standard errors each.
    CHECK(std::abs(sum / n) < 5 / std::sqrt(n));
    CHECK(std::abs(square / n - 1) < 5 * std::sqrt(2 / n));
    CHECK(std::abs(fourth / n - 3) < 5 * std::sqrt(96 / n));
    CHECK(std::abs(lag / n) < 5 / std::sqrt(n));
  }
}
