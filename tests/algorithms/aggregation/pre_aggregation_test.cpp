#include "algorithms/aggregation/pre_aggregation.hpp"

#include <numeric>

#include <doctest/doctest.h>

namespace fedltr::pre_aggregation_test {
namespace {

using Members = std::vector<std::vector<std::size_t>>;

std::vector<std::uint32_t> first_clients(Index clients) {
  std::vector<std::uint32_t> all(clients);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

Prepared prepare(const char* name, const Matrix& models,
                 std::uint32_t malicious = 0, std::uint32_t round = 1) {
  const Vector global = Vector::Zero(models.cols());
  const auto clients = first_clients(models.rows());
  return find(pre_aggregations(), name)
      .make({models, clients, global, round},
            {.malicious = malicious, .seed = 1});
}

}  // namespace

TEST_CASE("buckets hold every client once, an odd one by itself") {
  const Matrix models{{1}, {2}, {4}, {8}, {16}};
  bool lone_differs = false;
  std::vector<std::size_t> lone;
  for (std::uint32_t round = 1; round <= 20; ++round) {
    const Prepared buckets = prepare("bucketing", models, 0, round);
    REQUIRE(buckets.models.rows() == 3);
    std::vector<std::size_t> seen;
    for (std::size_t i = 0; i < buckets.members.size(); ++i) {
      const auto& members = buckets.members[i];
      double sum = 0;
      for (const std::size_t member : members) sum += models(member, 0);
      CHECK(buckets.models(i, 0) == sum / members.size());
      seen.insert(seen.end(), members.begin(), members.end());
      if (members.size() > 1) continue;
      lone_differs |= !lone.empty() && lone != members;
      lone = members;
    }
    std::ranges::sort(seen);
    CHECK(seen == std::vector<std::size_t>{0, 1, 2, 3, 4});
  }
  CHECK(lone_differs);  // dealt again in each round
}

TEST_CASE("a bucketing is the same for the same seed and round") {
  const Matrix models = Matrix::Random(9, 2);
  CHECK(prepare("bucketing", models, 0, 3).members ==
        prepare("bucketing", models, 0, 3).members);
}

TEST_CASE("a model is mixed with its n - m nearest, itself among them") {
  const Matrix models{{0}, {1}, {10}, {12}};
  const Prepared mixed = prepare("nnm", models, 2);
  CHECK(mixed.members == Members{{0, 1}, {0, 1}, {2, 3}, {2, 3}});
  CHECK(mixed.models == Matrix{{0.5}, {0.5}, {11}, {11}});
  CHECK(prepare("nnm", models, 1).members[2] ==
        std::vector<std::size_t>{1, 2, 3});
}

TEST_CASE("with no client to trust, every model stays its own") {
  const Matrix models{{0}, {1}, {10}};
  for (const std::uint32_t malicious : {2, 3, 9})
    CHECK(prepare("nnm", models, malicious).models == models);
}

TEST_CASE("a rule gets the number of models in the table") {
  for (const auto& method : pre_aggregations())
    for (const Index clients : {1, 2, 5, 8}) {
      CAPTURE(method.name);
      const Index told = method.traits.models_of(clients);
      const Index seen =
          method.make ? prepare(method.name.c_str(), Matrix::Random(clients, 2))
                            .models.rows()
                      : clients;
      CHECK(told == seen);
    }
}

}  // namespace fedltr::pre_aggregation_test
