// Messages between attackers and their adversary.
#include "actors/protocol/attack_messages.hpp"

#include "actors/client/adversary.hpp"
#include "actors/client/attacker.hpp"
#include "tests/support/conversation.hpp"

namespace fedltr::attack_test {
using test::Conversation;

namespace {

FederationPlan flipped(std::uint32_t attackers) {
  FederationPlan plan = test::small_plan(4, 3);
  plan.attack.schedule = AttackSchedule(attackers, {{2, Event::kHonest, {}}});
  plan.attack.make = test::attack_of("sign-flip");
  plan.attack.assumed = attackers;
  return plan;
}

/// The test stands in for cohort and adversary of an attacker.
struct AttackerTalk : Conversation {
  FederationPlan plan = flipped(1);

  AttackerTalk() {
    const MaterializedPlan begun = begin_run(plan);
    other = sys.spawn(attacker, begun.plan, 0U, begun.population.at(0), nullptr,
                      caf::actor_cast<caf::actor>(self.ptr()));
    run();
  }
};

}  // namespace

TEST_CASE_FIXTURE(AttackerTalk,
                  "an attacker shows what it learned, and waits") {
  const Train order = test::train_order(1, plan.initial);
  tell(order);
  const auto pending = answer<UpdatePending>();
  CHECK(pending.round == 1);
  CHECK(pending.client == 0);
  const auto honest = answer<HonestModel>();
  CHECK(honest.model.view() ==
        test::train(begin_run(plan), 0, order).message.view());
  CHECK(heard<Update>().empty());
  const Parameters instead(Vector::Constant(6, 9));
  tell(Crafted{1, instead});
  const auto update = answer<Update>();
  CHECK(update.message.view() == instead.view());
  CHECK(update.local.interactions == 3);  // all else is as an honest client's
  CHECK(update.local.round == 1);
}

TEST_CASE_FIXTURE(AttackerTalk,
                  "an attacker ordered to be honest is like any client") {
  const Train order = test::train_order(2, plan.initial);
  tell(order);
  CHECK(heard<UpdatePending>().empty());
  CHECK(heard<HonestModel>().empty());
  CHECK(answer<Update>().message.view() ==
        test::train(begin_run(plan), 0, order).message.view());
}

TEST_CASE_FIXTURE(Conversation,
                  "an adversary crafts once all attackers have shown theirs") {
  const FederationPlan plan = flipped(2);
  other = sys.spawn(adversary, begin_run(plan).plan);
  const Parameters model(plan.initial);
  const auto shown = [](double value) {
    return Parameters(Vector::Constant(6, value));
  };
  tell(HonestModel{1, 1, shown(2)});  // ahead of the round's announcement
  tell(AttackRound{1, 1, 1, 4, 2, 1, model});
  CHECK(heard<Crafted>().empty());
  tell(HonestModel{1, 0, shown(1)});
  const auto crafted = heard<Crafted>();
  REQUIRE(crafted.size() == 2);
  for (const Crafted& each : crafted) {
    CHECK(each.round == 1);
    CHECK(each.message.size() == 6);
    CHECK_FALSE(each.message.view() == shown(1).view());
  }
  CHECK(state<AdversaryState>(other).rounds.empty());  // no round is kept
}

TEST_CASE_FIXTURE(Conversation,
                  "with full knowledge an adversary waits for every cohort") {
  FederationPlan plan = flipped(1);
  plan.attack.full = true;
  other = sys.spawn(adversary, begin_run(plan).plan);
  tell(AttackRound{1, 1, 1, 4, 1, 2, Parameters(plan.initial)});
  tell(HonestModel{1, 0, Parameters(Vector::Ones(6))});
  CHECK(heard<Crafted>().empty());
  tell(HonestUpdates{1, 0, {{1, 2}, Parameters(Vector::Ones(12))}});
  CHECK(heard<Crafted>().empty());
  tell(HonestUpdates{1, 1, {{3}, Parameters(Vector::Ones(6))}});
  CHECK(heard<Crafted>().size() == 1);
}

}  // namespace fedltr::attack_test
