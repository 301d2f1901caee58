#include <atomic>
#include <cstring>

#include "actors/silo/step_messages.hpp"
#include "tests/support/changed_bytes.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::silo_hostile_test {
using namespace fedltr::test;

namespace {

/// A party that sends forged messages of one type.
TestSilo with_hostile(
    std::uint32_t party, MessageType type,
    const std::function<std::vector<SiloMessage>(const SiloMessage&)>&
        instead) {
  TestSilo plan = small_silo();
  plan.hooks.party.tamper = [=](const SiloMessage& message) {
    return message.from == party && message.type() == type
               ? instead(message)
               : std::vector<SiloMessage>{message};
  };
  return plan;
}

SiloMessage with_bytes(const SiloMessage& message, ByteVector bytes) {
  static const SiloProtocol protocol = small_silo().protocol;
  return with_changed(message, protocol,
                      [&](auto& packed) { packed.body = std::move(bytes); });
}

/// Checks that the party is excluded for this reason, and that the others have
/// all models, with the same bits on another number of threads.
void check_excluded(const TestSilo& plan, std::uint32_t party,
                    bool same_bits = true, const std::string& why = "") {
  const SiloRecord record = run(plan, 2);
  REQUIRE(record.excluded.size() == 1);
  CHECK(record.excluded.begin()->first == party);
  CHECK_FALSE(record.excluded.begin()->second.empty());
  CHECK(record.excluded.begin()->second.find(why) != std::string::npos);
  for (std::uint32_t p = 0; p < plan.parties(); ++p) {
    CHECK((record.parties[p] == nullptr) == (p == party));
    if (p != party) CHECK(record.parties[p]->models.size() == 4);
  }
  if (same_bits) check_same(record, run(plan, 1));
}

const std::vector<MessageType> kSentByParties = {
    MessageType::kPartyKey,      MessageType::kFrequencies,
    MessageType::kTopQuestion,   MessageType::kTopAnswer,
    MessageType::kCountQuestion, MessageType::kCountAnswers,
    MessageType::kReady,         MessageType::kMoments,
    MessageType::kTrained,       MessageType::kLocalModel,
    MessageType::kGradient};

}  // namespace

TEST_CASE("a party that sends invalid messages is excluded, others continue") {
  for (const MessageType type : kSentByParties) {
    CAPTURE(static_cast<int>(type));
    check_excluded(with_hostile(2, type,
                                [](const SiloMessage& message) {
                                  return std::vector<SiloMessage>{with_bytes(
                                      message, {1, 2, 3, 255, 255, 255, 255})};
                                }),
                   2);
  }
}

TEST_CASE("a party that does not answer is excluded, the others continue") {
  for (const MessageType type : kSentByParties) {
    CAPTURE(static_cast<int>(type));
    check_excluded(with_hostile(1, type,
                                [](const SiloMessage&) {
                                  return std::vector<SiloMessage>();
                                }),
                   1);
  }
}

TEST_CASE("a party that sends a message again or late is excluded") {
  const auto twice = [](const SiloMessage& message) {
    return std::vector<SiloMessage>{message, message};
  };
  // It is excluded before it sends anything that the others' models depend on.
  for (const MessageType type :
       {MessageType::kPartyKey, MessageType::kTopQuestion,
        MessageType::kTopAnswer, MessageType::kCountQuestion,
        MessageType::kCountAnswers, MessageType::kTrained,
        MessageType::kGradient}) {
    CAPTURE(static_cast<int>(type));
    check_excluded(with_hostile(3, type, twice), 3);
  }
  // The others' pace decides when the duplicate arrives: the first message may
  // or may not count.
  for (const MessageType type :
       {MessageType::kFrequencies, MessageType::kReady, MessageType::kMoments,
        MessageType::kLocalModel}) {
    CAPTURE(static_cast<int>(type));
    check_excluded(with_hostile(3, type, twice), 3, false);
  }
}

TEST_CASE("no answer is taken for that to another request") {
  // The same kind of answer to the step or the method before.
  for (const auto& [type, step] : {std::pair(MessageType::kGradient, 1U),
                                   {MessageType::kGradient, kIterations},
                                   {MessageType::kTrained, kIterations}}) {
    CAPTURE(static_cast<int>(type));
    const auto before = [step = step](SiloMessage message) {
      if (message.request >= step) message.request -= step;
      return std::vector<SiloMessage>{message};
    };
    check_excluded(with_hostile(2, type, before), 2, true,
                   "sent an unexpected");
  }
}

