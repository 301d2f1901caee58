#include "actors/silo/traffic.hpp"

namespace fedltr {

TrafficMeter::TrafficMeter(std::uint32_t parties)
    : by_type_(kMessageTypes), sent_(parties), received_(parties) {}

void TrafficMeter::count_from(const SiloMessage& message) {
  const MessageType type = message.type();
  const auto place = static_cast<std::size_t>(type);
  if (place >= kMessageTypes) return;
  if (passes_between_parties(type)) {
    passed_[{message.from, message.to}][place] += traffic_of(message);
    return;
  }
  by_type_[place] += traffic_of(message);
  sent_[message.from] += traffic_of(message);
}

void TrafficMeter::count_to(std::uint32_t party, const SiloMessage& message) {
  if (!passes_between_parties(message.type()))
    received_[party] += traffic_of(message);
}

void TrafficMeter::count_passed(const std::set<std::uint32_t>& members) {
  for (const auto& [pair, by_type] : passed_) {
    if (!members.contains(pair.first) || !members.contains(pair.second))
      continue;
    for (const auto& [place, traffic] : by_type) {
      by_type_[place] += traffic;
      sent_[pair.first] += traffic;
      received_[pair.second] += traffic;
    }
  }
  passed_.clear();
}

}  // namespace fedltr
