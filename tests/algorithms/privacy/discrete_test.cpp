#include "algorithms/privacy/discrete.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::discrete_test {
namespace {

Bits bits_of(std::uint32_t stream) {
  return [rng = Rng(1, Purpose::kTest, stream)]() mutable { return rng(); };
}

/// Draws and compares the frequency of each small number with its probability.
/// @param weight  proportional to the probability
void check_law(const std::function<std::int64_t()>& draw,
               const std::function<double(double)>& weight) {
  constexpr int kDraws = 40000;
  constexpr std::int64_t kFar = 4;
  std::map<std::int64_t, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[draw()];
  double all = 0;
  for (int x = -1000; x <= 1000; ++x) all += weight(x);
  for (std::int64_t x = -kFar; x <= kFar; ++x) {
    const double odds = weight(static_cast<double>(x)) / all;
    CAPTURE(x);
    CHECK(std::abs(counts[x] - kDraws * odds) <
          5 * std::sqrt(kDraws * odds * (1 - odds)));
  }
}

std::function<double(double)> laplace_law(double scale) {
  return [scale](double x) { return std::exp(-std::abs(x) / scale); };
}

}  // namespace

TEST_CASE("uniform draws are within the bound and equally frequent") {
  const Bits bits = bits_of(1);
  constexpr int kDraws = 60000;
  std::map<std::uint64_t, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[uniform_below(6, bits)];
  CHECK(counts.size() == 6);
  CHECK(counts.rbegin()->first == 5);
  for (const auto& [value, count] : counts)  // five standard errors
    CHECK(std::abs(count - kDraws / 6) < 5 * std::sqrt(kDraws / 6.0));
  CHECK(uniform_below(1, bits) == 0);
}

TEST_CASE("bits that would bring a bias are drawn again") {
  // 2^64 is 1 modulo 3: one of all words is rejected.
  std::vector<std::uint64_t> words;
  for (std::uint64_t word = 0; word < 6; ++word)
    words.push_back(word * 0x5555555555555555);
  std::size_t next = 0;
  const Bits bits = [&] { return words.at(next++); };
  std::map<std::uint64_t, int> counts;
  while (next < 5) ++counts[uniform_below(3, bits)];
  for (const auto& [value, count] : counts) CHECK(value < 3);
}

TEST_CASE("a partial shuffle puts a random part in front and loses nothing") {
  const Bits bits = bits_of(2);
  std::vector<int> first(5, 0);
  for (int i = 0; i < 10000; ++i) {
    std::vector<int> values = {0, 1, 2, 3, 4};
    partial_shuffle(std::span(values), 2, bits);
    for (std::size_t place = 0; place < 2; ++place)
      ++first[static_cast<std::size_t>(values[place])];
    std::ranges::sort(values);
    REQUIRE(values == std::vector<int>{0, 1, 2, 3, 4});
  }
  for (const int count : first)  // binomial(10000, .4), five deviations
    CHECK(std::abs(count - 4000) < 5 * std::sqrt(10000 * 0.4 * 0.6));
}

TEST_CASE("an event of exponent zero always happens") {
  const Bits bits = bits_of(3);
  for (int i = 0; i < 100; ++i) CHECK(bernoulli_exp(0, 7, bits));
}

TEST_CASE("discrete noise is symmetric about zero") {
  const Bits bits = bits_of(4);
  constexpr int kDraws = 40000;
  std::int64_t laplace = 0;
  std::int64_t gaussian = 0;
  for (int i = 0; i < kDraws; ++i) {
    laplace += discrete_laplace(10, bits);
    gaussian += discrete_gaussian(10, bits);
  }
  // Variances 2 * 10^2 and 10^2; five standard errors.
  CHECK(std::abs(double(laplace)) < 5 * std::sqrt(200.0 * kDraws));
  CHECK(std::abs(double(gaussian)) < 5 * std::sqrt(100.0 * kDraws));
}

TEST_CASE("a rational scale of an integer is that scale") {
  const Bits one = bits_of(5);
  const Bits other = bits_of(6);
  constexpr int kDraws = 40000;
  double sum = 0;
  double rational = 0;
  for (int i = 0; i < kDraws; ++i) {
    sum += std::abs(double(discrete_laplace(7, one)));
    rational += std::abs(double(discrete_laplace(14, 2, other)));
  }
  // The mean of |x| is about the scale, its deviation too.
  CHECK(std::abs(sum - rational) < 5 * 7 * std::sqrt(2.0 * kDraws));
  CHECK(sum / kDraws == doctest::Approx(7).epsilon(0.05));
}

TEST_CASE("each number comes as often as the law of its noise predicts") {
  const Bits bits = bits_of(7);
  for (const std::uint64_t scale : {1, 2, 5})
    check_law([&] { return discrete_laplace(scale, bits); },
              laplace_law(static_cast<double>(scale)));
  check_law([&] { return discrete_laplace(7, 2, bits); }, laplace_law(3.5));
  for (const std::uint64_t deviation : {1, 2, 5})
    check_law([&] { return discrete_gaussian(deviation, bits); },
              [deviation](double x) {
                return std::exp(-x * x / (2.0 * deviation * deviation));
              });
}

TEST_CASE("shares of noise add up to noise of the scale") {
  const Bits bits = bits_of(8);
  for (const std::uint64_t shares : {1, 3})
    check_law(
        [&] {
          std::int64_t sum = 0;
          for (std::uint64_t i = 0; i < shares; ++i)
            sum += discrete_laplace_share(2, shares, bits);
          return sum;
        },
        laplace_law(2));
}

TEST_CASE("scales that noise can't have are refused, the widest are drawn") {
  const Bits bits = bits_of(9);
  constexpr std::uint64_t kWidest = 1U << 20;
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  for (const std::uint64_t bad : {std::uint64_t{0}, kWidest + 1}) {
    CHECK_THROWS_AS(discrete_laplace(bad, bits), std::invalid_argument);
    CHECK_THROWS_AS(discrete_gaussian(bad, bits), std::invalid_argument);
    CHECK_THROWS_AS(discrete_laplace_share(bad, 2, bits),
                    std::invalid_argument);
  }
  for (const std::uint64_t bad : {std::uint64_t{0}, kMost + 1}) {
    CHECK_THROWS_AS(discrete_laplace(bad, 1, bits), std::invalid_argument);
    CHECK_THROWS_AS(discrete_laplace(1, bad, bits), std::invalid_argument);
  }
  CHECK_THROWS_AS(discrete_laplace_share(2, 0, bits), std::invalid_argument);
  CHECK_NOTHROW(discrete_laplace(kWidest, bits));
  CHECK_NOTHROW(discrete_gaussian(kWidest, bits));
  CHECK_NOTHROW(discrete_laplace_share(kWidest, 2, bits));
  CHECK_NOTHROW(discrete_laplace(kMost, kMost, bits));
}

}  // namespace fedltr::discrete_test
