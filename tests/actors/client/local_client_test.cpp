// Code that clients and attackers share, without a single actor.
#include "actors/client/local_client.hpp"

#include <algorithm>
#include <cmath>

#include <doctest/doctest.h>

#include "algorithms/core/archive.hpp"
#include "tests/support/client_training.hpp"

namespace fedltr::local_client_test {
namespace {

LocalClient client_of(const FederationPlan& plan, std::uint32_t id) {
  const MaterializedPlan begun = begin_run(plan);
  return {begun.plan, id, begun.population.at(id), nullptr};
}

Update sent_by(const LocalClient& client, const Train& order) {
  return std::get<Update>(client.outgoing(order, client.train(order)));
}

FederationPlan unlearning_plan() {
  FederationPlan plan = test::small_plan(4, 6);
  plan.unlearning.requests = {{4, {2}}};
  plan.unlearning.method = find(unlearning_methods(), "federaser").make;
  plan.unlearning.options.interval = 1;
  plan.unlearning.evidence = true;
  return plan;
}

}  // namespace

TEST_CASE("a client's messages depend on the round and on nothing before it") {
  const FederationPlan plan = test::small_plan(3, 2);
  const LocalClient client = client_of(plan, 1);
  CHECK_FALSE(client.keeps());
  CHECK_FALSE(client.is_secure());
  const Train order = test::train_order(2, plan.initial);
  const Update first = sent_by(client, order);
  CHECK(first.local.client == 1);
  CHECK(first.local.round == 2);
  CHECK(first.local.interactions == 3);
  CHECK_FALSE(first.message.view().isZero());
  sent_by(client, test::train_order(1, plan.initial));
  CHECK(sent_by(client, order).message.view() == first.message.view());
  CHECK(sent_by(client_of(plan, 2), order).message.view() !=
        first.message.view());
}

TEST_CASE("data poisoning changes what a client learns from") {
  FederationPlan plan = test::small_plan(3, 2);
  const Train order = test::train_order(1, plan.initial);
  const Update honest = sent_by(client_of(plan, 0), order);
  const Update other = sent_by(client_of(plan, 1), order);
  ClickOptions options;
  options.grades = 3;
  plan.attack.poison = find(click_models(), "poison").make(options);
  plan.attack.schedule = AttackSchedule(1, {{2, Event::kHonest, {}}});
  const LocalClient attacker = client_of(plan, 0);
  CHECK_FALSE(attacker.poisons_model(order.spec));
  CHECK(sent_by(attacker, order).message.view() != honest.message.view());
  CHECK(sent_by(client_of(plan, 1), order).message.view() ==
        other.message.view());
}

TEST_CASE("model poisoning leaves training alone") {
  FederationPlan plan = test::small_plan(3, 3);
  const Train order = test::train_order(1, plan.initial);
  const Update honest = sent_by(client_of(plan, 0), order);
  plan.attack.make = test::attack_of("sign-flip");
  plan.attack.schedule = AttackSchedule(1, {{2, Event::kHonest, {}}});
  const LocalClient attacker = client_of(plan, 0);
  CHECK(attacker.poisons_model(training_spec(1)));
  CHECK_FALSE(attacker.poisons_model(training_spec(2)));
  CHECK_FALSE(attacker.poisons_model({Task::kRecall, 1, 1, 1, 0}));
  CHECK_FALSE(client_of(plan, 1).poisons_model(training_spec(1)));
  CHECK(attacker.train(order).message.view() == honest.message.view());
}

TEST_CASE("messages are corrupted, stored values are not") {
  FederationPlan plan = unlearning_plan();
  FaultOptions faults;
  faults.corrupt = 1;
  plan.faults = FaultSchedule(faults, 1);
  const LocalClient client = client_of(plan, 0);
  REQUIRE(client.keeps());
  const Train order = test::train_order(1, plan.initial);
  const Update good = client.train(order);
  const Update sent = std::get<Update>(client.outgoing(order, good));
  const bool same = sent.local.round == good.local.round &&
                    sent.message.size() == good.message.size() &&
                    sent.message.view() == good.message.view();
  CHECK_FALSE(same);
  Train recall = order;
  recall.round = 2;
  recall.spec = {Task::kRecall, 1, 1, 1, 0};
  CHECK(client.train(recall).message.view() == good.message.view());
}

TEST_CASE("each corruption makes an update invalid in its own way") {
  const Update good{{1, 3, 3, 0.5, 0.5}, Parameters(Vector::Ones(6))};
  Update update = good;
  corrupt(update, Corruption::kWrongRound);
  CHECK(update.local.round == 2);
  update = good;
  corrupt(update, Corruption::kWrongSize);
  CHECK(update.message.size() == 5);
  update = good;
  corrupt(update, Corruption::kNotANumber);
  CHECK(std::isnan(update.message.view()(0)));
  update = good;
  corrupt(update, Corruption::kHuge);
  CHECK(update.message.view()(0) > 1e100);
}

TEST_CASE("a client that is started anew resumes from what it kept") {
  const FederationPlan plan = unlearning_plan();
  const LocalClient client = client_of(plan, 2);
  const Train first = test::train_order(1, plan.initial);
  const Update kept = sent_by(client, first);
  const std::string bytes = client.snapshot(1);
  sent_by(client, test::train_order(2, plan.initial));
  const LocalClient anew = client_of(plan, 2);
  anew.restore(bytes);
  CHECK(anew.snapshot(1) == bytes);
  Train recall = first;
  recall.round = 3;
  recall.spec = {Task::kRecall, 1, 2, 1, 0};
  CHECK(anew.train(recall).message.view() == kept.message.view());
  recall.spec.stored = 2;  // later than the update that it kept
  CHECK_THROWS_AS(anew.train(recall), std::invalid_argument);
  CHECK_THROWS_AS(anew.restore(bytes.substr(1)), ArchiveError);
}

TEST_CASE("a client that leaves names the documents its users clicked") {
  const FederationPlan plan = unlearning_plan();
  const LocalClient client = client_of(plan, 2);
  CHECK(client.remove().clicked.empty());
  for (std::uint32_t round = 1; round <= 3; ++round)
    sent_by(client, test::train_order(round, plan.initial));
  const ClientRemoved removed = client.remove();
  CHECK(removed.client == 2);
  CHECK_FALSE(removed.clicked.empty());
  CHECK(std::ranges::is_sorted(removed.clicked));
  // A client that stays does not mark its clicked documents.
  const LocalClient stays = client_of(plan, 0);
  sent_by(stays, test::train_order(1, plan.initial));
  CHECK(stays.remove().clicked.empty());
}

TEST_CASE("a client's own part changes with the rounds it trains in") {
  FederationPlan plan = test::neural_plan(test::small_plan(3, 4), 3);
  plan.personal = 3;
  plan.personal_evaluations = {plan.evaluation};
  const LocalClient client = client_of(plan, 1);
  const Parameters model(plan.initial.head(plan.shared_parameters()));
  const auto own = [&](std::uint32_t round) {
    return Vector(client.personal({round, model}).values.view());
  };
  CHECK(own(0) == plan.initial.tail(3));
  const ClientEvaluated before = client.evaluate({0, 1, model});
  CHECK(before.client == 1);
  CHECK(before.means.view()(0) == plan.evaluation->means(plan.initial)[0]);
  sent_by(client, {1, model, training_spec(1)});
  CHECK(own(0) == plan.initial.tail(3));
  CHECK(own(1) != plan.initial.tail(3));
}

TEST_CASE("under secure aggregation nothing is sent in the clear") {
  FederationPlan plan = test::small_plan(4, 2);
  plan.secure.emplace();
  plan.secure->tolerance = {0.3, 0, 40, 10};
  const LocalClient client = client_of(plan, 1);
  CHECK(client.is_secure());
  const Train order = test::train_order(1, plan.initial);
  const auto sent = client.outgoing(order, client.train(order));
  REQUIRE(std::holds_alternative<MaskedUpdate>(sent));
  // Without keys and shares it can't mask, so it withdraws.
  CHECK(std::get<MaskedUpdate>(sent).withdrawn);
  const auto keys = client.answer({1, 1, SecureStage::kKeys, ""});
  REQUIRE(keys);
  CHECK(read_letter<Advertised>(keys->bytes).key.size() == kKeyBytes);
  const auto nonsense = client.answer({1, 1, SecureStage::kShares, "nonsense"});
  REQUIRE(nonsense);
  CHECK(nonsense->bytes.empty());
  CHECK_FALSE(client.answer({1, 1, SecureStage::kMasks, "nonsense"}));
}

}  // namespace fedltr::local_client_test
