#include "algorithms/clicks/dependent.hpp"

#include <array>

#include <doctest/doctest.h>

namespace fedltr::dependent_test {
namespace {

using List = std::vector<std::uint8_t>;

std::array<double, 3> click_rates(const ClickModel& user, const List& labels) {
  constexpr int kUsers = 20000;
  Rng rng(1, Purpose::kTest);
  std::array<double, 3> rates{};
  List clicks(labels.size());
  for (int i = 0; i < kUsers; ++i) {
    user.click(labels, rng, clicks);
    for (std::size_t rank = 0; rank < clicks.size(); ++rank)
      rates[rank] += clicks[rank] / double(kUsers);
  }
  return rates;
}

}  // namespace

TEST_CASE("a dependent user's clicks have the model's probabilities") {
  const List labels = {1, 0, 1};
  const DependentUser user({0.2, 0.6}, {0.3, 0.8});
  // P(E_{i+1}) = P(E_i) (1 - c_i + c_i lambda_i), P(C_i) = P(E_i) c_i.
  const double second = 1 - 0.6 + 0.6 * 0.3;
  const double third = second * (1 - 0.2 + 0.2 * 0.8);
  const auto rates = click_rates(user, labels);
  CHECK(std::abs(rates[0] - 0.6) < 0.015);
  CHECK(std::abs(rates[1] - second * 0.2) < 0.015);
  CHECK(std::abs(rates[2] - third * 0.6) < 0.015);
}

TEST_CASE("without continuation a dependent user clicks once at most") {
  const DependentUser user({1, 1}, {0});
  Rng rng(1, Purpose::kTest);
  List clicks(3);
  user.click(List{0, 1, 1}, rng, clicks);
  CHECK(clicks == List{1, 0, 0});
}

TEST_CASE("the last continuation is for all ranks below") {
  const DependentUser user({1, 1}, {1, 0});
  Rng rng(1, Purpose::kTest);
  List clicks(4);
  user.click(List{1, 1, 1, 1}, rng, clicks);
  CHECK(clicks == List{1, 1, 0, 0});
}

TEST_CASE("dcm takes the scenario's probabilities, and refuses others") {
  const auto& dcm = find(click_models(), "dcm");
  CHECK(dcm.make({3, {}})->click_probabilities()[2] == 1);
  CHECK_THROWS_WITH_AS(dcm.make({3, {{"click", std::vector{0.5}}}}),
                       doctest::Contains("clicks.click needs 3"),
                       std::invalid_argument);
  CHECK_THROWS_AS(dcm.make({3, {{"continuation", std::vector{1.5}}}}),
                  std::invalid_argument);
  CHECK_THROWS_AS(DependentUser({0.5}, {}), std::invalid_argument);
}

}  // namespace fedltr::dependent_test
