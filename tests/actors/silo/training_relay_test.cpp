#include "actors/silo/training_relay.hpp"

#include <atomic>
#include <mutex>
#include <span>

#include "tests/support/small_silo.hpp"

namespace fedltr::training_relay_test {
using namespace fedltr::test;

namespace {

/// Types of the messages that the relay received, without repetitions in a row.
std::vector<MessageType> heard(TestSilo plan) {
  std::mutex mutex;
  std::vector<MessageType> types;
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    const std::lock_guard lock(mutex);
    if (types.empty() || types.back() != message.type())
      types.push_back(message.type());
  };
  run(plan, 1);
  return types;
}

bool holds(const std::vector<MessageType>& types, MessageType type) {
  return std::ranges::count(types, type) > 0;
}

/// Position of the last message of a type.
std::size_t last(const std::vector<MessageType>& types, MessageType type) {
  const auto found = std::ranges::find(types.rbegin(), types.rend(), type);
  return static_cast<std::size_t>(types.rend() - found);
}

std::size_t first(const std::vector<MessageType>& types, MessageType type) {
  return static_cast<std::size_t>(std::ranges::find(types, type) -
                                  types.begin());
}

TestSilo with_method(const std::string& method) {
  TestSilo plan = small_silo(3);
  plan.methods = {method};
  return plan;
}

}  // namespace

TEST_CASE("the phases of a run follow each other") {
  const auto types = heard(with_method("cs-f-ltr"));
  using enum MessageType;
  // Sums, which cost no budget, come before questions.
  const std::vector<MessageType> order = {
      kPartyKey, kFrequencies, kMoments, kTopQuestion, kLocalModel, kGradient};
  for (std::size_t i = 1; i < order.size(); ++i) {
    CAPTURE(name_of(order[i]));
    REQUIRE(holds(types, order[i]));
    CHECK(last(types, order[i - 1]) <= first(types, order[i]));
  }
  CHECK(last(types, kReady) <= first(types, kLocalModel));
}

TEST_CASE("metrics come last, where they are shared") {
  TestSilo plan = with_method("global");
  plan.shared_method = "global";
  plan.sharing = MetricSharing::kPlain;
  plan.metrics = {parse_metric("ndcg@10", {})};
  const auto types = heard(plan);
  CHECK(types.back() == MessageType::kMetrics);
  CHECK(first(types, MessageType::kMetrics) + 1 == types.size());
}

TEST_CASE("parties are asked for what a method's traits list, and no more") {
  for (const auto& method : silo_methods()) {
    CAPTURE(method.name);
    const auto types = heard(with_method(method.name));
    const SiloMethod& traits = method.make;
    CHECK(holds(types, MessageType::kMoments) == traits.joint);
    CHECK(holds(types, MessageType::kGradient) == traits.joint);
    CHECK(holds(types, MessageType::kTrained) == !traits.joint);
    CHECK(holds(types, MessageType::kLocalModel) ==
          (traits.joint && traits.trains_alone));
  }
}

TEST_CASE("in training two parties may continue, with nothing left to hide") {
  TestSilo plan = small_silo(3);
  plan.hooks.party.tamper = [](const SiloMessage& message) {
    return message.from == 1 && message.type() == MessageType::kGradient
               ? std::vector<SiloMessage>()
               : std::vector<SiloMessage>{message};
  };
  const SiloRecord record = run(plan);
  CHECK(record.excluded.at(1) == "did not answer in time");
  CHECK(record.parties[0]->models.size() == silo_methods().size());
}

