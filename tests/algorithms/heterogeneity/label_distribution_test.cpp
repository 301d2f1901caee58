#include "algorithms/heterogeneity/label_distribution.hpp"

#include <doctest/doctest.h>

namespace fedltr::label_distribution_test {
namespace {

/// Each document's feature is its position.
std::shared_ptr<const Dataset> small_set() {
  Dataset data(1);
  data.add_query("a", std::vector<double>{0, 1, 2},
                 std::vector<std::uint8_t>{0, 2, 0});
  data.add_query("b", std::vector<double>{3, 4},
                 std::vector<std::uint8_t>{1, 2});
  return std::make_shared<const Dataset>(std::move(data));
}

}  // namespace

TEST_CASE("there are as many label combinations as counted") {
  for (int grades = 1; grades <= 6; ++grades)
    for (int size = 1; size <= grades; ++size)
      CHECK(double(label_combinations(grades, size).size()) ==
            count_combinations(grades, size));
  CHECK(count_combinations(5, 2) == 10);
}

TEST_CASE("documents come by label, in order, unused labels are empty") {
  const auto by_label = documents_by_label(*small_set(), 4);
  REQUIRE(by_label.size() == 4);
  CHECK(by_label[0] == std::vector<Index>{0, 2});
  CHECK(by_label[1] == std::vector<Index>{3});
  CHECK(by_label[2] == std::vector<Index>{1, 4});
  CHECK(by_label[3].empty());
  CHECK_THROWS(documents_by_label(*small_set(), 2));
}

TEST_CASE("a client holds its documents in order, under their queries' names") {
  const auto holdings = hold_documents(small_set(), {{4, 2, 0}, {}});
  REQUIRE(holdings.size() == 2);
  const Dataset& held = *holdings[0].data;
  CHECK(*holdings[0].documents == std::vector<Index>{0, 2, 4});
  CHECK(held.queries() == 2);
  CHECK(held.query_name(1) == "b");
  CHECK(held.size(0) == 2);
  CHECK(held.features_of(1)(0, 0) == 4);
  CHECK(held.labels_of(1)[0] == 2);
  CHECK(holdings[1].data->documents() == 0);
}

TEST_CASE("owners of a label hold its documents together, or each its own") {
  SplitInput input;
  input.train = small_set();
  input.grades = 3;
  input.clients = 3;
  input.options.parameters = {{"labels-per-client", std::uint64_t{2}},
                              {"overlap", true}};
  Split split;
  label_distribution_split().make(input, split);
  REQUIRE(split.holdings.size() == 3);  // labels 0 1, 0 2, 1 2
  CHECK(*split.holdings[0].documents == std::vector<Index>{0, 2, 3});
  CHECK(*split.holdings[1].documents == std::vector<Index>{0, 1, 2, 4});
  CHECK(*split.holdings[2].documents == std::vector<Index>{1, 3, 4});
  input.options.parameters = {{"labels-per-client", std::uint64_t{2}},
                              {"overlap", false}};
  Split apart;
  label_distribution_split().make(input, apart);
  std::size_t held = 0;
  for (const Holding& each : apart.holdings) held += each.documents->size();
  CHECK(held == 5);
}

}  // namespace fedltr::label_distribution_test
