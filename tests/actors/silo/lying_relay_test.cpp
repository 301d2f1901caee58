#include <atomic>
#include <cstring>
#include <mutex>

#include "actors/silo/step_messages.hpp"
#include "tests/support/changed_bytes.hpp"
#include "tests/support/small_silo.hpp"

namespace fedltr::lying_relay_test {
using namespace fedltr::test;

namespace {

/// A run whose relay lies to party 1.
struct Deceived {
  std::string failure;
  std::map<std::uint32_t, int> gradients;  ///< of party 1, by request
};

Deceived deceive(
    const std::string& method,
    const std::function<std::vector<SiloMessage>(const SiloMessage&)>&
        instead) {
  TestSilo plan = small_silo(3);
  plan.methods = {method};
  Deceived told;
  std::mutex mutex;
  plan.hooks.relay.on_message = [&](const SiloMessage& message) {
    const std::lock_guard lock(mutex);
    if (message.from == 1 && message.type() == MessageType::kGradient)
      ++told.gradients[message.request];
  };
  plan.hooks.relay.tamper = [&](const SiloMessage& message) {
    return message.to == 1 ? instead(message) : std::vector{message};
  };
  told.failure = run_one(plan, 1).outcome.failure;
  return told;
}

/// Adds requests of a gradient with these numbers to the last agreed one.
auto asks_on(std::vector<std::uint32_t> numbers) {
  return [numbers](const SiloMessage& message) {
    std::vector<SiloMessage> sent{message};
    if (message.type() == MessageType::kGradientStep &&
        message.request % kIterations == 29)
      for (const std::uint32_t number : numbers) {
        sent.push_back(message);
        sent.back().request = number;
      }
    return sent;
  };
}

/// Returns a message with another number of eight bytes, counted from the end.
SiloMessage with_number(const SiloMessage& message, std::size_t from_end,
                        const void* number) {
  static const SiloProtocol protocol = small_silo().protocol;
  return with_changed(message, protocol, [&](auto& packed) {
    ByteVector& bytes = packed.body;
    REQUIRE(bytes.size() >= 8 * from_end);
    std::memcpy(bytes.data() + bytes.size() - 8 * from_end, number, 8);
  });
}

/// Changes the last eight bytes of messages of a type.
auto changes(MessageType type, double number) {
  return [=](const SiloMessage& message) {
    return std::vector<SiloMessage>{
        message.type() == type ? with_number(message, 1, &number) : message};
  };
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a relay gets the agreed gradients, each once, and no more") {
  const auto check = [](const std::vector<std::uint32_t>& numbers,
                        const std::string& why) {
    const Deceived told = deceive("global", asks_on(numbers));
    CHECK_MESSAGE(holds(told.failure, why), told.failure);
    CHECK(told.gradients.size() <= 30);
    for (const auto& [request, times] : told.gradients) {
      CHECK(request < 30);
      CHECK(times == 1);
    }
  };
  const std::string next =
      "which is not agreed on now: next is the final model, after 30 gradients "
      "of global";
  check({30, 31},
        "the relay's request of a gradient is refused: it asks for "
        "gradient 31 of global, " +
            next);
  check({29}, "asks for gradient 30 of global, " + next);
  check({7}, "asks for gradient 8 of global, " + next);
  check({kIterations}, "is refused: it is of no method");
}

TEST_CASE("a relay that leaves steps out is refused") {
  for (const std::uint32_t left_out : {0U, 12U}) {
    const auto end_early = [&](const SiloMessage& message) {
      if (message.type() != MessageType::kGradientStep ||
          message.request != left_out)
        return std::vector<SiloMessage>{message};
      SiloMessage end = message_of(EndSilo());
      end.attempt = message.attempt;
      end.to = message.to;
      return std::vector<SiloMessage>{end};
    };
    const Deceived told = deceive("global", end_early);
    CHECK(holds(told.failure,
                "the relay's end is refused: it comes before the training is "
                "over"));
    CHECK(told.gradients.size() == left_out);
  }
}

TEST_CASE("a relay has no party train alone or label twice") {
  for (const MessageType type :
       {MessageType::kTrainAlone, MessageType::kGenerator,
        MessageType::kFinalModel}) {
    CAPTURE(name_of(type));
    const Deceived told = deceive("cs-f-ltr", [&](const SiloMessage& message) {
      return std::vector<SiloMessage>(message.type() == type ? 2 : 1, message);
    });
    CHECK_MESSAGE(holds(told.failure, "is not agreed on now"), told.failure);
  }
}

TEST_CASE("a relay gets no frequencies twice under the same masks") {
  for (const auto& [party, type] : {std::pair(0U, MessageType::kPartyKeys),
                                    {1U, MessageType::kWrappedKey}}) {
    TestSilo plan = small_silo(3);
    std::atomic<int> told = 0;
    plan.hooks.relay.on_message = [&,
                                   party = party](const SiloMessage& message) {
      told +=
          message.type() == MessageType::kFrequencies && message.from == party
              ? 1
              : 0;
    };
    plan.hooks.relay.tamper = [party = party,
                               type = type](const SiloMessage& message) {
      const bool twice = message.to == party && message.type() == type;
      return std::vector<SiloMessage>(twice ? 2 : 1, message);
    };
    const std::string failure = run_one(plan, 1).outcome.failure;
    CHECK_MESSAGE(holds(failure, "is refused: it comes a second time"),
                  failure);
    CHECK(told <= 1);
  }
}

TEST_CASE("a relay gets no second answer to a question") {
  const Deceived told = deceive("local", [](const SiloMessage& message) {
    return std::vector<SiloMessage>(
        message.type() == MessageType::kTopQuestion ? 2 : 1, message);
  });
  CHECK_MESSAGE(holds(told.failure,
                      "the relay's top-K question is refused: it was asked "
                      "before"),
                told.failure);
}

TEST_CASE("numbers from a relay are finite and usable") {
  for (const MessageType type :
       {MessageType::kGenerator, MessageType::kGradientStep,
        MessageType::kFinalModel})
    for (const double number : {1.7e308, 1e10, -1e10, 0.0 / 0.0}) {
      CAPTURE(name_of(type));
      CAPTURE(number);
      const Deceived told = deceive("cs-f-ltr", changes(type, number));
      CHECK_MESSAGE(holds(told.failure, "is refused: it holds "), told.failure);
    }
}

TEST_CASE("sums that can't be those of the members are refused") {
  const auto check = [](MessageType type, std::size_t from_end,
                        std::uint64_t number, const std::string& why) {
    const Deceived told = deceive("global", [&](const SiloMessage& message) {
      return std::vector<SiloMessage>{
          message.type() == type ? with_number(message, from_end, &number)
                                 : message};
    });
    CHECK_MESSAGE(holds(told.failure, "is refused: it " + why), told.failure);
    CHECK(told.gradients.empty());
  };
  const auto sum = MessageType::kFrequencySum;
  check(sum, 3, 1, "is of another number of documents");
  check(sum, 1, ~std::uint64_t{0}, "holds impossible lengths");
  check(sum, 1, 1, "counts more terms than there are");
  check(sum, 4, std::uint64_t{1} << 62, "counts more terms than there are");
  check(sum, 40, ~(std::uint64_t{1} << 40), "counts more terms");
  const auto moments = MessageType::kMomentSum;
  check(moments, 2, ~std::uint64_t{0} - 5,
        "is impossible for this number of parties");
  check(moments, 66, 1, "");
}

}  // namespace fedltr::lying_relay_test
