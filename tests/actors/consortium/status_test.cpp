#include "actors/consortium/status.hpp"

#include "tests/support/small_consortium.hpp"

namespace fedltr::relay_status_test {
using namespace fedltr::test;
using consortium::phase_after;
using consortium::RelayPhase;
using consortium::RelayStatus;

TEST_CASE("a relay sends the state of its run") {
  CHECK(phase_after(MessageType::kBeginKeys) == RelayPhase::kKeys);
  CHECK(phase_after(MessageType::kFrequencySum) == RelayPhase::kQuestions);
  CHECK(phase_after(MessageType::kCountAnswers) == RelayPhase::kQuestions);
  CHECK(phase_after(MessageType::kAskMoments) == RelayPhase::kMoments);
  CHECK(phase_after(MessageType::kMomentSum) == RelayPhase::kQuestions);
  CHECK(phase_after(MessageType::kGradientStep) == RelayPhase::kTraining);
  CHECK(phase_after(MessageType::kAskMetrics) == RelayPhase::kMetrics);
  CHECK(phase_after(MessageType::kExcluded) == std::nullopt);
  CHECK(name_of(RelayPhase::kMoments) == std::string("moments"));
  CHECK(name_of(RelayPhase::kOver) == std::string("over"));
}

TEST_CASE("a relay's status follows the run to its end") {
  Processes processes;
  std::vector<RelayStatus> told;
  processes.relay.tick = 5;
  processes.relay.on_status = [&](const RelayStatus& now) {
    told.push_back(now);
  };
  std::map<std::uint32_t, Traffic> sent;
  std::map<std::uint32_t, Traffic> received;
  processes.relay.transcript = [&](const consortium::PackedMessage& message) {
    const Traffic each{1, kHeaderBytes + message.body.size()};
    if (message.from != kRelay && message.to == kRelay)
      sent[message.from] += each;
    if (message.from == kRelay && message.to != kRelay)
      received[message.to] += each;
  };
  processes.run();
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  REQUIRE(told.size() >= 2);
  CHECK(told.front().phase == RelayPhase::kWaiting);
  CHECK(told.back().phase == RelayPhase::kOver);
  CHECK(told.back().refused == 0);
  for (std::uint32_t p = 0; p < kParties; ++p) {
    const RelayStatus::Party& party = told.back().parties.at(p);
    CHECK(party.done);
    CHECK_FALSE(party.out);
    CHECK_FALSE(party.here);
    // Questions and answers come on top of the messages to and from the relay.
    CHECK(party.sent.messages > sent[p].messages);
    CHECK(party.sent.bytes > sent[p].bytes);
    CHECK(party.received.messages > received[p].messages);
  }
  // A relayed message is sent once and received once.
  Traffic up;
  Traffic down;
  for (const auto& party : told.back().parties) {
    up += party.sent;
    down += party.received;
  }
  for (const auto& [p, traffic] : sent) up.bytes -= traffic.bytes;
  for (const auto& [p, traffic] : received) down.bytes -= traffic.bytes;
  CHECK(up.bytes == down.bytes);
}

TEST_CASE("a party's status follows the run to its end") {
  Processes processes;
  std::vector<consortium::PartyStatus> told;
  Traffic sent;
  Traffic received;
  consortium::PartyConfig& party = processes.parties[0];
  party.tick = 5;
  party.on_status = [&](const auto& now) { told.push_back(now); };
  party.on_sent = [&](const auto& message) { sent += traffic_of(message); };
  party.on_received = [&](const auto& message) {
    received += traffic_of(message);
  };
  processes.run();
  REQUIRE_MESSAGE(processes.ends[0].kind == End::Kind::kDone,
                  processes.ends[0].why);
  REQUIRE_FALSE(told.empty());
  CHECK(told.back().phase == RelayPhase::kOver);
  CHECK(told.back().sent.messages == sent.messages);
  CHECK(told.back().sent.bytes == sent.bytes);
  CHECK(told.back().received.messages == received.messages);
  CHECK(told.back().received.bytes == received.bytes);
}

TEST_CASE("a relay's status counts strangers that send invalid frames") {
  Processes processes;
  RelayStatus last;
  std::atomic<bool> counted = false;
  int stranger = -1;
  processes.relay.on_status = [&](const RelayStatus& now) {
    if (stranger < 0) {
      stranger = processes.parties[0].dial();
      const std::string nonsense = "\xff\xff\xff\xff nonsense";
      CHECK(write(stranger, nonsense.data(), nonsense.size()) ==
            std::ssize(nonsense));
    }
    counted = now.refused > 0;
    last = now;
  };
  // Holds the run back until its messages are counted.
  processes.parties[1].on_sent = [&](const SiloMessage&) {
    for (int i = 0; i < 6000 && !counted; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
  };
  processes.run();
  close(stranger);
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(last.refused == 1);
}

TEST_CASE("a relay's status counts refused and excluded parties") {
  Processes processes;
  processes.relay.wait = 30;
  processes.parties[1].agreed.digest = "other";
  RelayStatus last;
  processes.relay.on_status = [&](const RelayStatus& now) { last = now; };
  processes.run();
  REQUIRE_MESSAGE(processes.relay_end.kind == End::Kind::kDone,
                  processes.relay_end.why);
  CHECK(last.refused == 1);
  CHECK(last.parties[1].out);
  CHECK_FALSE(last.parties[1].done);
  CHECK_FALSE(last.parties[0].out);
}

}  // namespace fedltr::relay_status_test
