// Every robust rule: the guarantees that it keeps.
#include <algorithm>
#include <cmath>
#include <numeric>

#include <doctest/doctest.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "algorithms/aggregation/coordinate_wise.hpp"
#include "algorithms/aggregation/pre_aggregation.hpp"
#include "algorithms/core/archive.hpp"
#include "tests/support/robust_rules.hpp"

namespace fedltr::rules_test {
using namespace fedltr::test;

namespace {

std::vector<std::string> robust_rules() {
  std::vector<std::string> names;
  for (const auto& rule : aggregation_rules())
    if (rule.make) names.push_back(rule.name);
  return names;
}

}  // namespace

TEST_CASE("every rule that claims robustness has its worst case measured") {
  for (const auto& rule : aggregation_rules()) {
    CAPTURE(rule.name);
    const std::string& falls = rule.traits.falls;
    CHECK(falls.empty() == !rule.make);
    // ".292 of .686 (stealth ...": what is left, of how much, by which attack.
    CHECK((falls.empty() ||
           (falls.starts_with(".") && falls.substr(4, 5) == " of ." &&
            falls.find(" (") != std::string::npos)));
  }
}

TEST_CASE("squared distances agree with the plain ones, far from zero too") {
  const Matrix models = random_rows(20, 7, 1).array() + 1e6;
  const Matrix squared = squared_distances(models);
  for (Index i = 0; i < 20; ++i)
    for (Index j = 0; j < 20; ++j)
      CHECK(squared(i, j) ==
            doctest::Approx((models.row(i) - models.row(j)).squaredNorm())
                .epsilon(1e-8));
}

TEST_CASE("unanimity: when all agree, that is the result") {
  const Vector agreed = random_rows(1, 5, 2).row(0).transpose();
  for (const std::string& name : robust_rules()) {
    if (name == "fltrust") continue;  // keeps its own length
    CAPTURE(name);
    const Aggregated outcome =
        aggregate(name, agreed.transpose().replicate(11, 1), 2);
    CHECK((outcome.model - agreed).norm() < 1e-9);
  }
}

TEST_CASE("the order of the clients does not matter") {
  const Matrix models = random_rows(11, 6, 3);
  Matrix turned(11, 6);
  for (Index i = 0; i < 11; ++i) turned.row(i) = models.row((i + 4) % 11);
  for (const std::string& name : robust_rules()) {
    CAPTURE(name);
    const Aggregated one = aggregate(name, models, 2);
    const Aggregated other = aggregate(name, turned, 2);
    CHECK((one.model - other.model).norm() < 1e-7);
    for (std::size_t i = 0; i < 11; ++i)
      CHECK(one.selection[(i + 4) % 11] ==
            doctest::Approx(other.selection[i]).epsilon(1e-6));
  }
}

TEST_CASE(
    "breakdown: m arbitrary models move the result no further than others") {
  const Matrix honest = random_rows(11, 6, 4);
  const double spread = distances_to(honest, Vector::Zero(6)).maxCoeff();
  for (const std::string name :
       {"krum", "multi-krum", "trimmed-mean", "median", "bulyan",
        "geometric-median", "norm-bound", "centered-clip", "fltrust",
        "vigilant", "meamed", "foundation", "signguard", "flame"}) {
    const std::uint32_t m = name == "bulyan" ? 2 : 4;
    for (const double size : {1e2, 1e6, 1e12}) {
      CAPTURE(name);
      Matrix models = honest;
      models.bottomRows(m).setConstant(size);
      CHECK(aggregate(name, models, m).model.norm() < 3 * spread);
    }
  }
  // The mean has no such guarantee.
  Matrix models = honest;
  models.bottomRows(4).setConstant(1e6);
  CHECK(models.colwise().mean().norm() > 1e5);
}

TEST_CASE("coordinate rules stay within the honest values") {
  for (std::uint32_t stream = 10; stream < 30; ++stream) {
    const Matrix honest = random_rows(7, 4, stream);
    Matrix models(10, 4);
    models << honest, random_rows(3, 4, stream + 100, 50);
    for (const char* name : {"trimmed-mean", "median"}) {
      const Vector result = aggregate(name, models, 3).model;
      for (Index j = 0; j < 4; ++j) {
        CHECK(result(j) >= honest.col(j).minCoeff());
        CHECK(result(j) <= honest.col(j).maxCoeff());
      }
    }
  }
}

TEST_CASE("shares sum to the clients, for rules that only average") {
  const Matrix models = random_rows(11, 6, 5);
  for (const char* name :
       {"krum", "multi-krum", "trimmed-mean", "median", "bulyan",
        "geometric-median", "meamed", "foolsgold"}) {
    CAPTURE(name);
    const Aggregated outcome = aggregate(name, models, 2);
    CHECK(std::accumulate(outcome.selection.begin(), outcome.selection.end(),
                          0.0) == doctest::Approx(11));
  }
}

TEST_CASE("conditions: the largest m that each rule withstands") {
  const auto most = [](const char* name, std::int64_t n) {
    return find(aggregation_rules(), name).traits.max_malicious(n);
  };
  CHECK(most("krum", 10) == 3);
  CHECK(most("krum", 11) == 4);
  CHECK(most("krum", 2) < 0);
  CHECK(most("bulyan", 10) == 1);
  CHECK(most("bulyan", 11) == 2);
  CHECK(most("trimmed-mean", 10) == 4);
  CHECK(most("median", 9) == 4);
}

TEST_CASE("fldetector finds clients whose updates can't be predicted") {
  const auto rule = make_robust_rule("fldetector", "none", options_of(3));
  Aggregated last;
  for (std::uint32_t round = 1; round <= 40; ++round) {
    Matrix models = random_rows(10, 8, 1000 + round).array() + 5;
    models.topRows(3) = random_rows(3, 8, 2000 + round, 30);
    last = aggregate(*rule, models, round);
  }
  for (std::size_t i = 0; i < 10; ++i)
    CHECK((last.selection[i] == 0) == (i < 3));
}

TEST_CASE("fldetector holds nothing against clients it has not seen before") {
  const auto rule = make_robust_rule("fldetector", "none", options_of(0));
  const Vector global = Vector::Zero(6);
  std::size_t refused = 0;
  for (std::uint32_t round = 1; round <= 60; ++round) {
    // Five old acquaintances and a new one each round.
    const std::vector<std::uint32_t> clients = {0, 1, 2, 3, 4, 4 + round};
    std::vector<double> selection(6);
    rule->aggregate({random_rows(6, 6, 3000 + round), clients, global, round},
                    selection);
    if (round > 10) CHECK(selection[5] > 0);
    refused += static_cast<std::size_t>(std::ranges::count(selection, 0.0));
  }
  CHECK(refused < 60);
}

TEST_CASE("a selected value is that of a sort, whatever the values") {
  Rng rng(1, Purpose::kTest, 77);
  for (const std::size_t size : {1, 2, 17, 100, 1000})
    for (const int distinct : {1, 3, 1000000}) {
      std::vector<double> values(size);
      for (double& value : values)
        value = static_cast<double>(
            rng.below(static_cast<std::uint64_t>(distinct)));
      std::vector<double> sorted = values;
      std::ranges::sort(sorted);
      for (const std::size_t place : {std::size_t{0}, size / 3, size - 1}) {
        std::vector<double> copy = values;
        CHECK(select_value(copy, place) == sorted[place]);
      }
    }
  // Values in which a median of three is always among the smallest.
  std::vector<double> hostile(5000);
  for (std::size_t i = 0; i < hostile.size(); ++i)
    hostile[i] = i % 2 == 0 ? double(i) : double(hostile.size() + i);
  std::vector<double> sorted = hostile;
  std::ranges::sort(sorted);
  CHECK(select_value(hostile, 2500) == sorted[2500]);
}

TEST_CASE("trimmed mean keeps as many equal values as there is room") {
  // From 1 1 1 2 5 5 9 with one cut at each end: 1 1 2 5 5.
  CHECK(
      aggregate("trimmed-mean", rows_of({{5}, {1}, {9}, {1}, {2}, {5}, {1}}), 1)
          .model(0) == doctest::Approx(14.0 / 5));
  CHECK(aggregate("trimmed-mean", rows_of({{3}, {3}, {3}, {3}}), 1).model(0) ==
        3);
}

TEST_CASE("every rule resumes from what it keeps with the same bits") {
  for (const auto& before : pre_aggregations())
    for (const auto& method : aggregation_rules()) {
      if (!method.make) continue;
      const auto fresh = [&] {
        return make_robust_rule(method.name, before.name, options_of(2));
      };
      const auto whole = fresh();
      auto part = fresh();
      for (std::uint32_t round = 1; round <= 15; ++round) {
        Archive writer;
        part->exchange(writer);
        const std::string kept = writer.take();
        part = fresh();
        Archive reader(kept);
        part->exchange(reader);
        reader.finish();
        const Matrix models = random_rows(24, 3, round);
        const double at = 0.1 * std::sin(round);
        const Aggregated a = aggregate(*whole, models, round, at);
        const Aggregated b = aggregate(*part, models, round, at);
        CHECK_MESSAGE(a.model == b.model, method.name);
        CHECK_MESSAGE(a.selection == b.selection, method.name);
      }
    }
}

#ifdef __GLIBC__

TEST_CASE("a rule's state is the same, whatever memory held before") {
  for (const auto& method : aggregation_rules()) {
    if (!method.make) continue;
    CAPTURE(method.name);
    const auto kept = [&](int filling) {
      mallopt(M_PERTURB, filling);
      const auto rule = make_robust_rule(method.name, "none", options_of(2));
      Archive writer;
      for (std::uint32_t round = 1; round <= 3; ++round) {
        const Matrix models = random_rows(24, 3, round);
        std::vector<std::uint32_t> clients(24);
        std::iota(clients.begin(), clients.end(), 1000 * round);
        std::vector<double> selection(24);
        const Vector global = Vector::Zero(3);
        rule->aggregate({models, clients, global, round}, selection);
        rule->exchange(writer);
      }
      mallopt(M_PERTURB, 0);
      return writer.take();
    };
    CHECK(kept(0x5a) == kept(0x11));
  }
}
#endif

}  // namespace fedltr::rules_test
