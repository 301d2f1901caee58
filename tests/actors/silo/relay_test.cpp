#include "actors/silo/relay.hpp"

#include "tests/support/small_silo.hpp"

namespace fedltr::relay_test {
using namespace fedltr::test;

TEST_CASE("with too few left to hide each other's numbers a run fails") {
  TestSilo plan = small_silo(3);
  plan.hooks.party.tamper = [](const SiloMessage& message) {
    return message.from == 1 && message.type() == MessageType::kFrequencies
               ? std::vector<SiloMessage>()
               : std::vector<SiloMessage>{message};
  };
  CHECK(run_one(plan).outcome.failure.find("too few parties are left") !=
        std::string::npos);
}

TEST_CASE("keys are agreed on anew when a party is out, and counted") {
  TestSilo plan = small_silo(4);
  plan.hooks.party.tamper = [](const SiloMessage& message) {
    return message.from == 3 && message.type() == MessageType::kPartyKey
               ? std::vector<SiloMessage>()
               : std::vector<SiloMessage>{message};
  };
  const SiloRecord record = run(plan);
  CHECK(record.attempts == 2);
  CHECK(record.refused == 0);  // silence is no message
  CHECK(record.excluded.size() == 1);
}

TEST_CASE("every byte that is sent counts, and by type those of all") {
  const SiloRecord record = run(small_silo(3));
  Traffic by_type;
  Traffic sent;
  for (const Traffic& each : record.by_type) by_type += each;
  for (const Traffic& each : record.sent) sent += each;
  CHECK(by_type.messages == sent.messages);
  CHECK(by_type.bytes == sent.bytes);
  const auto of = [&](MessageType type) {
    return record.by_type[static_cast<std::size_t>(type)];
  };
  CHECK(of(MessageType::kPartyKey).bytes == 3 * (21 + 37));
  CHECK(of(MessageType::kWrappedKey).bytes == 2 * (21 + 60));
  CHECK(of(MessageType::kReady).bytes == 3 * 22);
  CHECK(of(MessageType::kMoments).bytes == 3 * (21 + 8 * 66));
  CHECK(of(MessageType::kGradient).messages == 2 * 3 * 30);
  CHECK(of(MessageType::kSilence).messages == 0);
}

}  // namespace fedltr::relay_test