TEST_CASE("a party without labels answers the others and gets joint models") {
  TestSilo plan = small_silo(4);
  auto shares = std::make_shared<std::vector<PartyShare>>(*plan.shares);
  (*shares)[2].judgements.clear();
  plan.shares = shares;
  const SiloRecord record = run(plan);
  CHECK(record.excluded.empty());
  const PartyRecord& owner = *record.parties[2];
  CHECK(owner.instances.pairs.empty());
  CHECK_FALSE(owner.instances.cross.pairs.empty());
  for (const auto& method : silo_methods()) {
    CHECK(owner.models.contains(method.name) == method.make.joint);
    if (method.make.joint)
      CHECK(owner.models.at(method.name) ==
            record.parties[0]->models.at(method.name));
  }
  CHECK(std::ranges::any_of(
      record.parties[0]->instances.cross.pairs,
      [](const CrossPair& pair) { return pair.source == 2; }));
}

TEST_CASE("a run in which no party has labels fails, with this reason") {
  TestSilo plan = small_silo(3);
  auto shares = std::make_shared<std::vector<PartyShare>>(*plan.shares);
  for (PartyShare& share : *shares) share.judgements.clear();
  plan.shares = shares;
  plan.methods = {"local"};
  CHECK(run_one(plan).outcome.failure.find("has labels") != std::string::npos);
}

TEST_CASE("the run fails if all parties with labels are lost in training") {
  TestSilo plan = small_silo(3);
  auto shares = std::make_shared<std::vector<PartyShare>>(*plan.shares);
  for (PartyShare& share : std::span(*shares).subspan(1))
    share.judgements.clear();
  plan.shares = shares;
  for (const auto& method : silo_methods())
    for (const MessageType lost :
         {MessageType::kTrained, MessageType::kLocalModel,
          MessageType::kGradient}) {
      CAPTURE(method.name);
      CAPTURE(name_of(lost));
      plan.methods = {method.name};
      bool was_lost = false;
      plan.hooks.party.tamper = [&](const SiloMessage& message) {
        if (message.type() != lost) return std::vector{message};
        was_lost = true;
        return std::vector<SiloMessage>();
      };
      const auto [outcome, record] = run_one(plan, 1);
      REQUIRE_FALSE(outcome.interrupted);
      CHECK((outcome.failure == "no party is left that has labels") ==
            was_lost);
    }
}

TEST_CASE("where no method uses answers none is asked for") {
  TestSilo plan = with_method("global");
  const SiloRecord asked = run(plan);
  plan.asks = false;
  std::atomic<int> questions = 0;
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    questions += passes_between_parties(message.type()) ? 1 : 0;
  };
  const SiloRecord record = run(plan);
  CHECK(questions == 0);
  CHECK(models_of(record, "global") == models_of(asked, "global"));
  for (const auto& party : record.parties) CHECK(party->releases == 0);
  // A party that asks is excluded.
  plan.hooks.party.tamper = [](const SiloMessage& message) {
    std::vector<SiloMessage> sent{message};
    if (message.from == 1 && message.type() == MessageType::kReady) {
      TopQuestion question;
      question.terms = {{std::vector<std::uint32_t>(9), {}}};
      sent.insert(sent.begin(), message_of(question));
      sent[0].attempt = message.attempt;
      sent[0].from = 1;
      sent[0].to = 2;
    }
    return sent;
  };
  const SiloRecord without = run(plan);
  CHECK(without.excluded.at(1) == "asked what is not agreed on now");
}

TEST_CASE("without a method to train by parties search and train nothing") {
  TestSilo plan = small_silo(3);
  plan.methods.clear();
  const SiloRecord record = run(plan);
  for (const auto& party : record.parties) {
    REQUIRE(party != nullptr);
    CHECK(party->models.empty());
    CHECK_FALSE(party->found.empty());
  }
}

TEST_CASE("a rate that is too high fails the run and names what to lower") {
  TestSilo plan = small_silo(3);
  plan.methods = {"global"};
  plan.options.model = "regression";
  plan.options.training.rate = 1e6;
  const std::string failure = run_one(plan).outcome.failure;
  CHECK(failure.find("silo.rate") != std::string::npos);
  plan.methods = {"local"};
  CHECK(run_one(plan).outcome.failure.find(
            " diverged in local training: lower silo.rate") !=
        std::string::npos);
}

}  // namespace fedltr::training_relay_test
