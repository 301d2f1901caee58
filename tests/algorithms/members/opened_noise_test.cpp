// Noise of opened sums, through masks, if all tolerated dropouts happen.
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "algorithms/members/epoch_code.hpp"
#include "algorithms/members/epoch_member.hpp"
#include "tests/support/secure_federation.hpp"

namespace fedltr::opened_noise_test {
using namespace fedltr::test;

struct Opened {
  std::uint32_t members = 0;
  std::uint32_t dropouts = 0;
  std::vector<double> values;  ///< of each word, over the expected deviation
};

/// Opens a sum of noise alone, without the members that may drop out.
Opened open_noise(std::uint32_t members, std::uint32_t words,
                  std::uint64_t seed) {
  const Tolerance tolerance{0.25, members < 10 ? 0.25 : 0.1};
  EpochCode code;
  code.multiplier = 3;
  const std::uint32_t honest = honest_members(members, tolerance);
  SecureFederation federation(members, tolerance, seed);
  Opened opened{members, tolerance.max_dropouts(members), {}};
  for (std::uint32_t i = 0; i < opened.dropouts; ++i)
    federation.failing[SecureStage::kMasks].insert(
        (i * 7 + static_cast<std::uint32_t>(seed)) % members);
  std::vector<Words> parts;
  for (std::uint32_t i = 0; i < members; ++i)
    parts.push_back(code.words(Vector::Zero(words), honest,
                               simulated_secrets(seed, i).noise(1)));
  SecureRound round = federation.open(1, words);
  federation.collect(round, 1, parts);
  CHECK(round.shortfall() == "");
  federation.open_shares(round, 1);
  const auto sum = round.unmask();
  REQUIRE_MESSAGE(sum, sum.refusal);
  const double deviation = static_cast<double>(code.spread(honest)) *
                           std::sqrt(members - opened.dropouts);
  // Honest members alone add no less than was agreed.
  CHECK(static_cast<double>(code.spread(honest)) * std::sqrt(honest) *
            code.step() >=
        code.multiplier * code.clip);
  for (const std::uint64_t word : *sum)
    opened.values.push_back(
        static_cast<double>(static_cast<std::int64_t>(word)) / deviation);
  return opened;
}

double variance_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum / static_cast<double>(values.size());
}

/// Chi-square statistic of standard normal values in cells of equal chance.
double chi_square(const std::vector<double>& values, std::size_t cells) {
  std::vector<double> counts(cells);
  for (const double value : values) {
    const double below = std::erfc(-value / std::numbers::sqrt2) / 2;
    ++counts[std::min(cells - 1,
                      static_cast<std::size_t>(below * double(cells)))];
  }
  const double expected = double(values.size()) / double(cells);
  double statistic = 0;
  for (const double count : counts)
    statistic += (count - expected) * (count - expected) / expected;
  return statistic;
}

/// Checks the noise by its variance, to three deviations of it, and by its
/// distribution, at a thousandth: the seed is fixed.
void check_noise(const Opened& opened) {
  const double variance = variance_of(opened.values);
  const double statistic = chi_square(opened.values, 20);
  MESSAGE(opened.members << " members, " << opened.dropouts << " dropouts, "
                         << opened.values.size() << " words: variance "
                         << variance << " of 1, chi-square " << statistic
                         << " of 19");
  CHECK(std::abs(variance - 1) <
        3 * std::sqrt(2 / static_cast<double>(opened.values.size())));
  CHECK(statistic < 43.82);
}

TEST_CASE("opened noise is Gaussian, as large as agreed, with all dropouts") {
  check_noise(open_noise(4, 20000, 1));
  check_noise(open_noise(100, 5000, 2));
  check_noise(open_noise(1000, 1000, 3));
}

TEST_CASE("$FEDLTR_NOISE_MEMBERS sets another number of members") {
  if (const char* const members = std::getenv("FEDLTR_NOISE_MEMBERS"))
    check_noise(open_noise(
        static_cast<std::uint32_t>(std::strtoul(members, nullptr, 10)), 500,
        4));
}

TEST_CASE("a share too little, or one of another form, would be noticed") {
  Opened opened = open_noise(100, 5000, 2);
  // As if 15 of 75 members had left their shares out.
  std::vector<double> less = opened.values;
  for (double& value : less) value *= std::sqrt(60 / 75.0);
  CHECK(1 - variance_of(less) > 3 * std::sqrt(2 / 5000.0));
  std::vector<double> uniform = opened.values;
  for (std::size_t i = 0; i < uniform.size(); ++i)
    uniform[i] = std::sqrt(3.0) * (2 * (double(i) + 0.5) / 5000 - 1);
  CHECK(chi_square(uniform, 20) > 43.82);
}

}  // namespace fedltr::opened_noise_test
