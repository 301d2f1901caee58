#include "algorithms/unbiased/propensities.hpp"

#include <cmath>

#include <doctest/doctest.h>

#include "tests/algorithms/unbiased/logged_world.hpp"

namespace fedltr::propensities_test {
namespace {

using test::LoggedWorld;

Examination estimate(const char* source, const LoggedWorld& world,
                     std::vector<std::vector<Index>> clients) {
  PropensityInput input;
  input.log = world.log.get();
  input.clients = std::move(clients);
  return find(propensity_sources(), source).make(input);
}

const std::vector<double> kOften = {0.1, 0.5, 0.9};

/// Number of the ranks whose interval holds the truth.
template <class Truth>
int covered(const Examination& found, std::size_t from, std::size_t to,
            const Truth& truth) {
  int inside = 0;
  for (std::size_t rank = from; rank < to; ++rank)
    inside += found.low[rank] <= truth(rank) && truth(rank) <= found.high[rank];
  return inside;
}

}  // namespace

TEST_CASE("swaps find how attention falls, within their intervals") {
  for (const double eta : {0.0, 0.5, 1.0, 2.0}) {
    CAPTURE(eta);
    const LoggedWorld world("pbm", {{"eta", eta}, {"click", kOften}},
                            {.sessions = 60000, .swaps = 0.5});
    const Examination found = estimate("swaps", world, {world.all()});
    REQUIRE(found.propensity.size() == 10);
    const auto truth = [&](std::size_t rank) {
      return std::pow(1.0 / double(rank + 1), eta);
    };
    for (std::size_t rank = 0; rank < 10; ++rank) {
      CAPTURE(rank);
      CHECK(std::abs(found.propensity[rank] - truth(rank)) < 0.05);
    }
    CHECK(covered(found, 1, 10, truth) >= 7);
  }
}

TEST_CASE("lists without differences show no propensities") {
  const LoggedWorld world("pbm", {}, {.sessions = 500});
  CHECK_THROWS_WITH_AS(estimate("swaps", world, {world.all()}),
                       doctest::Contains("swaps need lists that differ"),
                       std::invalid_argument);
}

TEST_CASE("clicks below first clicks show how many users proceed") {
  const std::vector<double> go_on = {0.9, 0.7, 0.5, 0.4, 0.3};
  const LoggedWorld world("dcm", {{"click", kOften}, {"continuation", go_on}},
                          {.sessions = 60000, .queries = 3});
  const Examination found = estimate("cascade", world, {world.all()});
  CHECK(found.is_cascade());
  const auto truth = [&](std::size_t rank) {
    return go_on[std::min<std::size_t>(rank, 4)];
  };
  for (std::size_t rank = 0; rank < 4; ++rank) {
    CAPTURE(rank);
    CHECK(std::abs(found.proceed[rank] - truth(rank)) < 0.08);
  }
  for (std::size_t rank = 0; rank < found.high.size(); ++rank)
    CHECK(found.high[rank] <= 1);
  CHECK(covered(found, 0, 6, truth) >= 5);
}

TEST_CASE("clients need to share sums by rank only") {
  const LoggedWorld world("pbm", {{"click", kOften}},
                          {.sessions = 2000, .swaps = 0.5, .users = 4});
  const auto clients = sessions_by_user(*world.log);
  REQUIRE(clients.size() == 4);
  std::vector<RateRatio> sums(10);
  for (const auto& sessions : clients) {
    const auto own = swap_sums(*world.log, sessions, 10);
    for (std::size_t rank = 0; rank < 10; ++rank) sums[rank] += own[rank];
  }
  const Examination found = estimate("swaps", world, clients);
  for (std::size_t rank = 1; rank < 10; ++rank)
    CHECK(found.propensity[rank] == sums[rank].quotient());
}

TEST_CASE("masks leave an estimate as it is, to its rounding") {
  const LoggedWorld world("pbm", {{"click", kOften}},
                          {.sessions = 3000, .swaps = 0.5, .users = 20});
  PropensityInput input;
  input.log = world.log.get();
  input.clients = sessions_by_user(*world.log);
  for (const char* name : {"swaps", "all-pairs", "cascade"}) {
    CAPTURE(name);
    const auto& source = find(propensity_sources(), name);
    input.protection.masks = false;
    const Examination plain = source.make(input);
    input.protection.masks = true;
    const Examination masked = source.make(input);
    REQUIRE(masked.curve().size() == plain.curve().size());
    CHECK(masked.curve() != plain.curve());
    for (std::size_t rank = 0; rank < plain.curve().size(); ++rank) {
      CHECK(masked.curve()[rank] ==
            doctest::Approx(plain.curve()[rank]).epsilon(1e-7));
      CHECK(masked.low[rank] == doctest::Approx(plain.low[rank]).epsilon(1e-7));
      CHECK(masked.high[rank] ==
            doctest::Approx(plain.high[rank]).epsilon(1e-7));
    }
  }
}

TEST_CASE("noise widens intervals, which hold the truth nonetheless") {
  const LoggedWorld world("pbm", {{"eta", 1.0}, {"click", kOften}},
                          {.sessions = 60000, .swaps = 0.5, .users = 1000});
  PropensityInput input;
  input.log = world.log.get();
  input.clients = sessions_by_user(*world.log);
  const auto truth = [](std::size_t rank) { return 1.0 / double(rank + 1); };
  const auto width = [](const Examination& found) {
    double sum = 0;
    for (std::size_t rank = 1; rank < 10; ++rank)
      sum += found.high[rank] - found.low[rank];
    return sum;
  };
  for (const char* name : {"swaps", "all-pairs"}) {
    CAPTURE(name);
    const auto& source = find(propensity_sources(), name);
    input.protection.masks = true;
    input.protection.epsilon = 0;
    const Examination plain = source.make(input);
    input.protection.epsilon = 4;
    const Examination noisy = source.make(input);
    CHECK(width(noisy) > width(plain));
    CHECK(covered(noisy, 1, 10, truth) >= 7);
    for (std::size_t rank = 1; rank < 10; ++rank)
      CHECK(std::abs(noisy.propensity[rank] - truth(rank)) < 0.15);
    input.protection.epsilon = 0.001;
    CHECK_THROWS_WITH_AS(source.make(input),
                         doctest::Contains("noise hides the sums of clicks"),
                         std::invalid_argument);
  }
}

TEST_CASE("noise is named if it leaves no comparison with the first rank") {
  SessionLog log;
  const std::vector<std::uint8_t> clicks = {1, 1, 1};
  for (int i = 0; i < 200; ++i) {
    log.add(0, 0, std::vector<Index>{0, 1, 2}, clicks);
    log.add(0, 0, std::vector<Index>{0, 2, 1}, clicks);
  }
  PropensityInput input;
  input.log = &log;
  input.clients = sessions_by_user(log);
  input.list = 3;
  const auto& all_pairs = find(propensity_sources(), "all-pairs");
  CHECK_THROWS_WITH_AS(all_pairs.make(input),
                       doctest::Contains("all-pairs needs lists that differ"),
                       std::invalid_argument);
  input.protection.epsilon = 500;
  CHECK_THROWS_WITH_AS(
      all_pairs.make(input),
      doctest::Contains("noise hides the sums of clicks that compare ranks"),
      std::invalid_argument);
}

TEST_CASE("a rate is weighted by the harmonic sum of what was shown") {
  RateRatio sums;
  sums.add(3, 6, 1, 2);  // weight 1.5
  sums.add(1, 4, 4, 4);  // weight 2
  sums.add(1, 1, 0, 0);  // nothing to compare with
  CHECK(sums.over == doctest::Approx(1.5 * 0.5 + 2 * 0.25));
  CHECK(sums.under == doctest::Approx(1.5 * 0.5 + 2 * 1));
  CHECK(sums.over_variance ==
        doctest::Approx(2.25 * 0.25 / 5 + 4 * 0.1875 / 3));
  CHECK(sums.under_variance == doctest::Approx(2.25 * 0.25 / 1));
}

TEST_CASE("rates that never vary have no interval") {
  SessionLog log;
  const std::vector<std::uint8_t> clicks = {1, 1};
  for (const Index first : {0, 1, 0, 1})
    log.add(0, 0, std::vector<Index>{first, 1 - first}, clicks);
  PropensityInput input;
  input.log = &log;
  input.clients = {{0, 1, 2, 3}};
  const Examination found = find(propensity_sources(), "swaps").make(input);
  CHECK(found.propensity[1] == 1);
  CHECK(found.low[1] == 0);
  CHECK(found.high[1] == kMostPropensity);
}

TEST_CASE("each source refuses what it can't know") {
  for (const auto& source : propensity_sources()) {
    CAPTURE(source.name);
    CHECK_THROWS_AS(source.make({}), std::invalid_argument);
  }
}

TEST_CASE("simulated users know their examination") {
  ClickOptions options;
  options.grades = 3;
  const auto of = [&](const char* user) {
    return find(click_models(), user).make(options)->examination();
  };
  CHECK(of("pbm").propensity[3] == doctest::Approx(0.25));
  CHECK(of("trust").offset[0] == doctest::Approx(0.65));
  CHECK(of("trust").propensity[0] == doctest::Approx(0.98 - 0.65));
  CHECK(of("dcm").proceed == std::vector<double>{0.5});
  CHECK(of("navigational").empty());
}

}  // namespace fedltr::propensities_test
