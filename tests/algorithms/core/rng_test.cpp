#include "algorithms/core/rng.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/core/linalg.hpp"
#include "algorithms/core/wide.hpp"

namespace fedltr::rng_test {

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

TEST_CASE("normals in bulk follow the normal distribution, to its tails") {
  constexpr int kNumbers = 1000000;
  std::vector<double> values(kNumbers);
  Rng rng(14, Purpose::kTest);
  rng.fill_normal(Eigen::Map<Eigen::VectorXd>(values.data(), kNumbers));
  std::array<int, 8> directions{};
  for (int i = 0; i < kNumbers; i += 2) {
    const double x = values[i];
    const double y = values[i + 1];
    ++directions[4 * (x > 0) + 2 * (y > 0) + (std::abs(x) > std::abs(y))];
  }
  for (const int count : directions)
    CHECK(std::abs(count - kNumbers / 16.0) <
          5 * std::sqrt(kNumbers / 16.0 * 7 / 8));
  const auto below = [](double x) { return std::erfc(-x / std::sqrt(2)) / 2; };
  for (const double far : {2.0, 3.0, 4.0})
    for (const double side : {-1.0, 1.0}) {
      const double expected = kNumbers * below(-far);
      const auto found = std::ranges::count_if(
          values, [&](double x) { return side * x > far; });
      CHECK(std::abs(double(found) - expected) < 5 * std::sqrt(expected));
    }
  // Kolmogorov and Smirnov's distance; p = 0.0001 at 2.23.
  std::ranges::sort(values);
  double distance = 0;
  for (int i = 0; i < kNumbers; ++i) {
    const double share = below(values[i]);
    distance = std::max({distance, share - double(i) / kNumbers,
                         double(i + 1) / kNumbers - share});
  }
  CHECK(distance * std::sqrt(kNumbers) < 2.23);
  // The smallest uniform number allows no more.
  CHECK(values.front() > -8.58);
  CHECK(values.back() < 8.58);
}

TEST_CASE("normals in bulk have one value each, whatever the registers") {
  for (const Eigen::Index size : {1, 2, 15, 16, 17, 33, 128, 129, 500}) {
    Eigen::VectorXd expected(size);
    for (const std::string_view name : register_names()) {
      use_registers(name);
      Rng rng(15, Purpose::kTest);
      rng();  // a half block is passed over
      Eigen::VectorXd values(size);
      rng.fill_normal(values);
      if (name == "baseline") {
        expected = values;
        // By the definition, with the C library's functions.
        Rng same(15, Purpose::kTest);
        same.skip(2);
        for (Eigen::Index i = 0; i + 1 < size; i += 2) {
          const double u = 1 - (same() >> 11) * 0x1p-53;
          const std::uint64_t bits = same();
          const double turn =
              ((bits >> 11) * 0x1p-53 - 0.5) * std::acos(-1) / 2;
          const double radius =
              std::sqrt(-2 * std::log(u)) * (bits % 2 == 1 ? -1 : 1);
          const double c = radius * std::cos(turn);
          const double s = radius * std::sin(turn);
          const bool turned = bits / 2 % 2 == 1;
          CHECK(std::abs(values(i) - (turned ? s : c)) <= 4e-15);
          CHECK(std::abs(values(i + 1) - (turned ? c : s)) <= 4e-15);
        }
      } else {
        CHECK(values == expected);
      }
    }
  }
}

TEST_CASE("a stream is the blocks of its counter, two numbers each") {
  const std::uint64_t seed = 0x0123456789abcdef;
  Rng rng(seed, Purpose::kClick, 5, 6);
  for (std::uint32_t block = 0; block < 3; ++block) {
    const auto words =
        Rng::philox({block, 6, 5, static_cast<std::uint32_t>(Purpose::kClick)},
                    {0x89abcdef, 0x01234567});
    CHECK(rng() == (words[0] | std::uint64_t{words[1]} << 32));
    CHECK(rng() == (words[2] | std::uint64_t{words[3]} << 32));
  }
}

TEST_CASE("numbers in bulk, or passed over, are those drawn one by one") {
  for (const std::string_view name : register_names()) {
    use_registers(name);
    for (const int before : {0, 1, 2})
      for (const std::size_t count : {0, 1, 2, 3, 8, 19, 20, 33, 64, 65, 300}) {
        CAPTURE(name);
        CAPTURE(before);
        CAPTURE(count);
        Rng single(7, Purpose::kTest, 1);
        for (int i = 0; i < before; ++i) single();
        Rng bulk = single;
        Rng passing = single;
        std::vector<double> values(count + 1, -1);
        bulk.fill_uniform(std::span(values).first(count));
        for (std::size_t i = 0; i < count; ++i)
          REQUIRE(values[i] == single.uniform());
        CHECK(values[count] == -1);
        passing.skip(static_cast<std::uint32_t>(count));
        for (int i = 0; i < 3; ++i) {
          const std::uint64_t next = single();
          CHECK(bulk() == next);
          CHECK(passing() == next);
        }
      }
  }
}

TEST_CASE("below stays below, for the smallest and the largest bounds") {
  Rng rng(3, Purpose::kTest);
  const std::uint64_t half = std::uint64_t{1} << 63;
  std::uint64_t upper = 0;
  for (int i = 0; i < 2000; ++i) {
    CHECK(rng.below(1) == 0);
    CHECK(rng.below(2) < 2);
    // Just above a power of two, nearly every second number is drawn again.
    const std::uint64_t number = rng.below(half + 1);
    CHECK(number <= half);
    upper += number > half / 2;
    CHECK(rng.below(~std::uint64_t{0}) < ~std::uint64_t{0});
  }
  CHECK(std::abs(double(upper) - 1000) < 5 * 22.4);  // five sigma
}

TEST_CASE("every order of four is as likely") {
  Rng rng(4, Purpose::kTest);
  std::map<std::array<int, 4>, double> counts;
  constexpr int kDraws = 48000;
  for (int i = 0; i < kDraws; ++i) {
    std::array<int, 4> values = {0, 1, 2, 3};
    shuffle(std::span<int>(values), rng);
    ++counts[values];
  }
  REQUIRE(counts.size() == 24);
  double chi_square = 0;
  for (const auto& [order, count] : counts)
    chi_square += (count - 2000) * (count - 2000) / 2000;
  CHECK(chi_square < 49.73);  // p = 0.001, 23 degrees of freedom
}

TEST_CASE("a shuffle of nothing or of one draws nothing") {
  Rng rng(5, Purpose::kTest);
  Rng same(5, Purpose::kTest);
  std::vector<int> values;
  shuffle(std::span(values), rng);
  values = {7};
  shuffle(std::span(values), rng);
  CHECK(values == std::vector<int>{7});
  CHECK(rng() == same());
}

TEST_CASE("normals drawn at once continue where the last ones ended") {
  Eigen::VectorXd whole(200);
  Rng rng(6, Purpose::kTest);
  rng.fill_normal(whole);
  // Both numbers of a pair are used, so parts of even size join.
  Rng parts(6, Purpose::kTest);
  for (Index done = 0; done < 200;) {
    const Index size = std::min<Index>(200 - done, 2 + done % 34);
    parts.fill_normal(whole.segment(done, 0));  // draws nothing
    Eigen::VectorXd part(size);
    parts.fill_normal(part);
    CHECK(part == whole.segment(done, size));
    done += size;
  }
  CHECK(rng() == parts());
}

TEST_CASE("normals begin with a new block, whatever was drawn before") {
  Eigen::VectorXd after_one(5);
  Eigen::VectorXd after_two(5);
  Rng one(7, Purpose::kTest);
  one();
  one.fill_normal(after_one);
  Rng two(7, Purpose::kTest);
  two();
  two();
  two.fill_normal(after_two);
  CHECK(after_one == after_two);
  CHECK(one() == two());
}

TEST_CASE("runs of folds and repeats have seeds of their own") {
  std::set<std::uint64_t> seeds;
  for (const std::uint64_t seed : {0, 1, 2})
    for (std::uint32_t fold = 0; fold < 6; ++fold)
      for (std::uint32_t repeat = 0; repeat < 20; ++repeat)
        seeds.insert(run_seed(seed, fold, repeat));
  CHECK(seeds.size() == 3 * 6 * 20);
  CHECK(run_seed(9, 2, 3) == Rng(9, Purpose::kRun, 2, 3)());
}

}  // namespace fedltr::rng_test
