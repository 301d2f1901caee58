#include "app/study/monitor/relay_gauges.hpp"

#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {
namespace {

using consortium::RelayPhase;
using consortium::RelayStatus;

void add_phase(MetricsText& text, const char* name, RelayPhase phase) {
  text.begin(name, "gauge", "1 for what the run is at, 0 for all others.");
  for (std::size_t i = 0; i < consortium::kRelayPhases; ++i) {
    const auto each = static_cast<RelayPhase>(i);
    text.add({{"phase", name_of(each)}}, each == phase);
  }
}

/// Adds one number of messages or bytes, from a party (up) and to it (down).
void add_directions(MetricsText& text, const MetricsText::Labels& labels,
                    std::uint64_t up, std::uint64_t down) {
  const auto add = [&](const char* direction, std::uint64_t number) {
    MetricsText::Labels all = labels;
    all.emplace_back("direction", direction);
    text.add(all, static_cast<double>(number));
  };
  add("up", up);
  add("down", down);
}

void add_traffic(MetricsText& text, const RelayStatus& status,
                 const std::vector<std::string>& members, const char* name,
                 const char* help, std::uint64_t Traffic::*what) {
  text.begin(name, "counter", help);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const RelayStatus::Party& party = status.parties[i];
    add_directions(text, {{"party", members[i]}}, party.sent.*what,
                   party.received.*what);
  }
}

}  // namespace

void add_gauges(MetricsText& text, const RelayStatus& status,
                const std::vector<std::string>& members) {
  add_phase(text, "fedltr_relay_phase", status.phase);
  const auto of_parties = [&](const char* name, const char* help,
                              bool RelayStatus::Party::*what) {
    text.begin(name, "gauge", help);
    for (std::size_t i = 0; i < members.size(); ++i)
      text.add({{"party", members[i]}}, status.parties[i].*what);
  };
  of_parties("fedltr_relay_party_connected", "1 while a party is connected.",
             &RelayStatus::Party::here);
  of_parties("fedltr_relay_party_excluded",
             "1 once the run continues without a party.",
             &RelayStatus::Party::out);
  of_parties("fedltr_relay_party_done", "1 once a party has all it needs.",
             &RelayStatus::Party::done);
  add_traffic(text, status, members, "fedltr_relay_messages_total",
              "Messages from parties (up) and to them (down).",
              &Traffic::messages);
  add_traffic(text, status, members, "fedltr_relay_bytes_total",
              "Bytes of these messages.", &Traffic::bytes);
  add_refused(text, "fedltr_relay_connections_refused_total", status.refused);
}

void add_gauges(MetricsText& text, const consortium::PartyStatus& status) {
  add_phase(text, "fedltr_party_phase", status.phase);
  add_gauge(text, "fedltr_party_connected", "1 while the relay is connected.",
            status.connected);
  add_gauge(text, "fedltr_party_idle_seconds",
            "Seconds since a message came or left.", status.idle);
  text.begin("fedltr_party_messages_total", "counter",
             "Messages to the relay (up) and from it (down).");
  add_directions(text, {}, status.sent.messages, status.received.messages);
  text.begin("fedltr_party_bytes_total", "counter", "Bytes of these messages.");
  add_directions(text, {}, status.sent.bytes, status.received.bytes);
}

}  // namespace fedltr