TEST_CASE("a party that speaks in another's name is excluded, not the other") {
  for (const MessageType type : kSentByParties)
    for (const std::uint32_t name : {0U, 7U, kRelay}) {
      CAPTURE(static_cast<int>(type));
      const auto forge = [=](SiloMessage message) {
        message.from = name;
        return std::vector<SiloMessage>{message};
      };
      check_excluded(with_hostile(2, type, forge), 2, true,
                     "in another's name");
    }
}

TEST_CASE("a party that answers what is past is excluded, not waited for") {
  // No request was repeated.
  const std::string why = "answered what had been asked anew since";
  for (const MessageType type : kSentByParties) {
    CAPTURE(static_cast<int>(type));
    const auto before = [](SiloMessage message) {
      --message.attempt;
      return std::vector<SiloMessage>{message};
    };
    check_excluded(with_hostile(2, type, before), 2, true, why);
  }
  const auto before = [](SiloMessage message) {
    --message.request;
    return std::vector<SiloMessage>{message};
  };
  check_excluded(with_hostile(2, MessageType::kMoments, before), 2, true, why);
}

TEST_CASE("so is one that answers the first of two requests only") {
  // Party 1 is excluded, so the relay repeats its request to all others.
  for (const MessageType type :
       {MessageType::kPartyKey, MessageType::kFrequencies,
        MessageType::kMoments}) {
    CAPTURE(static_cast<int>(type));
    TestSilo plan = small_silo(5);
    plan.hooks.party.tamper = [=](const SiloMessage& message) {
      std::vector<SiloMessage> sent{message};
      if (message.type() != type) return sent;
      if (message.from == 1) sent[0] = with_bytes(message, {1, 2, 3});
      if (message.from == 4) {
        sent[0].attempt = type == MessageType::kMoments ? message.attempt : 1;
        sent[0].request = type == MessageType::kMoments ? 1 : 0;
      }
      return sent;
    };
    const SiloRecord record = run(plan);
    REQUIRE(record.excluded.size() == 2);
    CHECK(record.excluded.contains(1));
    CHECK(record.excluded.contains(4));
    for (const std::uint32_t p : {0U, 2U, 3U})
      CHECK(record.parties[p]->models.size() == 4);
  }
}

TEST_CASE("numbers that are not finite are refused") {
  const auto spoil = [](const SiloMessage& message) {
    ByteVector bytes = bytes_of(message.body());
    std::fill(bytes.end() - 8, bytes.end(), 0xff);  // a NaN
    return std::vector<SiloMessage>{with_bytes(message, std::move(bytes))};
  };
  for (const MessageType type :
       {MessageType::kCountAnswers, MessageType::kLocalModel,
        MessageType::kGradient})
    check_excluded(with_hostile(2, type, spoil), 2);
}

TEST_CASE("a gradient far beyond the others' is left out, by name") {
  const auto huge = [](const SiloMessage& message) {
    ByteVector bytes = bytes_of(message.body());
    const double number = 1e8;
    std::memcpy(bytes.data() + bytes.size() - 8, &number, 8);
    return std::vector<SiloMessage>{with_bytes(message, std::move(bytes))};
  };
  TestSilo plan = with_hostile(2, MessageType::kGradient, huge);
  plan.options.order = JointOrder::kParallel;
  check_excluded(plan, 2, true,
                 "sent numbers up to 1e+08, where the median of all is");
}

TEST_CASE("a public key of low order or a forged wrapped key is found out") {
  // Party 2 itself finds out that its key was replaced on the way.
  const TestSilo plan =
      with_hostile(2, MessageType::kPartyKey, [](const SiloMessage& message) {
        ByteVector bytes(37, 0);
        bytes[32] = 1;
        return std::vector<SiloMessage>{with_bytes(message, std::move(bytes))};
      });
  CHECK(run_one(plan, 2).outcome.failure.find("changes this party's own") !=
        std::string::npos);
  check_excluded(with_hostile(0, MessageType::kWrappedKey,
                              [](const SiloMessage& message) {
                                return std::vector<SiloMessage>{
                                    with_bytes(message, ByteVector(60, 7))};
                              }),
                 0);
}

