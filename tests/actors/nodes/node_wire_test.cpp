// Messages between server and nodes, as bytes.
#include "actors/nodes/node_wire.hpp"

#include <doctest/doctest.h>

#include "tests/support/filled.hpp"
#include "tests/support/small_federation.hpp"

namespace fedltr::wire_test {
namespace {

template <class... Message>
TypeList<Message...> alternatives(const std::variant<Message...>&);

template <class Messages>
using Alternatives = decltype(alternatives(std::declval<Messages>()));

/// Each message that a side sends, with a value in every field.
template <class Messages, class Check>
void for_each_of(const Check& check) {
  test::for_each_filled(Alternatives<Messages>{}, check);
}

}  // namespace

TEST_CASE("every message arrives as it was sent, and no other bytes do") {
  for_each_of<wire::NodeMessage>([](const auto& message) {
    test::check_archive(wire::NodeMessage(message));
  });
  for_each_of<wire::ServerMessage>([](const auto& message) {
    test::check_archive(wire::ServerMessage(message));
  });
}

TEST_CASE("every task and every outcome travels in its message") {
  for_each_of<CohortTask>([](const auto& task) {
    test::check_archive(
        wire::ServerMessage(wire::Order{1, 2, 3, true, "state", task}));
  });
  for_each_of<CohortOutcome>([](const auto& outcome) {
    test::check_archive(
        wire::NodeMessage(wire::Answer{1, 2, 3, outcome, "state"}));
  });
}

TEST_CASE("a message has its name and its values") {
  const auto message = wire::decode<wire::NodeMessage>(
      wire::encode(wire::Ready{4, "digest", {"data"}}));
  CHECK(wire::name_of(message) == std::string("Ready"));
  const auto& ready = std::get<wire::Ready>(message);
  CHECK(ready.cores == 4);
  CHECK(ready.digest == "digest");
  CHECK(ready.data == std::vector<std::string>{"data"});
}

TEST_CASE("a message of no kind is refused") {
  CHECK_THROWS_AS(wire::decode<wire::NodeMessage>(""), ArchiveError);
  CHECK_THROWS_AS(wire::decode<wire::NodeMessage>("\x7f"), ArchiveError);
  CHECK_THROWS_AS(wire::decode<wire::ServerMessage>("nonsense"), ArchiveError);
}

TEST_CASE("the largest frames about a plan fit into its bound") {
  FederationPlan plan = test::small_plan(256, 1);
  plan.rule = [] { return make_robust_rule("median", "none", {}); };
  CohortUpdate update;
  update.sum.weighted = Vector::Ones(6);
  update.rows = {std::vector<std::uint32_t>(256),
                 Parameters(Vector::Ones(256 * 6))};
  CHECK(wire::encode(wire::Answer{0, 0, 0, update, ""}).size() <
        wire::max_bytes(plan));
  const TrainCohort order{1, Parameters(Vector::Ones(6)), training_spec(1),
                          std::vector<std::uint32_t>(256), false};
  CHECK(wire::encode(wire::Order{0, 0, 0, true, "", order}).size() <
        wire::max_bytes(plan));
  FederationPlan larger = plan;
  larger.initial = Vector::Zero(6000);
  CHECK(wire::max_bytes(larger) > wire::max_bytes(plan) + 256 * 6000 * 8);
}

}  // namespace fedltr::wire_test
