// The part of a relay that passes on sealed metrics.
#include <algorithm>
#include <utility>

#include "actors/silo/relay.hpp"

namespace fedltr {

void RelayState::ask_for_metrics() {
  expect(Phase::kMetrics, MessageType::kMetrics);
  broadcast(message_of(AskMetrics()));
}

void RelayState::take_metrics(std::uint32_t party, SealedMetrics metrics) {
  require_sealed(metrics.means, plan_->parties(), plan_->metrics.size());
  for (const std::uint32_t member : members_)
    require((std::ranges::count(metrics.means, member, &SealedMeans::party) ==
             1) == (member != party),
            "sent no metrics for a party, or some for itself");
  metrics_[party] = std::move(metrics);
}

void RelayState::hand_out_metrics() {
  for (const std::uint32_t receiver : members_) {
    MetricsOfOthers others;
    for (const auto& [sender, metrics] : metrics_) {
      if (sender == receiver || !members_.contains(sender)) continue;
      const auto found =
          std::ranges::find(metrics.means, receiver, &SealedMeans::party);
      if (found != metrics.means.end())
        others.means.push_back({sender, found->bytes});
    }
    send(receiver, message_of(others));
  }
  end();
}

}  // namespace fedltr
