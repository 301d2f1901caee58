#include "app/study/monitor/lead_gauges.hpp"

#include "app/study/monitor/process_metrics.hpp"

namespace fedltr {

void LeadProgress::take(const members::LeadState& state) {
  epoch = state.epoch;
  opened = state.opened;
  lost = state.epoch - state.exams - state.opened;
  left = state.left.size();
  left_out = state.left_out.size();
  if (!state.curve.empty()) metric = state.curve.back().mean;
}

void add_gauges(MetricsText& text, const LeadProgress& progress) {
  add_gauge(text, "fedltr_epoch",
            "Number of the last epoch that is over, evaluations included.",
            progress.epoch);
  add_gauge(text, "fedltr_epochs_planned", "Sums to open.", progress.planned);
  text.begin("fedltr_epochs_total", "counter",
             "Epochs of learning by their outcome.");
  text.add({{"outcome", "opened"}}, progress.opened);
  text.add({{"outcome", "lost"}}, progress.lost);
  if (progress.over)
    add_gauge(text, "fedltr_epoch_time_seconds",
              "Unix time at which the last epoch was over.", *progress.over);
  text.begin("fedltr_members", "gauge", "Members of the agreement by state.");
  const auto add = [&](const char* state, std::size_t members) {
    text.add({{"state", state}}, static_cast<double>(members));
  };
  add("named", progress.named);
  add("connected", progress.here);
  if (progress.in_sum) add("in_sum", *progress.in_sum);
  add("left", progress.left);
  add("left_out", progress.left_out);
  text.begin("fedltr_bytes_total", "counter",
             "Bytes from members (up) and to them (down).");
  text.add({{"direction", "up"}}, static_cast<double>(progress.up));
  text.add({{"direction", "down"}}, static_cast<double>(progress.down));
  add_refused(text, "fedltr_connections_refused_total", progress.refused);
  if (!progress.metric) return;
  text.begin("fedltr_metric", "gauge",
             "Last mean over held-out queries, or users' preferences.");
  text.add({{"name", progress.metric_name}}, *progress.metric);
}

}  // namespace fedltr
