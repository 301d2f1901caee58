#include "algorithms/sketch/hashes.hpp"

#include <array>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::hashes_test {
namespace {

/// Share of keys for which two fingerprints share a row's column, and the sum
/// of the products of their signs.
struct Meetings {
  double rate = 0;
  double signs = 0;
};

Meetings meetings(std::uint64_t x, std::uint64_t y, std::uint32_t columns) {
  constexpr std::uint32_t kRows = 4000;
  Meetings sum;
  for (std::uint8_t key = 1; key <= 5; ++key) {
    const RowHashes hashes(Secret{key}, kRows, columns);
    for (std::uint32_t row = 0; row < kRows; ++row) {
      const Cell a = hashes.spot(row, x);
      const Cell b = hashes.spot(row, y);
      sum.rate += a.column() == b.column();
      sum.signs += a.sign() * b.sign();
    }
  }
  return {sum.rate / (5 * kRows), sum.signs / (5 * kRows)};
}

}  // namespace

TEST_CASE("two terms meet in a column once in w hashes, signs independent") {
  // The worst pairs for weaker families: neighbours, and bits far apart.
  for (const std::uint32_t columns : {2U, 7U, 200U})
    for (const auto& [x, y] : {std::pair<std::uint64_t, std::uint64_t>{0, 1},
                               {1, 2},
                               {5, std::uint64_t{1} << 63},
                               {0x123456789abcdef0, 0x0fedcba987654321}}) {
      CAPTURE(columns);
      const Meetings met = meetings(x, y, columns);
      const double p = 1.0 / columns;
      CHECK(std::abs(met.rate - p) < 4.5 * std::sqrt(p * (1 - p) / 20000));
      CHECK(std::abs(met.signs) < 4.5 / std::sqrt(20000));
    }
}

TEST_CASE("columns are uniform for any w, signs in each column too") {
  for (const std::uint32_t columns : {1U, 3U, 200U, 1000U}) {
    const RowHashes hashes(Secret{9}, 1, columns);
    constexpr std::uint32_t kTerms = 200000;
    std::vector<double> counts(2 * std::size_t{columns});
    for (std::uint64_t x = 0; x < kTerms; ++x) {
      // Fingerprints are random; multiply-shift alone promises pairs only.
      const Cell spot = hashes.spot(0, x * 0x9E3779B97F4A7C15 ^ x << 17);
      REQUIRE(spot.column() < columns);
      ++counts[2 * spot.column() + (spot.negative() ? 1 : 0)];
    }
    const double mean = kTerms / (2.0 * columns);
    double chi_square = 0;
    for (const double count : counts)
      chi_square += (count - mean) * (count - mean) / mean;
    const double freedom = 2.0 * columns - 1;
    CHECK(chi_square < freedom + 5 * std::sqrt(2 * freedom));
  }
}

TEST_CASE("the most columns are 2^31, and rows 4096") {
  const RowHashes hashes(Secret{1}, 2, std::uint32_t{1} << 31);
  std::uint32_t most = 0;
  for (std::uint64_t x = 0; x < 100; ++x)
    most = std::max(most, hashes.spot(1, x * 0x9E3779B97F4A7C15).column());
  CHECK(most > std::uint32_t{1} << 30);
  CHECK_THROWS_AS(RowHashes(Secret{}, 1, 0), std::invalid_argument);
  CHECK_THROWS_AS(RowHashes(Secret{}, 1, (std::uint32_t{1} << 31) + 1),
                  std::invalid_argument);
  CHECK_THROWS_AS(RowHashes(Secret{}, 0, 1), std::invalid_argument);
  CHECK_THROWS_AS(RowHashes(Secret{}, 4097, 1), std::invalid_argument);
}

TEST_CASE("a dictionary's spots are those of its fingerprints") {
  const RowHashes hashes(Secret{2}, 5, 100);
  const std::vector<std::uint64_t> fingerprints{11, 7, 1000};
  const TermSpots spots(hashes, fingerprints);
  CHECK(spots.terms() == 3);
  for (TermId term = 0; term < 3; ++term)
    for (std::uint32_t row = 0; row < 5; ++row)
      CHECK(spots[term][row] == hashes.spot(row, fingerprints[term]));
}

TEST_CASE("another key, another hash") {
  const RowHashes one(Secret{1}, 100, 1000);
  const RowHashes other(Secret{2}, 100, 1000);
  int same = 0;
  for (std::uint32_t row = 0; row < 100; ++row)
    same += one.spot(row, 5) == other.spot(row, 5);
  CHECK(same <= 3);
}

TEST_CASE("a spot is the upper half of a x + b, written out in 32-bit digits") {
  // a x + b modulo 2^128 by long multiplication, in base 2^32.
  const auto upper_half = [](const std::array<std::uint64_t, 4>& numbers,
                             std::uint64_t x) {
    const auto [a_high, a_low, b_high, b_low] = numbers;
    const auto digit = [](std::uint64_t number, int i) {
      return number >> 32 * i & 0xffffffff;
    };
    const std::uint64_t a[] = {digit(a_low, 0), digit(a_low, 1),
                               digit(a_high, 0), digit(a_high, 1)};
    std::uint64_t sum[] = {digit(b_low, 0), digit(b_low, 1), digit(b_high, 0),
                           digit(b_high, 1)};
    for (int j = 0; j < 2; ++j) {
      std::uint64_t carry = 0;
      for (int i = 0; i + j < 4; ++i) {
        const std::uint64_t product = a[i] * digit(x, j) + sum[i + j] + carry;
        sum[i + j] = digit(product, 0);
        carry = digit(product, 1);
      }
    }
    return sum[3] << 32 | sum[2];
  };
  const Secret key{4, 5, 6};
  KeyStream stream(key);
  const RowHashes hashes(key, 20, 1000);
  Rng rng(1, Purpose::kTest);
  for (std::uint32_t row = 0; row < 20; ++row) {
    const std::array<std::uint64_t, 4> numbers = {stream(), stream(), stream(),
                                                  stream()};
    for (int i = 0; i < 50; ++i) {
      const std::uint64_t x = i == 0 ? ~std::uint64_t{0} : rng();
      const std::uint64_t hash = upper_half(numbers, x);
      const Cell spot = hashes.spot(row, x);
      CHECK(spot.negative() == (hash >> 63 == 1));
      CHECK(spot.sign() == (spot.negative() ? -1 : 1));
      const double share = std::ldexp(double(hash & ~(1ULL << 63)), -63);
      CHECK(std::abs(spot.column() + 0.5 - 1000 * share) <= 0.5 + 1e-9);
    }
  }
}

TEST_CASE("more rows do not change the first ones") {
  const RowHashes few(Secret{7}, 3, 50);
  const RowHashes many(Secret{7}, 9, 50);
  CHECK(few.rows() == 3);
  CHECK(many.columns() == 50);
  std::vector<Cell> spots(9);
  many.spots(12345, spots);
  for (std::uint32_t row = 0; row < 3; ++row)
    CHECK(few.spot(row, 12345) == spots[row]);
  CHECK_THROWS_WITH(few.spots(1, spots), "a term has one spot in each row");
  CHECK(TermSpots(few, {}).terms() == 0);
}

}  // namespace fedltr::hashes_test
