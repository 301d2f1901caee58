#include "actors/cohort/secure_stage.hpp"

#include <doctest/doctest.h>

namespace fedltr::secure_stage_test {
namespace {

SecAggMessage message(std::uint32_t client, SecureStage stage,
                      const std::string& bytes = "") {
  return {1, client, stage, bytes};
}

SecAggMessages order_of(SecureStage stage,
                        std::initializer_list<std::uint32_t> clients) {
  SecAggMessages order{1, 2, stage, {}};
  for (const std::uint32_t client : clients)
    order.letters.push_back(message(client, stage, "to"));
  return order;
}

}  // namespace

TEST_CASE("a stage ends when all clients have answered") {
  SecureStageRelay relay;
  CHECK_FALSE(relay.is_complete());
  relay.open(order_of(SecureStage::kKeys, {7, 5}));
  CHECK(relay.next()->client == 7);
  CHECK(relay.next()->client == 5);
  CHECK_FALSE(relay.next());
  CHECK(relay.add(message(7, SecureStage::kKeys, "b")));
  CHECK_FALSE(relay.is_complete());
  CHECK(relay.add(message(5, SecureStage::kKeys, "a")));
  REQUIRE(relay.is_complete());
  const SecAggMessages answers = relay.take();
  CHECK(answers.cohort == 2);
  CHECK(answers.stage == SecureStage::kKeys);
  REQUIRE(answers.letters.size() == 2);
  CHECK(answers.letters[0].client == 5);
  CHECK(answers.letters[0].bytes == "a");
  CHECK_FALSE(relay.is_complete());
}

TEST_CASE("only answers that are awaited count, each once") {
  SecureStageRelay relay;
  relay.open(order_of(SecureStage::kShares, {5, 6}));
  CHECK_FALSE(relay.add(message(5, SecureStage::kKeys)));
  CHECK_FALSE(relay.add(message(9, SecureStage::kShares)));
  SecAggMessage other_round = message(5, SecureStage::kShares);
  other_round.round = 2;
  CHECK_FALSE(relay.add(other_round));
  CHECK(relay.add(message(5, SecureStage::kShares)));
  CHECK_FALSE(relay.add(message(5, SecureStage::kShares)));
  CHECK_FALSE(relay.is_complete());
}

TEST_CASE("a stage without clients is complete at once") {
  SecureStageRelay relay;
  relay.open(order_of(SecureStage::kOpening, {}));
  CHECK(relay.is_complete());
  CHECK(relay.take().letters.empty());
}

TEST_CASE("neighbours' messages precede the order to train") {
  SecureStageRelay relay;
  relay.open(order_of(SecureStage::kMasks, {5}));
  CHECK_FALSE(relay.is_complete());
  CHECK_FALSE(relay.next());
  REQUIRE(relay.before_training(5));
  CHECK(relay.before_training(5)->bytes == "to");
  CHECK_FALSE(relay.before_training(6));
  relay.close_round();
  CHECK_FALSE(relay.before_training(5));
}

}  // namespace fedltr::secure_stage_test
