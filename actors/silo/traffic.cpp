#include "actors/silo/traffic.hpp"

namespace fedltr {
TrafficMeter::TrafficMeter(std::uint32_t parties)
    : by_type_(kMessageTypes), sent_(parties), received_(parties) {}

void TrafficMeter::count_from(const SiloMessage& message) {
  if (message.code >= kMessageTypes) return;
  if (passes_between_parties(message.type())) {
    passed_[{message.from, message.to}][message.code] += traffic_of(message);
    return;
  }
  by_type_[message.code] += traffic_of(message);
  sent_[message.from] += traffic_of(message);
}

void TrafficMeter::count_to(std::uint32_t party, const SiloMessage& message) {
  if (!passes_between_parties(message.type()))
    received_[party] += traffic_of(message);
}

void TrafficMeter::count_passed(const std::set<std::uint32_t>& members) {
  for (const auto& [pair, by_code] : passed_) {
    if (!members.contains(pair.first) || !members.contains(pair.second))
      continue;
    for (const auto& [code, traffic] : by_code) {
      by_type_[code] += traffic;
      sent_[pair.first] += traffic;
      received_[pair.second] += traffic;
    }
  }
  passed_.clear();
}

}  // namespace fedltr
