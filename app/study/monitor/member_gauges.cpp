#include "app/study/monitor/member_gauges.hpp"

#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {

void add_gauges(MetricsText& text, const MemberProgress& progress) {
  add_gauge(text, "fedltr_member_connected",
            "1 while the member has joined its server.",
            progress.is_connected ? 1 : 0);
  add_gauge(text, "fedltr_member_epoch", "Epoch of the newest model.",
            progress.epoch);
  if (progress.since)
    add_gauge(text, "fedltr_member_epoch_time_seconds",
              "Unix time at which the newest model came.", *progress.since);
  if (const auto& budget = progress.budget) {
    add_gauge(text, "fedltr_member_takes_part",
              "1 if the budget covers an epoch that learns.",
              budget->covers ? 1 : 0);
    text.begin("fedltr_member_epsilon", "gauge",
               "Epsilon spent, by the ledger.");
    text.add({{"over", "period"}}, budget->of_period);
    text.add({{"over", "life"}}, budget->of_life);
  }
  if (const auto& searches = progress.searches) {
    text.begin("fedltr_member_searches", "gauge", "Searches in searches.log.");
    text.add({{"state", "all"}}, static_cast<double>(searches->all));
    text.add({{"state", "waiting"}}, static_cast<double>(searches->waiting));
  }
}

}  // namespace fedltr