TEST_CASE("sums that do not add up fail the run instead of misleading it") {
  const auto spoil = [](const SiloMessage& message) {
    ByteVector bytes = bytes_of(message.body());
    // A byte of the number of documents, or of the fraction of a square,
    // masked.
    bytes[bytes.size() - 17] ^= 0x80;
    return std::vector<SiloMessage>{with_bytes(message, std::move(bytes))};
  };
  for (const MessageType type :
       {MessageType::kFrequencies, MessageType::kMoments}) {
    TestSilo plan = with_hostile(1, type, spoil);
    std::atomic<int> questions = 0;
    plan.hooks.relay.on_message = [&](const SiloMessage& message) {
      questions += message.type() == MessageType::kTopQuestion ? 1 : 0;
    };
    const auto result = run_one(plan, 2);
    CHECK(result.outcome.failure.find("do not add up") != std::string::npos);
    CHECK(result.outcome.failure.find("no budget is spent") !=
          std::string::npos);
    CHECK(questions == 0);
  }
}

TEST_CASE("garbage in frequencies does not move the others' statistics") {
  const auto change = [](std::size_t from_end, std::uint64_t by) {
    return with_hostile(1, MessageType::kFrequencies, [=](SiloMessage message) {
      ByteVector bytes = bytes_of(message.body());
      std::uint64_t number = 0;
      std::uint8_t* const at = bytes.data() + bytes.size() - 8 * from_end;
      std::memcpy(&number, at, 8);
      number += by;
      std::memcpy(at, &number, 8);
      return std::vector<SiloMessage>{with_bytes(message, std::move(bytes))};
    });
  };
  // A cell far beyond all terms, one far below 0, and a length.
  for (const auto& plan :
       {change(9, std::uint64_t{1} << 40), change(9, ~std::uint64_t{0} << 40),
        change(1, std::uint64_t{1} << 62)})
    CHECK(run_one(plan, 2).outcome.failure.find("do not add up") !=
          std::string::npos);
}

TEST_CASE("a party can't claim more documents than there are") {
  check_excluded(with_hostile(2, MessageType::kPartyKey,
                              [](const SiloMessage& message) {
                                ByteVector bytes = bytes_of(message.body());
                                bytes.back() = 0x7f;
                                return std::vector<SiloMessage>{
                                    with_bytes(message, std::move(bytes))};
                              }),
                 2);
}

TEST_CASE("disclosed and moved values are the same however a party fails") {
  const auto counted = [](std::size_t threads) {
    const TestSilo plan = with_hostile(
        2, MessageType::kTopAnswer,
        [](const SiloMessage&) { return std::vector<SiloMessage>(); });
    const SiloRecord record = run(plan, threads);
    std::vector<std::uint64_t> numbers{record.refused};
    for (const auto* all : {&record.by_type, &record.sent, &record.received})
      for (const Traffic& each : *all)
        numbers.insert(numbers.end(), {each.messages, each.bytes});
    for (const auto& party : record.parties)
      if (party)
        numbers.insert(numbers.end(), {party->releases, party->worst.releases});
    return numbers;
  };
  const auto once = counted(1);
  for (int i = 0; i < 5; ++i) CHECK(counted(2) == once);
}

TEST_CASE("a party with another hash key than most is found out") {
  const auto spoil = [](const SiloMessage& message) {
    ByteVector bytes = bytes_of(message.body());
    bytes[0] ^= 1;  // a byte of the key's confirmation
    return std::vector<SiloMessage>{with_bytes(message, std::move(bytes))};
  };
  check_excluded(with_hostile(3, MessageType::kFrequencies, spoil), 3);
  TestSilo two = small_silo(2);
  two.hooks.party.tamper = [=](const SiloMessage& message) {
    return message.from == 1 && message.type() == MessageType::kFrequencies
               ? spoil(message)
               : std::vector<SiloMessage>{message};
  };
  CHECK(run_one(two, 2).outcome.failure.find("the same hash key") !=
        std::string::npos);
}

TEST_CASE("a party that throws fails the run") {
  const auto result =
      run_one(with_hostile(1, MessageType::kMoments,
                           [](const SiloMessage&) -> std::vector<SiloMessage> {
                             throw std::logic_error("broken on purpose");
                           }),
              2);
  CHECK(result.outcome.failure.find("party 1 broke: broken on purpose") !=
        std::string::npos);
}

}  // namespace fedltr::silo_hostile_test
