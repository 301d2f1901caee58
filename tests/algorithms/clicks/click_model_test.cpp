#include "algorithms/clicks/click_model.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "tests/support/golden.hpp"

namespace fedltr::click_model_test {
using List = std::vector<std::uint8_t>;

namespace {

/// Share of clicks by rank.
std::vector<double> click_rates(const ClickModel& user, const List& labels,
                                int draws) {
  std::vector<double> rates(labels.size(), 0);
  List clicks(labels.size());
  Rng rng(9, Purpose::kTest);
  for (int i = 0; i < draws; ++i) {
    user.click(labels, rng, clicks);
    for (std::size_t rank = 0; rank < labels.size(); ++rank)
      rates[rank] += clicks[rank];
  }
  for (double& rate : rates) rate /= draws;
  return rates;
}

void check_rates(const ClickModel& user, const List& labels,
                 const std::vector<double>& expected) {
  constexpr int kDraws = 40000;
  const auto rates = click_rates(user, labels, kDraws);
  for (std::size_t rank = 0; rank < labels.size(); ++rank) {
    CAPTURE(rank);
    // Five standard errors.
    const double p = expected[rank];
    CHECK(std::abs(rates[rank] - p) <=
          5 * std::sqrt(std::max(0.0, p * (1 - p)) / kDraws) + 1e-12);
  }
}

}  // namespace

TEST_CASE("click tables are the peers'") {
  const auto golden = test::golden("clicks.json");
  for (const int grades : {3, 5})
    for (const auto& [name, table] :
         golden["tables"][std::to_string(grades) + "grade"].items()) {
      CHECK(click_table(name, grades).click ==
            table[0].get<std::vector<double>>());
      CHECK(click_table(name, grades).stop ==
            table[1].get<std::vector<double>>());
    }
}

TEST_CASE("cascade users click each rank as often as exact marginals predict") {
  const auto golden = test::golden("clicks.json");
  for (const auto& entry : golden["cases"]) {
    const std::string model = entry["model"];
    const std::string grades = entry["grades"];
    CAPTURE(model);
    CAPTURE(grades);
    ClickOptions options;
    options.grades = grades[0] - '0';
    const auto labels = entry["labels"].get<List>();
    check_rates(*find(click_models(), model).make(options), labels,
                entry["ccm_click_prob_per_rank"]);
  }
}

TEST_CASE("position-based users click as the formula predicts") {
  const auto golden = test::golden("clicks.json");
  for (const auto& entry : golden["pbm"]) {
    ClickOptions options;
    options.parameters = {{"eta", entry["eta"].get<double>()}};
    check_rates(*find(click_models(), "pbm").make(options),
                entry["labels"].get<List>(), entry["click_prob_per_rank"]);
  }
}

TEST_CASE("every click model keeps the contract") {
  ClickOptions options;
  options.grades = 3;
  options.parameters = {{"click", std::vector{.1, .5, .9}},
                        {"stop", std::vector{.5, .5, .5}}};
  const List labels = {0, 2, 1, 0, 0, 2, 1, 1, 0, 2};
  for (const auto& method : click_models()) {
    CAPTURE(method.name);
    CHECK(!method.summary.empty());
    CHECK(!method.source.empty());
    const auto user = method.make(options);
    CHECK(user->click_probabilities().size() == 3);
    List first(labels.size(), 7);
    List second(labels.size(), 9);
    Rng a(1, Purpose::kTest);
    Rng b(1, Purpose::kTest);
    user->click(labels, a, first);
    user->click(labels, b, second);
    CHECK(first == second);
    for (const int click : first) CHECK(click <= 1);
  }
}

TEST_CASE("tables that don't fit are refused with what is missing") {
  ClickOptions options;
  options.grades = 4;
  CHECK_THROWS_WITH_AS(
      find(click_models(), "perfect").make(options),
      doctest::Contains("no published click table for 4 grades"),
      std::invalid_argument);
  options.grades = 3;
  options.parameters = {{"click", std::vector{.1, .2}}};
  CHECK_THROWS_WITH_AS(find(click_models(), "custom").make(options),
                       doctest::Contains("need 3 probabilities each"),
                       std::invalid_argument);
  options.parameters = {{"click", std::vector{.1, .2, 1.2}}};
  CHECK_THROWS_WITH_AS(find(click_models(), "custom").make(options),
                       doctest::Contains("click: expected numbers 0 to 1"),
                       std::invalid_argument);
}

TEST_CASE("two grades take rows 0 and 2 of the table for three") {
  CHECK(click_table("informational", 2).click == std::vector<double>{.4, .9});
}

}  // namespace fedltr::click_model_test
