#include "algorithms/heterogeneity/document_preference.hpp"

#include <doctest/doctest.h>

namespace fedltr::document_preference_test {

TEST_CASE("a relevant document has at least one intent, others have none") {
  const std::vector<std::uint8_t> labels = {0, 3, 1, 0, 2};
  Rng rng(1, Purpose::kTest);
  for (int trial = 0; trial < 50; ++trial) {
    const IntentLabels intents = derive_intents(labels, 4, 0, rng);
    REQUIRE(intents.size() == 4);
    // Except for common documents, exactly one intent has the grade.
    for (std::size_t i = 0; i < labels.size(); ++i) {
      int sum = 0;
      for (const auto& intent : intents) sum += intent[i];
      CHECK(sum == labels[i]);
    }
    CHECK(any_intent(intents) == labels);
  }
}

TEST_CASE("a document relevant to all intents is so to each") {
  const std::vector<std::uint8_t> labels = {0, 3, 1};
  Rng rng(1, Purpose::kTest);
  for (const auto& intent : derive_intents(labels, 3, 1, rng))
    CHECK(intent == labels);
}

TEST_CASE("any intent is the highest label of each document") {
  CHECK(any_intent({{0, 2, 1}, {1, 0, 1}}) ==
        std::vector<std::uint8_t>{1, 2, 1});
}

TEST_CASE("shuffled intents change places query by query") {
  Dataset data(1);
  for (int query = 0; query < 200; ++query)
    data.add_query(std::to_string(query), std::vector<double>{0, 1},
                   std::vector<std::uint8_t>{0, 0});
  const std::vector<std::uint8_t> ones(400, 1);
  const std::vector<std::uint8_t> twos(400, 2);
  Rng rng(1, Purpose::kTest);
  const IntentLabels shuffled = shuffle_intents(data, {ones, twos}, rng);
  int swapped = 0;
  for (std::size_t query = 0; query < 200; ++query) {
    // Both documents of a query go together; the other intent has the rest.
    CHECK(shuffled[0][2 * query] == shuffled[0][2 * query + 1]);
    CHECK(shuffled[0][2 * query] + shuffled[1][2 * query] == 3);
    swapped += shuffled[0][2 * query] == 2;
  }
  CHECK(std::abs(swapped - 100) < 36);  // five deviations of a fair coin
}

}  // namespace fedltr::document_preference_test
