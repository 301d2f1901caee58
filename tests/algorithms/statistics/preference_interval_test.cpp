#include "algorithms/statistics/preference_interval.hpp"

#include <doctest/doctest.h>

#include "algorithms/core/rng.hpp"

namespace fedltr::preference_interval_test {

namespace {

struct Simulated {
  double mean = 0.5;
  double deviation = 0;  ///< of the noise of an epoch
  int epochs = 60;
  int users = 100;  ///< of an epoch

  /// Returns the sums after each epoch.
  std::vector<PreferenceSums> sums(std::uint32_t run) const {
    Rng rng(7, Purpose::kTest, run);
    std::vector<PreferenceSums> all;
    PreferenceSums sum;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      for (int user = 0; user < users; ++user)
        sum.ahead += (rng.uniform() < mean ? 1 : 0) - 0.5;
      sum.half += users / 2.0;
      sum.ahead += deviation * rng.normal();
      sum.half += deviation * rng.normal();
      sum.noise += deviation * deviation;
      all.push_back(sum);
    }
    return all;
  }
};

/// Share of runs in which the interval ever misses the mean.
double missed(const Simulated& simulated, double alpha, std::uint32_t runs) {
  int count = 0;
  for (std::uint32_t run = 0; run < runs; ++run)
    for (const PreferenceSums& sums : simulated.sums(run)) {
      const auto found = preference_interval(sums, alpha);
      if (found.lower <= simulated.mean && simulated.mean <= found.upper)
        continue;
      ++count;
      break;
    }
  return double(count) / runs;
}

}  // namespace

TEST_CASE("in 95 of 100 runs it never misses the mean, with noise or not") {
  for (const double deviation : {0.0, 5.0, 20.0})
    for (const double mean : {0.5, 0.55}) {
      CAPTURE(deviation);
      CHECK(missed({mean, deviation}, 0.05, 200) <= 0.05);
    }
  // It is an interval at all: one of error 1/2 does miss.
  CHECK(missed({0.5, 0}, 0.5, 200) > 0.02);
}

TEST_CASE("it becomes narrow, the later the less error is allowed") {
  const auto sums = Simulated{0.6, 0, 60, 100}.sums(1);
  const auto early = preference_interval(sums[3], 0.05);
  const auto late = preference_interval(sums[59], 0.05);
  CHECK(early.upper - early.lower > 2 * (late.upper - late.lower));
  CHECK(late.lower > 0.55);
  CHECK(late.upper < 0.65);
  const auto sure = preference_interval(sums[59], 0.001);
  CHECK(sure.lower < late.lower);
  CHECK(sure.upper > late.upper);
}

TEST_CASE("noise makes it wider") {
  const PreferenceSums sums{20, 100, 0};
  const PreferenceSums noisy{20, 100, 400};
  const auto found = preference_interval(sums, 0.05);
  const auto wider = preference_interval(noisy, 0.05);
  CHECK(wider.lower < found.lower);
  CHECK(wider.upper > found.upper);
}

TEST_CASE("it is the same for both sides, and all without units") {
  const auto won = preference_interval({15, 50, 3}, 0.05);
  const auto lost = preference_interval({-15, 50, 3}, 0.05);
  CHECK(won.lower == doctest::Approx(1 - lost.upper));
  CHECK(won.upper == doctest::Approx(1 - lost.lower));
  const auto all = preference_interval({}, 0.05);
  CHECK(all.lower == 0);
  CHECK(all.upper == 1);
  CHECK_THROWS_AS(preference_interval({}, 0), std::invalid_argument);
}

TEST_CASE("it has the formula's ends without noise") {
  // |10 - (2 mu - 1) 50| = sqrt((25 + 25) log(50 / (25 .05^2))) = 18.2833
  const auto found = preference_interval({10, 50, 0}, 0.05);
  CHECK(found.lower ==
        doctest::Approx(0.5 + (10 - 18.2833) / 100).epsilon(0.004));
  CHECK(found.upper ==
        doctest::Approx(0.5 + (10 + 18.2833) / 100).epsilon(0.004));
}

}  // namespace fedltr::preference_interval_test
