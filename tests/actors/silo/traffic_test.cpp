#include "actors/silo/traffic.hpp"

#include <doctest/doctest.h>

namespace fedltr::traffic_test {
namespace {

template <class Body>
SiloMessage from_to(std::uint32_t from, std::uint32_t to, const Body& body) {
  SiloMessage message = message_of(body);
  message.from = from;
  message.to = to;
  return message;
}

const TrainAlone kEmpty;
const FrequencySum kThreeNumbers{{{1, 2, 3}}};

}  // namespace

TEST_CASE("a message counts its header and its payload") {
  TrafficMeter meter(2);
  meter.count_to(1, from_to(kRelay, 1, kEmpty));
  CHECK(meter.received()[1].messages == 1);
  CHECK(meter.received()[1].bytes == 21);
  meter.count_to(1, from_to(kRelay, 1, kThreeNumbers));
  CHECK(meter.received()[1].messages == 2);
  CHECK(meter.received()[1].bytes == 21 + 21 + 24);
  CHECK(meter.received()[0].messages == 0);
}

TEST_CASE("a party's messages are counted by party and by type") {
  TrafficMeter meter(2);
  meter.count_from(from_to(1, kRelay, MaskedMoments{{{7, 8}}}));
  CHECK(meter.sent()[1].bytes == 37);
  CHECK(meter.by_type()[std::size_t(MessageType::kMoments)].messages == 1);
  CHECK(meter.by_type()[std::size_t(MessageType::kMoments)].bytes == 37);
}

TEST_CASE("a message of no known type counts for nothing") {
  TrafficMeter meter(1);
  meter.count_from(from_to(0, kRelay, InvalidBody{kMessageTypes, {1}, ""}));
  CHECK(meter.sent()[0].messages == 0);
}

TEST_CASE("questions count once all is answered, between those left only") {
  TrafficMeter meter(3);
  const TopAnswer nothing;
  for (const std::uint32_t asker : {0U, 2U}) {
    meter.count_from(from_to(1, asker, nothing));
    meter.count_to(asker, from_to(1, asker, nothing));
  }
  CHECK(meter.sent()[1].messages == 0);
  meter.count_passed({0, 1});
  CHECK(meter.sent()[1].messages == 1);
  CHECK(meter.received()[0].messages == 1);
  CHECK(meter.received()[2].messages == 0);
  CHECK(meter.by_type()[std::size_t(MessageType::kTopAnswer)].messages == 1);
  meter.count_passed({0, 1, 2});
  CHECK(meter.sent()[1].messages == 1);
}

}  // namespace fedltr::traffic_test
