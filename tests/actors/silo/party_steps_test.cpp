// A training party from the sum of frequencies to its questions.
#include <doctest/doctest.h>

#include "actors/protocol/messages.hpp"
#include "actors/runtime/scheduler.hpp"
#include "actors/silo/step_messages.hpp"
#include "actors/silo/training_party.hpp"
#include "tests/support/small_consortium.hpp"

namespace fedltr::party_steps_test {
using namespace fedltr::test;

namespace {

/// The relay's messages to party 0 in a run of all, up to the sum of moments.
const std::vector<SiloMessage>& brought() {
  static const std::vector<SiloMessage> all = [] {
    Processes processes;
    processes.run();
    std::vector<SiloMessage> messages;
    for (const auto& event : processes.kept[0].records) {
      messages.push_back(
          consortium::unpacked(std::get<consortium::Carried>(event).message,
                               plan_of_one(0)->protocol));
      if (messages.back().type() == MessageType::kMomentSum) break;
    }
    return messages;
  }();
  return all;
}

SiloMessage last_of(MessageType type) {
  SiloMessage last;
  for (const SiloMessage& message : brought())
    if (message.type() == type) last = message;
  REQUIRE(last.type() == type);
  return last;
}

SiloMessage with_body(SiloMessage heading, const SiloBody& body) {
  SiloMessage message = message_of(body, heading.request);
  message.attempt = heading.attempt;
  message.to = heading.to;
  return message;
}

/// Party 0 alone; the test is relay and study.
struct Alone {
  SystemConfig config{1};
  caf::actor_system system{config};
  caf::scoped_actor self{system};
  PartyHooks hooks;
  caf::actor party;
  std::string failure;

  explicit Alone(const PartyHooks& wanted = {}) {
    const auto me = caf::actor_cast<caf::actor>(self.ptr());
    party = self->spawn(party_actor<TrainingParty>,
                        PartyPlace{plan_of_one(0), 0, me, me, wanted});
  }
  ~Alone() { self->send_exit(party, caf::exit_reason::user_shutdown); }

  /// Returns the party's messages that follow from one.
  std::vector<SiloMessage> tell(const SiloMessage& message) {
    self->send(party, message);
    self->send(party, Handled{});
    std::vector<SiloMessage> said;
    for (bool over = false; !over;)
      self->receive([&](const SiloMessage& each) { said.push_back(each); },
                    [&](const SiloEnded& ended) {
                      failure = ended.failure;
                      over = true;
                    },
                    [&](Handled) { over = true; });
    return said;
  }
  /// Sends all messages before the first of a type.
  void tell_before(MessageType type) {
    for (const SiloMessage& message : brought()) {
      if (message.type() == type) return;
      tell(message);
      REQUIRE(failure.empty());
    }
  }
};

std::ptrdiff_t count_of(const std::vector<SiloMessage>& all, MessageType type) {
  return std::ranges::count(all, type, &SiloMessage::type);
}

/// The failure after a sum of moments.
std::string failure_after(const MomentSum& sum) {
  Alone alone;
  alone.tell_before(MessageType::kMomentSum);
  alone.tell(with_body(last_of(MessageType::kMomentSum), sum));
  return alone.failure;
}

}  // namespace

TEST_CASE("a party sends its moments once a request, under other masks") {
  Alone alone;
  alone.tell_before(MessageType::kAskMoments);
  const SiloMessage ask = last_of(MessageType::kAskMoments);
  const auto first = alone.tell(ask);
  REQUIRE(count_of(first, MessageType::kMoments) == 1);
  SiloMessage again = ask;
  again.request = ask.request + 1;  // after an exclusion
  const auto second = alone.tell(again);
  REQUIRE(count_of(second, MessageType::kMoments) == 1);
  CHECK(body_of<MaskedMoments>(first[0]).numbers !=
        body_of<MaskedMoments>(second[0]).numbers);
  CHECK(alone.tell(again).empty());
  CHECK(alone.failure ==
        "the relay's request of moments is refused: it comes out of turn");
}

TEST_CASE("a party refuses a sum of moments that can't include its own") {
  const auto sum = body_of<MomentSum>(last_of(MessageType::kMomentSum));
  CHECK(failure_after(sum) == "");
  MomentSum small = sum;
  small.numbers[0] = 1;  // of the number of instances
  CHECK(failure_after(small).find("the relay's sum of moments is refused") ==
        0);
  MomentSum cut = sum;
  cut.numbers.pop_back();
  CHECK(failure_after(cut) ==
        "the relay's sum of moments is refused: it is impossible for this "
        "number of parties");
  CHECK(failure_after({}).find("it is impossible") != std::string::npos);
}

TEST_CASE("a party asks its queries once, and only those that it may") {
  const std::size_t queries = [] {
    std::size_t count = 0;
    PartyHooks hooks;
    hooks.may_ask = [&](const std::vector<std::string>& terms) {
      CHECK_FALSE(terms.empty());
      return ++count > 0;
    };
    Alone alone(hooks);
    alone.tell_before(MessageType::kMomentSum);
    CHECK(count == 0);
    const SiloMessage sum = last_of(MessageType::kMomentSum);
    const auto said = alone.tell(sum);
    // The first query goes to each other party.
    CHECK(count_of(said, MessageType::kTopQuestion) == kParties - 1);
    CHECK(count_of(said, MessageType::kReady) == 0);
    const std::size_t asked = count;
    alone.tell(sum);
    CHECK(alone.failure ==
          "the relay's sum of moments is refused: it comes out of turn");
    CHECK(count == asked);
    return asked;
  }();
  CHECK(queries == 8);  // 12 without round(.3 * 12) held out
  PartyHooks hooks;
  hooks.may_ask = [](const std::vector<std::string>&) { return false; };
  Alone alone(hooks);
  alone.tell_before(MessageType::kMomentSum);
  const auto said = alone.tell(last_of(MessageType::kMomentSum));
  REQUIRE(said.size() == 1);
  // It learns from its own documents.
  CHECK(body_of<QuestionsDone>(said[0]).learns == 1);
}

TEST_CASE("a party takes no step of a method that was not agreed on") {
  PartyHooks hooks;
  hooks.may_ask = [](const std::vector<std::string>&) { return false; };
  Alone alone(hooks);
  alone.tell_before(MessageType::kMomentSum);
  const SiloMessage sum = last_of(MessageType::kMomentSum);
  alone.tell(sum);
  SiloMessage step = with_body(sum, TrainAlone());
  step.request = training_number(200, 0);
  alone.tell(step);
  CHECK(alone.failure ==
        "the relay's request to train alone is refused: it is of no method");
}

}  // namespace fedltr::party_steps_test
