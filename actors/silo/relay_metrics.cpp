// The part of a relay that passes on sealed metrics.
#include <algorithm>
#include <utility>

#include "actors/silo/training_relay.hpp"

namespace fedltr {

void TrainingRelay::ask_for_metrics() {
  expect(Step::kMetrics, MessageType::kMetrics);
  broadcast(message_of(AskMetrics()));
}

void TrainingRelay::take_metrics(std::uint32_t party, SealedMetrics metrics) {
  require_sealed(metrics.means, plan().parties(), plan().metrics.size());
  for (const std::uint32_t member : members())
    require((std::ranges::count(metrics.means, member, &SealedMeans::party) ==
             1) == (member != party),
            "sent no metrics for a party, or some for itself");
  metrics_[party] = std::move(metrics);
}

void TrainingRelay::hand_out_metrics() {
  for (const std::uint32_t receiver : members()) {
    MetricsOfOthers others;
    for (const auto& [sender, metrics] : metrics_) {
      if (sender == receiver || !members().contains(sender)) continue;
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
