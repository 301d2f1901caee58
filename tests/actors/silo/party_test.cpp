#include "actors/silo/party.hpp"

#include "actors/protocol/messages.hpp"
#include "actors/runtime/scheduler.hpp"
#include "actors/silo/training_party.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::party_test {
using namespace fedltr::test;

namespace {

/// Party 1 of three; the test is relay and study.
struct Conversation {
  SystemConfig config{1};
  caf::actor_system system{config};
  caf::scoped_actor self{system};
  std::shared_ptr<const SiloPlan> plan =
      std::make_shared<const SiloPlan>(small_silo(3));
  caf::actor party = self->spawn(party_actor<TrainingParty>,
                                 PartyPlace{plan, 1, handle(), handle()});

  ~Conversation() { self->send_exit(party, caf::exit_reason::user_shutdown); }
  caf::actor handle() { return caf::actor_cast<caf::actor>(self.ptr()); }

  template <class Body>
  void tell(const Body& body, std::uint32_t attempt) {
    SiloMessage message = message_of(body);
    message.attempt = attempt;
    message.to = 1;
    self->send(party, message);
  }
  /// The run's error.
  std::string failure() {
    std::string why;
    self->receive([&](const SiloEnded& ended) { why = ended.failure; });
    return why;
  }
  /// The party's next message.
  SiloMessage heard() {
    SiloMessage got;
    self->receive([&](const SiloMessage& message) { got = message; });
    return got;
  }
};

}  // namespace

TEST_CASE("a party begins with its key and its number of documents") {
  Conversation c;
  c.tell(BeginKeys{{0, 1, 2}}, 1);
  const SiloMessage message = c.heard();
  CHECK(message.type() == MessageType::kPartyKey);
  CHECK(message.from == 1);
  CHECK(message.to == kRelay);
  CHECK(message.attempt == 1);
  CHECK(body_of<PartyKey>(message).documents ==
        (*c.plan->shares)[1].documents.size());
}

TEST_CASE("each attempt has another key, and earlier ones are past") {
  Conversation c;
  c.tell(BeginKeys{{0, 1, 2}}, 1);
  const auto first = body_of<PartyKey>(c.heard()).key;
  c.tell(BeginKeys{{0, 1}}, 2);
  c.tell(PartyKeys(), 1);  // no answer follows
  c.tell(BeginKeys{{0, 1}}, 3);
  const auto second = body_of<PartyKey>(c.heard()).key;
  const SiloMessage third = c.heard();
  CHECK(first != second);
  CHECK(third.type() == MessageType::kPartyKey);
  CHECK(third.attempt == 3);
}

TEST_CASE("a key of low order is refused, and its owner named") {
  Conversation c;
  c.tell(BeginKeys{{0, 1, 2}}, 1);
  const auto own = body_of<PartyKey>(c.heard());
  c.tell(PartyKeys{{PartyKey{PublicKey{1}, 5}, own, own}}, 1);
  const SiloMessage refusal = c.heard();
  CHECK(refusal.type() == MessageType::kRefusal);
  CHECK(refusal.request == 0);
  const auto why = body_of<SiloRefusal>(refusal).why;
  CHECK(std::string(why.begin(), why.end()).find("public key") == 0);
}

TEST_CASE("invalid messages of the relay end the run, not the process") {
  Conversation c;
  c.tell(BeginKeys{{0, 1, 2}}, 1);
  c.heard();
  c.tell(PartyKeys(), 1);
  std::string failure;
  c.self->receive([&](const SiloEnded& ended) { failure = ended.failure; });
  CHECK(failure ==
        "the relay's public keys is refused: it does not hold one public key a "
        "party");
}

TEST_CASE("a relay that adds a member, or leaves this one out, is refused") {
  const std::vector<std::vector<std::uint32_t>> lists = {
      {0, 1, 2, 3}, {0, 2}, {0, 1, 1}, {2, 1, 0}, {}};
  for (const auto& members : lists) {
    Conversation c;
    c.tell(BeginKeys{members}, 1);
    CHECK(c.failure() ==
          "the relay's begin of keys is refused: it names members who are not "
          "of the agreement");
  }
}

TEST_CASE("a premature question is refused") {
  const auto failure_after = [](const auto& body) {
    Conversation c;
    c.tell(BeginKeys{{0, 1, 2}}, 1);
    c.heard();
    c.tell(body, 1);
    return c.failure();
  };
  CHECK(failure_after(AskMoments()) ==
        "the relay's request of moments is refused: it comes out of turn");
  CHECK(failure_after(EndSilo()) ==
        "the relay's end is refused: it comes before the questions are "
        "answered");
  CHECK(failure_after(FrequencySum()) ==
        "the relay's sum of frequencies is refused: it comes out of turn");
  CHECK(failure_after(MomentSum()) ==
        "the relay's sum of moments is refused: it comes out of turn");
  CHECK(failure_after(TrainAlone()) ==
        "the relay's request to train alone is refused: it comes before the "
        "questions are answered");
  CHECK(failure_after(AskMetrics()) ==
        "the relay's request of metrics is refused: it comes before the "
        "questions are answered");
  CHECK(failure_after(MetricsOfOthers()) ==
        "the relay's metrics of others is refused: it is not agreed on now");
}

TEST_CASE("keys are agreed on once an attempt, and attempts count up") {
  for (const std::uint32_t attempt : {0U, 1U, 2U}) {
    Conversation c;
    c.tell(BeginKeys{{0, 1, 2}}, 2);
    c.heard();
    c.tell(BeginKeys{{0, 1}}, attempt);
    CHECK(c.failure() ==
          "the relay's begin of keys is refused: it begins no new attempt");
  }
  Conversation c;
  c.tell(PartyKeys(), 0);
  CHECK(c.failure().find("does not hold one public key a party") !=
        std::string::npos);
}

TEST_CASE("keys of impossible parties, and another own one, are refused") {
  const auto refused = [](const std::function<void(PartyKeys&)>& spoil) {
    Conversation c;
    c.tell(BeginKeys{{0, 1, 2}}, 1);
    const auto own = body_of<PartyKey>(c.heard());
    PartyKeys keys{{own, own, own}};
    spoil(keys);
    c.tell(keys, 1);
    return c.failure();
  };
  CHECK(refused([](PartyKeys& keys) { keys.keys[2].documents = 1U << 28; }) ==
        "the relay's public keys is refused: it claims more documents of a "
        "party than 2^24");
  for (const bool key : {false, true})
    CHECK(refused([&](PartyKeys& keys) {
            key ? keys.keys[1].key[0] ^= 1 : ++keys.keys[1].documents;
          }) ==
          "the relay's public keys is refused: it changes this party's own");
}

}  // namespace fedltr::party_test
