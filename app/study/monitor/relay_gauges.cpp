#include "app/study/monitor/relay_gauges.hpp"

namespace fedltr {
namespace {

using consortium::RelayPhase;
using consortium::RelayStatus;

void add_phase(MetricsText& text, RelayPhase phase) {
  text.begin("fedltr_relay_phase", "gauge",
             "1 for what the run is at, 0 for all others.");
  for (std::size_t i = 0; i < consortium::kRelayPhases; ++i) {
    const auto each = static_cast<RelayPhase>(i);
    text.add({{"phase", name_of(each)}}, each == phase);
  }
}

void add_traffic(MetricsText& text, const RelayStatus& status,
                 const std::vector<std::string>& members, const char* name,
                 const char* help, std::uint64_t Traffic::*what) {
  text.begin(name, "counter", help);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const RelayStatus::Party& party = status.parties[i];
    const auto add = [&](const char* direction, const Traffic& traffic) {
      text.add({{"party", members[i]}, {"direction", direction}},
               static_cast<double>(traffic.*what));
    };
    add("up", party.sent);
    add("down", party.received);
  }
}

}  // namespace

RelayMetrics::RelayMetrics(const std::filesystem::path& file, std::string study,
                           std::vector<std::string> members)
    : file_(file), process_(std::move(study)), members_(std::move(members)) {
  status_.parties.resize(members_.size());
  file_.write(text());
}

RelayMetrics::~RelayMetrics() {
  process_.running = false;
  file_.try_to_write(text());
}

void RelayMetrics::update(const RelayStatus& status) {
  status_ = status;
  if (file_.is_due()) file_.try_to_write(text());
}

std::string RelayMetrics::text() const {
  MetricsText text = process_.text();
  add_phase(text, status_.phase);
  const auto of_parties = [&](const char* name, const char* help,
                              bool RelayStatus::Party::*what) {
    text.begin(name, "gauge", help);
    for (std::size_t i = 0; i < members_.size(); ++i)
      text.add({{"party", members_[i]}}, status_.parties[i].*what);
  };
  of_parties("fedltr_relay_party_connected", "1 while a party is connected.",
             &RelayStatus::Party::here);
  of_parties("fedltr_relay_party_excluded",
             "1 once the run continues without a party.",
             &RelayStatus::Party::out);
  of_parties("fedltr_relay_party_done", "1 once a party has all it needs.",
             &RelayStatus::Party::done);
  add_traffic(text, status_, members_, "fedltr_relay_messages_total",
              "Messages from parties (up) and to them (down).",
              &Traffic::messages);
  add_traffic(text, status_, members_, "fedltr_relay_bytes_total",
              "Bytes of these messages.", &Traffic::bytes);
  text.begin(
      "fedltr_relay_connections_refused_total", "counter",
      "Connections refused, or ended before they identified themselves.");
  text.add({}, static_cast<double>(status_.refused));
  return text.text();
}

}  // namespace fedltr
